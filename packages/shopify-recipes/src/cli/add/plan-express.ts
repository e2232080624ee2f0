import { posix } from 'node:path'
import type { CallExpression } from '@babel/types'
import type { Host } from './detect-host.ts'
import { type ExpressParts, expressFile, expressNames } from './express-file.ts'
import { findMount } from './express-mount.ts'
import type { AddChoice, Draft, HostPlan } from './host-plan.ts'
import { importExtension, withTable } from './plan-routes.ts'
import { type Privacy, readPrivacy } from './read-privacy.ts'
import { hasVariant, uninstallRecipe, usesRecipes } from './recipe-names.ts'
import { resolveImport } from './resolve-import.ts'
import { detectStorage, storageFrom } from './session-storage.ts'
import { findImportedName, findShopifyConfig, type ImportedName } from './shopify-config.ts'
import {
  applyEdits,
  findImports,
  indentAt,
  insertAfterImports,
  insertAt,
  parseSourceFile,
  type SourceFile,
} from './source-file.ts'
import { restyle } from './source-style.ts'
import { complianceUri, subscriptionFor } from './subscriptions.ts'
import { findCalls } from './syntax.ts'
import { UnsupportedAppError } from './unsupported-app-error.ts'

/** Plans an Express app that authorizes by `auth.callback()`, as Shopify's Node template does. */
export function planExpress(host: Host, choice: AddChoice, hasOwnCompliance: boolean): HostPlan {
  const { folder, entry, extension } = host
  const server = parseSourceFile(entry, folder.read(entry) ?? '')
  const callback = findCallback(server)
  const shopify = findShopify(server, callback)
  if (choice.hasBackfill) {
    throw new UnsupportedAppError(
      'The backfill route of an Express app is described in docs/backfill.md of this package.',
    )
  }
  const config = readShopifyFile(host, shopify)
  const path = posix.join(posix.dirname(entry), `affiliate.${extension}`)
  const storage = storageFrom(detectStorage(config, findShopifyConfig(config)), config.path, path)
  const text = folder.read(path)
  const present = text === null ? undefined : parseSourceFile(path, text)
  if (present && !hasVariant(present, choice.variant)) {
    throw new UnsupportedAppError(`${path} already exists, without ${uninstallRecipe[choice.variant]}.`)
  }
  const privacy: Privacy = hasOwnCompliance ? { kind: 'own' } : readPrivacy(server, host)
  const parts: ExpressParts = { variant: choice.variant, shopify, storage, privacy }
  const recipes: Draft = [path, text ?? restyle(expressFile(parts), config.style)]
  const isMounted = findImports(server, (from) => from.startsWith('./affiliate')).length > 0
  const edited: Draft = [entry, isMounted ? server.text : addMiddleware(server, callback, parts)]
  const drafts = [recipes, edited]
  const handlesCompliance = present ? usesRecipes(present, 'handleCompliance') : privacy.kind !== 'own'
  if (choice.variant === 'forward') return { drafts, steps: [], handlesCompliance }
  return { ...withTable(host, storage, { nowMs: choice.nowMs, drafts }), handlesCompliance }
}

function addMiddleware(server: SourceFile, callback: CallExpression, parts: ExpressParts): string {
  const { variant, privacy } = parts
  const line = `import { ${expressNames(parts)} } from './affiliate${importExtension(server)}';`
  const { app, position } = findMount(server)
  const routes = [
    `${app}.post('${subscriptionFor('express', variant).uri}', shopUninstalled);`,
    ...(privacy.kind === 'own' ? [] : [`${app}.post('${complianceUri('express')}', complianceRequested);`]),
  ]
  const start = server.style.eol + indentAt(server.text, position)
  return applyEdits(server.text, [
    insertAfterImports(server, [restyle(line, server.style)]),
    insertAt(position, routes.map((route) => start + restyle(route, server.style)).join('')),
    ...(variant === 'install' ? [insertAt(callback.end ?? 0, nextArgument(server, callback))] : []),
  ])
}

/** Behind `auth.callback()`, on a line of its own where that has one. */
function nextArgument({ text, style }: SourceFile, callback: CallExpression): string {
  const start = callback.start ?? 0
  const line = text.slice(text.lastIndexOf('\n', start) + 1, start)
  return line.trim() === '' ? `,${style.eol}${line}identifyShop` : ', identifyShop'
}

function findCallback(server: SourceFile): CallExpression {
  const [callback, ...others] = findCalls(server.program, 'callback')
  const isRouted = findCalls(server.program, 'get').some(({ arguments: given }) =>
    given.some((value) => value === callback),
  )
  if (callback !== undefined && others.length === 0 && isRouted) return callback
  throw unknownServer(server)
}

/** The import of what `shopifyApp` returned: `shopify` in `shopify.auth.callback()`. */
function findShopify(server: SourceFile, { callee }: CallExpression): ImportedName {
  const auth = callee.type === 'MemberExpression' ? callee.object : undefined
  const object = auth?.type === 'MemberExpression' ? auth.object : undefined
  const name = object?.type === 'Identifier' ? findImportedName(server, object.name) : undefined
  if (name?.from.startsWith('.')) return name
  throw unknownServer(server)
}

function readShopifyFile({ folder, entry }: Host, { from }: ImportedName): SourceFile {
  const found = resolveImport(folder, entry, from)
  if (found === undefined) throw new UnsupportedAppError(`${from} in ${entry} was not found.`)
  return parseSourceFile(found, folder.read(found) ?? '')
}

function unknownServer({ path }: SourceFile): UnsupportedAppError {
  return new UnsupportedAppError(
    `${path} does not authorize shops by one shopify.auth.callback() in an app.get(…).`,
  )
}
