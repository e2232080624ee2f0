import type { AddChoice } from './host-plan.ts'
import { type ManualWork, memoryHint } from './manual-step.ts'
import { packageName } from './recipe-names.ts'
import { complianceUri, subscriptionFor } from './subscriptions.ts'

/** The work on a host that speaks `Request` and `Response`. */
export function planFetchWork(choice: AddChoice, isComplianceOwn: boolean): ManualWork {
  const calls = "shopInstalled with each new session, the others with the webhook's Request"
  return {
    steps: [
      {
        title: 'Create the recipes once, outside of any request, with your own cleanup:',
        code: recipesFile(choice, packageName),
      },
      { title: `Call them: ${choice.variant === 'install' ? calls : "with the webhook's Request"}.` },
    ],
    uri: subscriptionFor(undefined, choice.variant).uri,
    isComplianceOwn,
  }
}

/** The work on an Express app that authorizes shops without Shopify's package for Express. */
export function planPlainExpressWork(choice: AddChoice, isComplianceOwn: boolean, root: string): ManualWork {
  const { uri } = subscriptionFor('express', choice.variant)
  const isInstall = choice.variant === 'install'
  const routes = [
    `app.post('${uri}', shopUninstalled);`,
    ...(isComplianceOwn ? [] : [`app.post('${complianceUri('express')}', complianceRequested);`]),
  ]
  return {
    steps: [
      {
        title: `Create ${root}affiliate.mjs, with your own cleanup${isInstall ? memoryHint : ''}:`,
        code: recipesFile(choice, `${packageName}/express`),
      },
      {
        title: 'Mount its handlers on the app of express(), above express.json() and any session check:',
        code: routes.join('\n'),
      },
      ...(isInstall
        ? [{ title: 'Call shopInstalled with the session of each finished OAuth callback.' }]
        : []),
    ],
    uri,
    isComplianceOwn,
  }
}

const handlers = 'handleCompliance, handleUninstall'

function recipesFile({ variant }: AddChoice, from: string): string {
  const cleanup = `  onUninstalled: async ({ shop, isBack }) => {
    if (!isBack) await deleteSessions(shop);
  },
});`
  if (variant === 'forward') {
    return `import { forwardUninstall, handleCompliance } from '${from}';

export const complianceRequested = handleCompliance();
export const shopUninstalled = forwardUninstall({
  sessionStorage,
${cleanup}`
  }
  const imports = `createMemoryLedger, ${from === packageName ? `${handlers}, ` : ''}identifyOnInstall`
  return `import { ${imports} } from '${packageName}';
${from === packageName ? '' : `import { ${handlers} } from '${from}';\n`}
const ledger = createMemoryLedger();
const identifyShop = identifyOnInstall({ ledger });

export const complianceRequested = handleCompliance({ ledger });
export const shopInstalled = (session) => identifyShop({ session });
export const shopUninstalled = handleUninstall({
  ledger,
${cleanup}`
}
