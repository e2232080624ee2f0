import { isFunction } from '@babel/types'
import { routeId } from './check-routes.ts'
import { atPlace, type Finding, warning } from './finding.ts'
import { type CheckedApp, callsOf } from './read-app.ts'
import type { KnownCall } from './recipe-calls.ts'
import { readProperty, resolveValue } from './resolve-value.ts'
import { walk } from './walk.ts'

/**
 * Whether the uninstall routes of React Router and Remix do anything for the app, since Express deletes sessions by itself;
 * and whether those of all spare a shop that is back.
 */
export function checkCleanup(app: CheckedApp): readonly Finding[] {
  const handlers = callsOf(app, 'handleUninstall')
  const idle = handlers
    .filter(({ source }) => routeId(source.path) !== undefined)
    .filter((call) => doesNothing(call, app))
  const careless = [...handlers, ...callsOf(app, 'forwardUninstall')].filter((call) => sparesNone(call, app))
  return [
    ...idle.map(({ place }) => atPlace(place, keepsSessions)),
    ...careless.map(({ place }) => atPlace(place, deletesNewSessions)),
  ]
}

const keepsSessions = warning(
  'SESSION',
  'Nothing deletes the sessions of the shop: Shopify runs no hook at a reinstall while the old one is stored.',
  'Delete them in onUninstalled: if (!isBack) await prisma.session.deleteMany({ where: { shop } }).',
)

const deletesNewSessions = warning(
  'SESSION',
  'The sessions are deleted also where the shop is back: an uninstall may be delivered after the reinstall.',
  'Ask in onUninstalled: if (isBack) return.',
)

/** Whether the callback itself deletes, and does not ask whether the shop is back. */
function sparesNone({ options }: KnownCall, { sources }: CheckedApp): boolean {
  const callback = readProperty(options, 'onUninstalled', sources)
  if (typeof callback === 'string') return false
  const { node, source } = resolveValue(callback, sources)
  if (!isFunction(node)) return false
  const code = source.text.slice(node.body.start ?? 0, node.body.end ?? 0)
  return /delete|remove|destroy/i.test(code) && !/isBack|triggeredAt/.test(code)
}

/** Whether there is no callback, or one that at most logs: what any other call does cannot be told. */
function doesNothing({ options }: KnownCall, { sources }: CheckedApp): boolean {
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
