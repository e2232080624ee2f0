import type { AppFolder } from './app-folder.ts'
import { complianceRoute, ledgerFile, newWebhook, readerCode } from './code-blocks.ts'
import { detectHost, type Host } from './detect-host.ts'
import { variableNames } from './env-example-draft.ts'
import { expressFile, expressNames } from './express-file.ts'
import type { AddChoice } from './host-plan.ts'
import { findLegacyFile, legacyForward } from './legacy-webhook.ts'
import { ledgerModel } from './prisma-drafts.ts'
import { packageName, type Variant } from './recipe-names.ts'
import { type SessionStorage, storageFrom } from './session-storage.ts'
import { complianceBlock } from './subscribe-compliance.ts'
import { subscriptionBlock } from './subscribe-webhook.ts'
import { complianceUri, subscriptionFor } from './subscriptions.ts'
import { UnsupportedAppError } from './unsupported-app-error.ts'

interface Step {
  readonly title: string
  readonly code?: string
}

const prisma: SessionStorage = {
  kind: 'prisma',
  prisma: { local: 'prisma', from: './db.server', imported: null },
  table: 'session',
}

const other: SessionStorage = { kind: 'other', name: 'other' }

/** All that `add` would have done, to be done by hand: numbered, with what goes into which file. */
export function formatManualSteps(folder: AppFolder, choice: AddChoice): string {
  const host = detectHostIfKnown(folder)
  const manager = host?.packageManager ?? 'npm'
  const steps: readonly Step[] = [
    {
      title: 'Install the package:',
      code: `${manager} ${manager === 'npm' ? 'install' : 'add'} ${packageName}`,
    },
    ...codeSteps(host, choice),
    {
      title: 'Subscribe in shopify.app.toml, and remove these topics from other subscriptions:',
      code: subscriptionLines(host?.framework, choice.variant).join('\n'),
    },
    { title: 'Set these variables:', code: variableNames(choice).join('\n') },
    { title: 'Check the result:', code: `npx ${packageName} doctor` },
  ]
  return steps.map(formatStep).join('\n')
}

function detectHostIfKnown(folder: AppFolder): Host | undefined {
  try {
    return detectHost(folder)
  } catch (error) {
    if (error instanceof UnsupportedAppError) return undefined
    throw error
  }
}

function subscriptionLines(framework: Host['framework'] | undefined, variant: Variant): readonly string[] {
  return [
    ...subscriptionBlock(subscriptionFor(framework, variant)),
    '',
    ...complianceBlock(complianceUri(framework)),
  ]
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
          title: 'For the shops you already have, see docs/backfill.md of this package:',
          code: 'backfillRoute({ … })',
        },
      ]
    : []
  return [
    ...(host.framework === 'express' ? expressSteps(host, choice) : routeSteps(host, choice)),
    ...backfill,
  ]
}

/** An app that handles all topics in one route gets one for uninstalls beside it. */
function webhookSteps(host: Host, code: string): readonly Step[] {
  const { extension } = host
  const path = `app/routes/webhooks.app.uninstalled.${extension}`
  const legacy = findLegacyFile(host)
  if (legacy === undefined) {
    return [{ title: `Replace ${path} (or the .${extension}x), with your own cleanup:`, code }]
  }
  return [
    { title: `Create ${path}, with the cleanup of APP_UNINSTALLED in ${legacy}:`, code },
    {
      title: `In ${legacy}, remove that, and begin the action with:`,
      code: `import { action as shopUninstalled } from './webhooks.app.uninstalled';\n\n${legacyForward('request')}`,
    },
    {
      title: `Remove APP_UNINSTALLED from the webhooks in app/shopify.server.${extension}, if it is there.`,
    },
  ]
}

function routeSteps(host: Host, { variant }: AddChoice): readonly Step[] {
  const { framework, extension } = host
  const imports = {
    variant,
    recipes: `${packageName}/${framework}`,
    ledger: '../affiliate.server',
    sessions: '../shopify.server',
  }
  const webhook = webhookSteps(
    host,
    newWebhook(imports, storageFrom(prisma, 'app/shopify.server', 'app/routes/webhooks')),
  )
  const compliance: Step = {
    title: `Create app/routes/webhooks.compliance.${extension}:`,
    code: complianceRoute(imports),
  }
  if (variant === 'forward') return [...webhook, compliance]
  const reader = readerCode({ local: 'shopify', isTyped: extension === 'ts' })
  const hook = `${reader.importLine}
import { identifyOnInstall } from '${imports.recipes}';
import { installLedger } from './affiliate.server';

const shopify = shopifyApp({
  hooks: { afterAuth: identifyOnInstall({ ledger: installLedger, readShop }) },
});

${reader.code}`
  return [
    { title: `Create app/affiliate.server.${extension}:`, code: ledgerFile(prisma) },
    { title: 'Add the model, then create its table with "npx prisma migrate dev":', code: ledgerModel },
    {
      title: `Add the hook in app/shopify.server.${extension}; if you already have an afterAuth, call it there:`,
      code: hook,
    },
    ...webhook,
    compliance,
  ]
}

function expressSteps({ folder, root, entry, extension }: Host, { variant }: AddChoice): readonly Step[] {
  const isCommonJs = /\brequire\(/.test(folder.read(entry) ?? '') && extension === 'js'
  const file = `affiliate.${isCommonJs ? 'mjs' : extension}`
  const shopify = { local: 'shopify', from: './shopify.js', imported: null }
  const parts = { variant, shopify, storage: other, privacy: { kind: 'none' } } as const
  const { uri } = subscriptionFor('express', variant)
  const callback = `app.get(
  shopify.config.auth.callbackPath,
  shopify.auth.callback(),
  identifyShop,
  shopify.redirectToShopifyOrAppRoot()
);
`
  const names = `{ ${expressNames(parts)} }`
  const line = isCommonJs
    ? `const ${names} = require('./${file}');`
    : `import ${names} from './affiliate.js';`
  const code = `${line}

${variant === 'install' ? callback : ''}app.post('${uri}', shopUninstalled);
app.post('${complianceUri('express')}', complianceRequested);`
  return [
    {
      title: `Create ${root}${file}:`,
      code: expressFile(parts),
    },
    { title: `In ${entry}, on the app of express(), above express.json() and any session check:`, code },
  ]
}

/** For any host that speaks Request and Response. */
function fetchSteps({ variant }: AddChoice): readonly Step[] {
  const forward = `import { forwardUninstall, handleCompliance } from '${packageName}';

export const complianceRequested = handleCompliance();
export const shopUninstalled = forwardUninstall({
  sessionStorage,
  onUninstalled: async ({ shop, isBack }) => {
    if (!isBack) await deleteSessions(shop);
  },
});`
  const install = `import {
  createMemoryLedger,
  handleCompliance,
  handleUninstall,
  identifyOnInstall,
} from '${packageName}';

const ledger = createMemoryLedger();
const identifyShop = identifyOnInstall({ ledger });

export const complianceRequested = handleCompliance({ ledger });
export const shopInstalled = (session) => identifyShop({ session });
export const shopUninstalled = handleUninstall({
  ledger,
  onUninstalled: async ({ shop, isBack }) => {
    if (!isBack) await deleteSessions(shop);
  },
});`
  return [
    { title: 'Create the recipes, with your own cleanup:', code: variant === 'install' ? install : forward },
    {
      title: "Call them: shopInstalled with each new session, the others with the webhook's Request.",
    },
  ]
}
