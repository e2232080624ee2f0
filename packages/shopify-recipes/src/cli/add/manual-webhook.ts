import { posix } from 'node:path'
import { readWebhooks, stringsOf, subscriptionPathOf, type TomlFile } from './app-toml.ts'
import { newWebhook } from './code-blocks.ts'
import type { FoundHost } from './detect-host.ts'
import { findLegacyFile, legacyForward } from './legacy-webhook.ts'
import { ifUnderstood, type ManualStep } from './manual-step.ts'
import { importExtension } from './plan-routes.ts'
import { packageName, type Variant } from './recipe-names.ts'
import type { WebhookImports } from './replace-webhook.ts'
import { importPath } from './resolve-import.ts'
import { findNamedFile, findRouteFile, newRoute } from './route-files.ts'
import { type SessionStorage, storageFrom } from './session-storage.ts'
import type { SourceFile } from './source-file.ts'

/** A routed app, as far as its files tell. */
export interface RoutedApp extends FoundHost {
  /** The file that calls `shopifyApp`, or where templates have it. */
  readonly entry: string
  /** That file; empty where it was not found. */
  readonly config: SourceFile
  readonly storage: SessionStorage
  readonly variant: Variant
}

/** A route, and the file that serves it or is to serve it. */
export interface WebhookPlace {
  readonly path: string
  readonly file: string
  readonly isNew: boolean
}

/** What a file of the app imports for the recipes. */
export function importsFor(
  { app, entry, config, framework, variant }: Omit<RoutedApp, 'storage'>,
  file: string,
): WebhookImports {
  const end = importExtension(config)
  const hasSessions = /^export const sessionStorage\b/m.test(config.text)
  return {
    variant,
    recipes: `${packageName}/${framework}`,
    ledger: importPath(file, `${app}affiliate.server${end}`),
    sessions: hasSessions ? importPath(file, entry.slice(0, -posix.extname(entry).length) + end) : undefined,
  }
}

/** Where uninstalls are handled: in the route that they are delivered to now, if it has no other topics. */
export function findPlace(app: RoutedApp, configurations: readonly TomlFile[]): WebhookPlace {
  const usual = 'webhooks/app/uninstalled'
  const legacy = ifUnderstood(() => findLegacyFile(app))
  for (const path of [...currentPaths(configurations), usual]) {
    const file = ifUnderstood(() => findRouteFile(app, path) ?? findNamedFile(app, path))
    if (file !== undefined && file !== legacy) return { path, file, isNew: false }
  }
  return { path: usual, file: newRoute(app, usual), isNew: true }
}

/** The only path that uninstalls are delivered to, without other topics. */
function currentPaths(configurations: readonly TomlFile[]): readonly string[] {
  const tables = configurations.flatMap((file) => ifUnderstood(() => readWebhooks(file).subscriptions) ?? [])
  const isUninstall = (topic: string) => topic === 'app/uninstalled'
  const used = tables.filter((table) => stringsOf(table, 'topics').some(isUninstall))
  const paths = new Set(used.map(subscriptionPathOf))
  const isShared = tables.some(
    (table) => paths.has(subscriptionPathOf(table)) && !stringsOf(table, 'topics').every(isUninstall),
  )
  return paths.size === 1 && !isShared ? [...paths].map((path) => path.replace(/^\//, '')) : []
}

/** An app that handles all topics in one route gets one for uninstalls beside it. */
export function webhookSteps(app: RoutedApp, { file, isNew }: WebhookPlace): readonly ManualStep[] {
  const legacy = isNew ? ifUnderstood(() => findLegacyFile(app)) : undefined
  const code = newWebhook(importsFor(app, file), storageFrom(app.storage, app.entry, file))
  const registered: readonly ManualStep[] = app.config.text.includes('APP_UNINSTALLED')
    ? [{ title: `Remove APP_UNINSTALLED from the webhooks in ${app.entry}.` }]
    : []
  if (legacy === undefined) {
    const title = isNew ? `Create ${file}:` : `Replace ${file}, and move its cleanup into onUninstalled:`
    return [{ title, code }, ...registered]
  }
  const from = importPath(legacy, file.slice(0, -posix.extname(file).length))
  return [
    { title: `Create ${file}, with the cleanup of APP_UNINSTALLED in ${legacy}:`, code },
    {
      title: `In ${legacy}, remove that, and begin the action with:`,
      code: `import { action as shopUninstalled } from '${from}';\n\n${legacyForward('request')}`,
    },
    ...registered,
  ]
}
