import { checkExposed } from './check-exposed.ts'
import { checkHook } from './check-hook.ts'
import { checkLedger } from './check-ledger.ts'
import { checkVariants } from './check-variants.ts'
import { at, type Finding, warning } from './finding.ts'
import type { App } from './read-app.ts'

/** Reads an app for mistakes in how the recipes are installed. */
export function checkApp(
  app: App,
  { AFFILIATE_APP_ID: appId }: Readonly<Record<string, string | undefined>>,
): readonly Finding[] {
  return [
    ...checkHook(app),
    ...checkVariants(app, appId),
    ...checkLedger(app),
    ...checkExposed(app),
    ...app.unreadable.map(({ path }) =>
      at(path, warning('SYNTAX', 'No parser takes this file: it was not looked at.', 'Correct its syntax.')),
    ),
  ]
}
