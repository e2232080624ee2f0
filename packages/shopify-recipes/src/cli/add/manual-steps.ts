import type { AppFolder } from './app-folder.ts'
import { ledgerFile, newWebhook, readerCode } from './code-blocks.ts'
import { detectHost, type Host } from './detect-host.ts'
import { variableNames } from './env-example-draft.ts'
import { type AddChoice, subscriptionFor } from './plan.ts'
import { recipesFile } from './plan-express.ts'
import { ledgerModel } from './prisma-drafts.ts'
import { packageName } from './recipe-names.ts'
import type { SessionStorage } from './shopify-config.ts'
import { subscriptionBlock } from './subscribe-webhook.ts'

interface Step {
  readonly title: string
  readonly code?: string
}

const prisma: SessionStorage = {
  kind: 'prisma',
  prisma: { local: 'prisma', from: './db.server', imported: null },
}

/** All that `add` would have done, to be done by hand: numbered, with what goes into which file. */
export function formatManualSteps(folder: AppFolder, choice: AddChoice): string {
  const host = detectHost(folder)
  const manager = host?.packageManager ?? 'npm'
  const steps: readonly Step[] = [
    {
      title: 'Install the package:',
      code: `${manager} ${manager === 'npm' ? 'install' : 'add'} ${packageName}`,
    },
    ...codeSteps(host, choice),
    {
      title: 'Subscribe in shopify.app.toml, and remove app/uninstalled from other subscriptions:',
      code: subscriptionBlock(subscriptionFor(host?.framework, choice.variant)).join('\n'),
    },
    { title: 'Set these variables:', code: variableNames(choice).join('\n') },
    { title: 'Check the result:', code: `npx ${packageName} doctor` },
  ]
  return steps.map(formatStep).join('\n')
}

function formatStep({ title, code }: Step, index: number): string {
  const lines = (code ?? '').trimEnd().split('\n')
  return [`${index + 1}. ${title}`, '', ...lines.map((line) => line && `     ${line}`), ''].join('\n')
}

function codeSteps(host: Host | undefined, choice: AddChoice): readonly Step[] {
  if (host === undefined) return fetchSteps(choice)
  const backfill: readonly Step[] = choice.hasBackfill
    ? [
        {
          title: 'For the shops that you have, see docs/backfill.md of this package:',
          code: 'backfillRoute({ … })',
        },
      ]
    : []
  return [
    ...(host.framework === 'express' ? expressSteps(host, choice) : routeSteps(host, choice)),
    ...backfill,
  ]
}

function routeSteps({ framework, extension }: Host, { variant }: AddChoice): readonly Step[] {
  const imports = { variant, recipes: `${packageName}/${framework}`, ledger: '../affiliate.server' }
  const path = `app/routes/webhooks.app.uninstalled.${extension}`
  const webhook: Step = {
    title: `Replace ${path} (or the .${extension}x), with your own cleanup:`,
    code: newWebhook(imports, prisma),
  }
  if (variant === 'forward') return [webhook]
  const reader = readerCode({ local: 'shopify', isTyped: extension === 'ts' })
  const hook = `${reader.importLine}
import { identifyOnInstall } from '${imports.recipes}';
import { installLedger } from './affiliate.server';

const shopify = shopifyApp({
  hooks: { afterAuth: identifyOnInstall({ ledger: installLedger, readShop }) },
});

${reader.code}`
  return [
    { title: `Make app/affiliate.server.${extension}:`, code: ledgerFile(prisma) },
    { title: 'Add the model, then make its table with "npx prisma migrate dev":', code: ledgerModel },
    {
      title: `Add the hook in app/shopify.server.${extension}; call it inside an afterAuth that you have:`,
      code: hook,
    },
    webhook,
  ]
}

function expressSteps({ root, entry, extension }: Host, { variant }: AddChoice): readonly Step[] {
  const shopify = { local: 'shopify', from: './shopify.js', imported: null }
  const names = variant === 'install' ? 'identifyShop, shopUninstalled' : 'shopUninstalled'
  const { uri } = subscriptionFor('express', variant)
  const callback = `app.get(
  shopify.config.auth.callbackPath,
  shopify.auth.callback(),
  identifyShop,
  shopify.redirectToShopifyOrAppRoot()
);
`
  const code = `import { ${names} } from './affiliate.js';

${variant === 'install' ? callback : ''}app.post('${uri}', shopUninstalled);`
  return [
    {
      title: `Make ${root}affiliate.${extension}:`,
      code: recipesFile(variant, shopify, { kind: 'other', name: 'other' }),
    },
    { title: `In ${entry}, above express.json() and any check of sessions:`, code },
  ]
}

/** For any host that speaks Request and Response. */
function fetchSteps({ variant }: AddChoice): readonly Step[] {
  const forward = `import { forwardUninstall } from '${packageName}';

export const shopUninstalled = forwardUninstall({
  onUninstalled: async ({ shop }) => deleteSessions(shop),
});`
  const install = `import { createMemoryLedger, handleUninstall, identifyOnInstall } from '${packageName}';

const ledger = createMemoryLedger();
const identifyShop = identifyOnInstall({ ledger });

export const shopInstalled = (session) => identifyShop({ session });
export const shopUninstalled = handleUninstall({
  ledger,
  onUninstalled: async ({ shop }) => deleteSessions(shop),
});`
  return [
    { title: 'Make the recipes, with your own cleanup:', code: variant === 'install' ? install : forward },
    {
      title: "Call them: shopInstalled with each new session, shopUninstalled with the webhook's Request.",
    },
  ]
}
