import { isFunction } from '@babel/types'
import { routeId } from './check-routes.ts'
import { at, type Finding, warning } from './finding.ts'
import { type App, callsOf } from './read-app.ts'
import type { KnownCall } from './recipe-calls.ts'
import { readProperty, resolveValue } from './resolve-value.ts'
import { walk } from './walk.ts'

/** Whether the uninstall routes of React Router and Remix do anything for the app: Express deletes sessions by itself. */
export function checkCleanup(app: App): readonly Finding[] {
  return callsOf(app, 'handleUninstall')
    .filter(({ source }) => routeId(source.path) !== undefined)
    .filter((call) => doesNothing(call, app))
    .map(({ place }) => at(place, keepsSessions))
}

const keepsSessions = warning(
  'SESSION',
  'Nothing deletes the sessions of the shop: Shopify runs no hook at a reinstall while the old one is stored.',
  'Delete them in onUninstalled: await prisma.session.deleteMany({ where: { shop } }).',
)

/** Whether there is no callback, or one that at most logs: what any other call does cannot be told. */
function doesNothing({ options }: KnownCall, { sources }: App): boolean {
  const callback = readProperty(options, 'onUninstalled', sources)
  if (typeof callback === 'string') return callback === 'absent'
  const { node, source } = resolveValue(callback, sources)
  if (!isFunction(node)) return false
  let isEmpty = true
  walk(node, (one) => {
    if (one.type !== 'CallExpression') return
    isEmpty &&= /^(console|log|logger)\b/.test(source.text.slice(one.callee.start ?? 0, one.callee.end ?? 0))
  })
  return isEmpty
}
