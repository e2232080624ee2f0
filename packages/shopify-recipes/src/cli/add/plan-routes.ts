import { posix } from 'node:path'
import { addHook } from './add-hook.ts'
import { planReader } from './add-reader.ts'
import { backfillRouteBlock, complianceRoute, ledgerFile, newWebhook } from './code-blocks.ts'
import { executors, type Host } from './detect-host.ts'
import { dropWebhook } from './drop-webhook.ts'
import type { AddChoice, Draft, HostPlan } from './host-plan.ts'
import { findLegacyFile, legacyUri, splitLegacyWebhook } from './legacy-webhook.ts'
import { handlesCompliance } from './own-compliance.ts'
import { draftPrisma } from './prisma-drafts.ts'
import { packageName } from './recipe-names.ts'
import { replaceWebhook, type WebhookImports } from './replace-webhook.ts'
import { findRouteFile, newRoute, readRouteList } from './route-files.ts'
import { detectStorage, type SessionStorage, storageFrom } from './session-storage.ts'
import { findShopifyConfig } from './shopify-config.ts'
import { findImports, parseSourceFile, type SourceFile } from './source-file.ts'
import { restyle, type SourceStyle } from './source-style.ts'
import { findConstant } from './syntax.ts'
import { UnsupportedAppError } from './unsupported-app-error.ts'

const uninstallPath = 'webhooks/app/uninstalled'
const compliancePath = 'webhooks/compliance'

/** Plans an app with routes in files: React Router or Remix. */
export function planRoutes(host: Host, choice: AddChoice, hasOwnCompliance: boolean): HostPlan {
  const { folder, framework, entry } = host
  const original = parseSourceFile(entry, folder.read(entry) ?? '')
  const config = dropWebhook(original, findShopifyConfig(original))
  const storage = detectStorage(config, findShopifyConfig(config))
  const end = importExtension(config)
  const recipes = `${packageName}/${framework}`
  const ledger = `affiliate.server${end}`
  const imports = {
    variant: choice.variant,
    recipes,
    ledger: `../${ledger}`,
    sessions: /^export const sessionStorage\b/m.test(config.text) ? `../${configName(config)}` : undefined,
  }
  const legacy = draftLegacy(host, imports)
  const compliance = hasOwnCompliance ? undefined : draftCompliance(host, imports, config.style)
  const routes = [
    ...(legacy ?? [draftWebhook(host, imports, { config, storage })]),
    ...(compliance ? [compliance] : []),
    ...(choice.hasBackfill ? [draftBackfill(host, imports, { config, storage })] : []),
  ]
  const rest = { handlesCompliance: compliance !== undefined, ...(legacy && { movedFrom: legacyUri }) }
  if (choice.variant === 'forward') return { drafts: [[entry, config.text], ...routes], steps: [], ...rest }
  const reader = planReader(config)
  const hook = addHook(config, { recipes, ledger: `./${ledger}`, reader })
  const file = draftLedger(host, config, storage)
  const plan = withTable(host, storage, { nowMs: choice.nowMs, drafts: [file, [entry, hook], ...routes] })
  const steps = reader || hook === config.text ? plan.steps : [...plan.steps, retryStep]
  return { ...plan, steps, ...rest }
}

/** The routes of an app that handles uninstalls in one of all topics; undefined for any other. */
function draftLegacy(host: Host, imports: WebhookImports): readonly Draft[] | undefined {
  const path = findRouteFile(host, uninstallPath) === undefined ? findLegacyFile(host) : undefined
  if (path === undefined) return undefined
  requireFileRoutes(host)
  const file = parseSourceFile(path, host.folder.read(path) ?? '')
  const { text, uninstalled } = splitLegacyWebhook(file, imports)
  return [
    [path, text],
    [newRoute(host, uninstallPath), uninstalled],
  ]
}

/** The route of the compliance topics; undefined where the app has one of its own, or names no routes by files. */
function draftCompliance(host: Host, imports: WebhookImports, style: SourceStyle): Draft | undefined {
  const path = findRouteFile(host, compliancePath)
  if (handlesCompliance(host)) return undefined
  if (path !== undefined) return [path, host.folder.read(path) ?? '']
  if (readRouteList(host) !== undefined) return undefined
  return [newRoute(host, compliancePath), restyle(complianceRoute(imports), style)]
}

export const retryStep =
  'Call retryMissedInstalls: see "Missed installs" in docs/identify-on-install.md of this package.'

