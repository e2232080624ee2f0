import { error, type Finding } from './finding.ts'
import { type CheckedApp, callsOf } from './read-app.ts'
import { readProperty } from './resolve-value.ts'

/** Whether the uninstall handlers can verify anything. */
export function checkSecret(
  app: CheckedApp,
  { SHOPIFY_API_SECRET: secret }: Readonly<Record<string, string | undefined>>,
): readonly Finding[] {
  const handlers = callsOf(app, 'handleUninstall', 'forwardUninstall')
  const isGiven = ({ options }: (typeof handlers)[number]) =>
    readProperty(options, 'secrets', app.sources) !== 'absent'
  if (secret || (handlers.length > 0 && handlers.every(isGiven))) return []
  const detail = 'SHOPIFY_API_SECRET is not set: every uninstall gets a 500.'
  const remedy =
    "Set it to the app's client secret (npx shopify app env show), or pass the handlers the option secrets."
  return [error('SECRET', detail, remedy)]
}
