import { posix } from 'node:path'
import type { FoundHost } from './detect-host.ts'
import { expressFile, expressNames } from './express-file.ts'
import type { AddChoice } from './host-plan.ts'
import { ifUnderstood, type ManualStep, type ManualWork, memoryHint } from './manual-step.ts'
import { clientOf, tableSteps } from './manual-table.ts'
import { readPrivacy } from './read-privacy.ts'
import { importPath, resolveImport } from './resolve-import.ts'
import { detectStorage, type SessionStorage, storageFrom } from './session-storage.ts'
import { findShopifyConfig, type ImportedName } from './shopify-config.ts'
import { parseSourceFile } from './source-file.ts'
import { complianceUri, subscriptionFor } from './subscriptions.ts'

/** The work on an app with Shopify's package for Express. */
export function planExpressWork(host: FoundHost, choice: AddChoice, isElsewhere: boolean): ManualWork {
  const { folder, root, extension } = host
  const entry = host.entry ?? `${root}index.${extension}`
  const text = folder.read(entry) ?? ''
  const server = ifUnderstood(() => parseSourceFile(entry, text))
  const isCommonJs = extension === 'js' && /\brequire\(/.test(text)
  const file = posix.join(posix.dirname(entry), `affiliate.${isCommonJs ? 'mjs' : extension}`)
  const shopify = findShopify(host, entry, text)
  const privacy = (server && ifUnderstood(() => readPrivacy(server, { ...host, entry }))) ?? {
    kind: 'none',
  }
  const parts = {
    variant: choice.variant,
    shopify: shopify.name,
    storage: storageFrom(shopify.storage, shopify.path ?? file, file),
    privacy: isElsewhere ? ({ kind: 'own' } as const) : privacy,
  }
  const isComplianceOwn = parts.privacy.kind === 'own'
  const isInstall = choice.variant === 'install'
  const hint = isInstall && parts.storage.kind === 'other' ? memoryHint : ''
  const place = shopify.path === undefined ? ', with the import of what shopifyApp returns' : ''
  return {
    steps: [
      { title: `Create ${file}${place}${hint}:`, code: expressFile(parts) },
      ...(isInstall && parts.storage.kind === 'prisma' ? tableSteps(host, choice) : []),
      mountStep(host.entry, isCommonJs, parts),
    ],
    uri: subscriptionFor('express', choice.variant).uri,
    isComplianceOwn,
    ...(isInstall && clientOf(parts.storage)),
  }
}

function mountStep(
  entry: string | undefined,
  isCommonJs: boolean,
  parts: Parameters<typeof expressNames>[0] & { readonly shopify: ImportedName },
): ManualStep {
  const names = `{ ${expressNames(parts)} }`
  const { local } = parts.shopify
  const lines = [
    isCommonJs ? `const ${names} = require('./affiliate.mjs');` : `import ${names} from './affiliate.js';`,
    '',
    `app.post('${subscriptionFor('express', parts.variant).uri}', shopUninstalled);`,
    ...(parts.privacy.kind === 'own'
      ? []
      : [`app.post('${complianceUri('express')}', complianceRequested);`]),
    ...(parts.variant === 'install'
      ? [
          '',
          '// In the route of the callback that you have: identifyShop behind auth.callback().',
          'app.get(',
          `  ${local}.config.auth.callbackPath,`,
          `  ${local}.auth.callback(),`,
          '  identifyShop,',
          `  ${local}.redirectToShopifyOrAppRoot()`,
          ');',
        ]
      : []),
  ]
  const where = entry === undefined ? 'Where your server is made' : `In ${entry}`
  return {
    title: `${where}, on the app of express(), above express.json() and any session check:`,
    code: lines.join('\n'),
  }
}

interface FoundShopify {
  /** How a file beside the server imports what `shopifyApp` returns. */
  readonly name: ImportedName
  readonly path: string | undefined
  readonly storage: SessionStorage
}

/** The file that calls `shopifyApp`: one that the server imports or requires, or the one of that name beside it. */
function findShopify({ folder }: FoundHost, entry: string, server: string): FoundShopify {
  const imports = /\b(?:import|const) (\{ )?(\w+)(?: \})? (from|= require\() ?['"](\.[^'"]+)/g
  const names = [...server.matchAll(imports)].map(([, brace, local = '', how, from = '']) => ({
    name: { local, from, imported: brace === undefined ? null : local },
    isImport: how === 'from',
  }))
  for (const { name, isImport } of [...names, { name: { ...usual, from: './shopify' }, isImport: false }]) {
    const path = resolveImport(folder, entry, name.from)
    const text = path === undefined ? '' : (folder.read(path) ?? '')
    if (path === undefined || !text.includes('shopifyApp(')) continue
    const storage = ifUnderstood(() => {
      const config = parseSourceFile(path, text)
      return detectStorage(config, findShopifyConfig(config))
    })
    // Node resolves names with an extension alone; a compiler of the app's may take others.
    const from = isImport ? name.from : importPath(entry, path).replace(/\.tsx?$/, '.js')
    return { name: { ...name, from }, path, storage: storage ?? unknownStorage }
  }
  return { name: usual, path: undefined, storage: unknownStorage }
}

const usual: ImportedName = { local: 'shopify', from: './shopify.js', imported: null }
const unknownStorage: SessionStorage = { kind: 'other', name: 'other' }
