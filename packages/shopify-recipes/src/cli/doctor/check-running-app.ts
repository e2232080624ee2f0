import type { CommandIo } from '../io.ts'
import { parseTargetUrl } from '../target-url.ts'
import { complianceUris } from './check-compliance.ts'
import { checkComplianceRoute } from './check-compliance-route.ts'
import { checkPage } from './check-page.ts'
import { uninstallUris } from './check-subscription.ts'
import { checkWebhook } from './check-webhook.ts'
import { type Finding, warning } from './finding.ts'
import type { CheckedApp } from './read-app.ts'

/** Where an app runs. */
export interface RunningApp {
  readonly webhookUrl?: string
  readonly appUrl?: string
}

/** Asks the running app, as far as it was said where it runs. */
export async function checkRunningApp(
  { webhookUrl, appUrl }: RunningApp,
  app: CheckedApp,
  io: CommandIo,
): Promise<readonly Finding[]> {
  const page = appUrl === undefined ? [] : await checkPage(appUrl, io)
  const webhook = webhookUrl ?? (appUrl && findAddresses(appUrl, app, uninstallUris)[0])
  const compliance = appUrl === undefined ? [] : findAddresses(appUrl, app, complianceUris)
  const routes = await Promise.all([...new Set(compliance)].map((url) => checkComplianceRoute(url, io)))
  if (webhook) return [...page, ...(await checkWebhook(webhook, io)), ...routes.flat()]
  if (appUrl === undefined) return page
  const detail = 'shopify.app.toml names no address for uninstalls: the webhook was not tried.'
  return [...page, warning('WEBHOOK', detail, 'Name it with --webhook-url.'), ...routes.flat()]
}

/** What the configuration names, on the origin that the app was said to run at. */
export function findAddresses(
  appUrl: string,
  app: CheckedApp,
  read: (text: string) => readonly string[],
): readonly string[] {
  const origin = parseTargetUrl(appUrl)
  return app.files
    .filter(({ path }) => path === 'shopify.app.toml')
    .flatMap(({ text }) => read(text))
    .map((uri) => new URL(new URL(uri, 'https://app.invalid').pathname, origin).href)
}
