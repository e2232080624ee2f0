import { toRecord } from '../../lib/fault.ts'
import { findShopify } from './add-reader.ts'
import { complianceRoute, ledgerFile, readerCode } from './code-blocks.ts'
import { type FoundHost, findSources, readManifest } from './detect-host.ts'
import type { AddChoice } from './host-plan.ts'
import {
  type ConfiguredWebhooks,
  ifUnderstood,
  type ManualStep,
  type ManualWork,
  memoryHint,
} from './manual-step.ts'
import { clientOf, tableSteps } from './manual-table.ts'
import { findPlace, importsFor, type RoutedApp, type WebhookPlace, webhookSteps } from './manual-webhook.ts'
import { handlesCompliance } from './own-compliance.ts'
import { retryStep } from './plan-routes.ts'
import { importPath } from './resolve-import.ts'
import { findRouteFile, newRoute, readRouteList } from './route-files.ts'
import { detectStorage, type SessionStorage, storageFrom } from './session-storage.ts'
import { findShopifyConfig, isCalledInFunction } from './shopify-config.ts'
import { findImports, parseSourceFile } from './source-file.ts'

/** The work on an app of React Router or Remix. */
export function planRoutesWork(
  host: FoundHost,
  choice: AddChoice,
  { configurations, isElsewhere }: ConfiguredWebhooks,
): ManualWork {
  const app = lookAt(host, choice)
  const place = findPlace(app, configurations)
  const isOwn = isElsewhere || (ifUnderstood(() => handlesCompliance(app)) ?? false)
  const compliance = isOwn ? undefined : findCompliance(app)
  const isInstall = choice.variant === 'install'
  return {
    steps: [
      ...(isInstall ? [...ledgerSteps(app, choice), hookStep(app)] : []),
      ...webhookSteps(app, place),
      ...(compliance?.isNew
        ? [{ title: `Create ${compliance.file}:`, code: complianceRoute(importsFor(app, compliance.file)) }]
        : []),
      ...listSteps(app, [place, ...(compliance ? [compliance] : [])]),
      ...(isInstall && findShopify(app.config) === undefined ? [{ title: retryStep }] : []),
    ],
    uri: `/${place.path}`,
    isComplianceOwn: isOwn,
    ...(isInstall && clientOf(app.storage)),
  }
}

function lookAt(host: FoundHost, { variant }: AddChoice): RoutedApp {
  const { folder, root } = host
  const places = [host.app, `${root}src/`]
  const [found = `${host.app}shopify.server.${host.extension}`] = places.flatMap((place) =>
    findSources(folder, place, 'shopifyApp('),
  )
  const entry = host.entry ?? found
  const app = places.find((place) => entry.startsWith(place)) ?? host.app
  const config =
    ifUnderstood(() => parseSourceFile(entry, folder.read(entry) ?? '')) ?? parseSourceFile(entry, '')
  const storage = ifUnderstood(() => detectStorage(config, findShopifyConfig(config)))
  const extension = /\.tsx?$/.test(entry) ? 'ts' : 'js'
  const sources: Omit<RoutedApp, 'storage'> = { ...host, app, entry, extension, config, variant }
  return { ...sources, storage: storage ?? guessStorage(sources) }
}

function guessStorage({ folder, root, app, entry }: Omit<RoutedApp, 'storage'>): SessionStorage {
  const dependencies = toRecord(readManifest(folder, `${root}package.json`)['dependencies'])
  const hasClient = ['ts', 'js'].some((end) => folder.read(`${app}db.server.${end}`) !== null)
  if (!hasClient || !('@shopify/shopify-app-session-storage-prisma' in dependencies)) {
    return { kind: 'other', name: 'other' }
  }
  const prisma = { local: 'prisma', from: importPath(entry, `${app}db.server`), imported: null }
  return { kind: 'prisma', prisma, table: 'session' }
}

function ledgerSteps(app: RoutedApp, choice: AddChoice): readonly ManualStep[] {
  const file = `${app.app}affiliate.server.${app.extension}`
  const verb = app.folder.read(file) === null ? 'Create' : 'Add this to'
  const hint = app.storage.kind === 'other' ? memoryHint : ''
  const code = ledgerFile(storageFrom(app.storage, app.entry, file))
  const table = app.storage.kind === 'prisma' ? tableSteps(app, choice) : []
  return [{ title: `${verb} ${file}${hint}:`, code }, ...table]
}

function hookStep(app: RoutedApp): ManualStep {
  const { recipes, ledger } = importsFor(app, app.entry)
  const shopify = findShopify(app.config)
  const reader = shopify && readerCode(shopify)
  const hook = `identifyOnInstall({ ledger: installLedger${reader ? ', readShop' : ''} })`
  const place = app.folder.read(app.entry) === null ? 'where you call shopifyApp' : `in ${app.entry}`
  const hasOwn = /\bafterAuth\b/.test(app.config.text)
  const isMadeOften = isCalledInFunction(app.config)
  const code = [
    ...(reader ? [reader.importLine] : []),
    `import { identifyOnInstall } from '${recipes}';`,
    `import { installLedger } from '${ledger}';`,
    '',
    ...(hasOwn || isMadeOften ? [`const identifyShop = ${hook};`, ''] : []),
    ...(hasOwn
      ? ['afterAuth: async (auth) => {', '  identifyShop(auth);', '  // …', '},']
      : [
          `${shopify ? `const ${shopify.local} = ` : ''}shopifyApp({`,
          `  hooks: { afterAuth: ${isMadeOften ? 'identifyShop' : hook} },`,
          '});',
        ]),
    ...(reader ? ['', reader.code] : []),
  ]
  const words = hasOwn ? 'Call the hook in your afterAuth' : 'Add the hook'
  return { title: `${words} ${place}${isMadeOften ? onceHint : ''}:`, code: code.join('\n') }
}

const onceHint =
  '. Make it once, outside of the function that calls shopifyApp, so that its ledger outlives a request'

function findCompliance(app: RoutedApp): WebhookPlace {
  const path = 'webhooks/compliance'
  const file = ifUnderstood(() => findRouteFile(app, path))
  return { path, file: file ?? newRoute(app, path), isNew: file === undefined }
}

/** A route that is not in the list of an app that has one serves nothing. */
function listSteps(app: RoutedApp, places: readonly WebhookPlace[]): readonly ManualStep[] {
  const list = ifUnderstood(() => readRouteList(app))
  const missing = places.filter(({ path }) => !list?.files.has(path))
  if (list === undefined || missing.length === 0) return []
  const routes = missing.map(({ path, file }) => `route('${path}', '${file.slice(app.app.length)}'),`)
  const source = app.framework === 'remix' ? '@remix-run/route-config' : '@react-router/dev/routes'
  const hasImport = findImports(
    parseSourceFile(list.path, app.folder.read(list.path) ?? ''),
    () => true,
  ).some(({ specifiers }) => specifiers.some(({ local }) => local.name === 'route'))
  const lines = [...(hasImport ? [] : [`import { route } from '${source}';`, '']), ...routes]
  return [{ title: `List the routes in ${list.path}, at its top level:`, code: lines.join('\n') }]
}