/** Adds the ledger's table where the ledger lies in the database, and says so where it does not. */
export function withTable(
  { folder, root, extension, packageManager }: Host,
  storage: SessionStorage,
  { nowMs, drafts }: { readonly nowMs: number; readonly drafts: readonly Draft[] },
): Omit<HostPlan, 'handlesCompliance'> {
  if (storage.kind === 'other') return { drafts, steps: [memoryStep] }
  if (storage.kind !== 'prisma') {
    const [name, range] = clients[storage.kind]
    const types = name === 'pg' && extension === 'ts' && { '@types/pg': '^8.10.0' }
    return { drafts, steps: [], ...(importsAny(drafts, name) && { packages: { [name]: range, ...types } }) }
  }
  const prisma = draftPrisma(folder, root, nowMs)
  const words = prisma.hasMigrations ? ['migrate deploy', 'generate'] : ['db push']
  const step = words.map((word) => `${executors[packageManager]} prisma ${word}`).join(' && ')
  return { drafts: [...drafts, ...prisma.drafts], steps: prisma.drafts.length > 0 ? [step] : [] }
}

const memoryStep =
  'The ledger is in memory, fine for a single process that is never restarted: after a restart each shop is identified again, missed installs are lost, and a second process does not know what the first one did. Choose another one: see "Ledgers" in docs/identify-on-install.md of this package.'

// In ranges that go with those of Shopify's session storages, so that the app goes on with one copy.
export const clients = {
  sqlite: ['sqlite3', '^5.1.7'],
  postgresql: ['pg', '^8.11.3'],
  mysql: ['mysql2', '^3.9.0'],
  redis: ['redis', '>=4.6.0 <6'],
  mongodb: ['mongodb', '>=6.0.0 <8'],
} as const

function importsAny(drafts: readonly Draft[], name: string): boolean {
  const isOf = (from: string) => from === name || from.startsWith(`${name}/`)
  return drafts.some(
    ([path, text]) => /\.[jt]sx?$/.test(path) && findImports(parseSourceFile(path, text), isOf).length > 0,
  )
}

function draftLedger({ folder, app, extension }: Host, config: SourceFile, storage: SessionStorage): Draft {
  const path = `${app}affiliate.server.${extension}`
  const text = folder.read(path)
  if (text === null) return [path, restyle(ledgerFile(storage), config.style)]
  if (findConstant(parseSourceFile(path, text), 'installLedger')) return [path, text]
  throw new UnsupportedAppError(`${path} already exists, without an installLedger.`)
}

function draftWebhook(
  host: Host,
  imports: WebhookImports,
  { config, storage }: { readonly config: SourceFile; readonly storage: SessionStorage },
): Draft {
  const path = findRouteFile(host, uninstallPath)
  if (path !== undefined) {
    const up = posix.relative(posix.dirname(path), host.app)
    const { ledger, sessions } = imports
    const own = { ...imports, ledger: ledger.replace('..', up), sessions: sessions?.replace('..', up) }
    return [path, replaceWebhook(parseSourceFile(path, host.folder.read(path) ?? ''), own)]
  }
  requireFileRoutes(host)
  if (storage.kind !== 'prisma' && imports.sessions === undefined) {
    throw new UnsupportedAppError(`${config.path} exports no sessionStorage to delete sessions from.`)
  }
  const file = newRoute(host, uninstallPath)
  const code = newWebhook(imports, storageFrom(storage, config.path, file))
  return [file, restyle(code, config.style)]
}

/** Elsewhere a new file is no route. */
function requireFileRoutes(host: Host): void {
  if (readRouteList(host) === undefined) return
  throw new UnsupportedAppError('The routes of this app do not follow from its file names.')
}

function draftBackfill(
  host: Host,
  { variant, recipes, ledger: from }: WebhookImports,
  { config, storage }: { readonly config: SourceFile; readonly storage: SessionStorage },
): Draft {
  requireFileRoutes(host)
  const hasDefault = config.program.body.some(({ type }) => type === 'ExportDefaultDeclaration')
  if (storage.kind !== 'prisma' || !hasDefault) {
    throw new UnsupportedAppError(
      'The backfill route needs sessions in Prisma and shopifyApp as the default export.',
    )
  }
  const ledger = variant === 'install' ? from : null
  const file = newRoute(host, 'internal/affiliate-backfill')
  const stored = storageFrom(storage, config.path, file)
  const code = backfillRouteBlock({ recipes, config: `../${configName(config)}`, storage: stored, ledger })
  return [file, restyle(code, config.style)]
}

const configName = (config: SourceFile): string =>
  posix.basename(config.path, posix.extname(config.path)) + importExtension(config)

/** How a file's relative imports end: with `.js` or `.ts`, or, as a bundler allows, with neither. */
export function importExtension(file: SourceFile): string {
  const [relative] = findImports(file, (from) => from.startsWith('.'))
  const end = posix.extname(relative?.source.value ?? '')
  return end === '.js' || end === '.ts' ? end : ''
}
