import { checkCleanup } from './check-cleanup.ts'
import { checkCompliance } from './check-compliance.ts'
import { checkExposed } from './check-exposed.ts'
import { checkHook } from './check-hook.ts'
import { checkLedger } from './check-ledger.ts'
import { checkModel } from './check-model.ts'
import { checkPackages } from './check-packages.ts'
import { checkRoutes } from './check-routes.ts'
import { checkSecret } from './check-secret.ts'
import { checkSubscription } from './check-subscription.ts'
import { checkTemporary } from './check-temporary.ts'
import { checkTokens } from './check-tokens.ts'
import { checkVariants } from './check-variants.ts'
import { atPlace, error, type Finding, warning } from './finding.ts'
import type { CheckedApp } from './read-app.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Reads an app for mistakes in how the recipes are installed. */
export async function checkApp(app: CheckedApp, env: Environment): Promise<readonly Finding[]> {
  const hook = checkHook(app)
  const isUsed = app.calls.some(({ name }) => !besideUse.has(name)) || hook.length > 0
  return [
    ...checkSecret(app, env),
    ...(isUsed ? await checkUse(app, env, hook) : [unused]),
    ...checkTemporary(app),
    ...checkExposed(app, env),
    ...app.unreadable.map(({ path }) =>
      atPlace(
        path,
        warning('SYNTAX', 'This file cannot be parsed, so it was not checked.', 'Correct its syntax.'),
      ),
    ),
  ]
}

/** What an app may call that identifies and forwards nothing. */
const besideUse = new Set(['shopifyApp', 'handleCompliance', 'migrateTokensRoute'])

const unused = error(
  'UNUSED',
  'The app uses none of the recipes: nothing is identified, forwarded or backfilled.',
  'npx @affiliate-platform/shopify-recipes add',
)

async function checkUse(
  app: CheckedApp,
  { AFFILIATE_APP_ID: appId }: Environment,
  hook: readonly Finding[],
): Promise<readonly Finding[]> {
  return [
    ...hook,
    ...checkVariants(app, appId),
    ...checkTokens(app),
    ...checkLedger(app),
    ...checkModel(app),
    ...checkRoutes(app),
    ...checkCleanup(app),
    ...checkSubscription(app),
    ...checkCompliance(app),
    ...(await checkPackages(app)),
  ]
}
