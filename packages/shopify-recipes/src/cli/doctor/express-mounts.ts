import type { CallExpression, Node } from '@babel/types'
import type { CheckedApp } from './read-app.ts'
import type { KnownCall } from './recipe-calls.ts'
import { resolveValue, type Value } from './resolve-value.ts'
import { keyName, walk } from './walk.ts'

/** A call such as `app.post('/path', handler)`. */
interface Mount {
  readonly object: Value
  readonly path: string
  readonly handlers: readonly Value[]
}

/** The path at which an Express app serves what a call makes; undefined where that is not seen. */
export function mountPath({ node, source }: KnownCall, app: CheckedApp): string | undefined {
  const mounts = findMounts(app)
  const holds = ({ node: handler, source: { path } }: Value) =>
    path === source.path && (handler.start ?? 0) <= (node.start ?? 0) && (handler.end ?? 0) >= (node.end ?? 0)
  const mount = mounts.find(({ handlers }) =>
    handlers.some((handler) => holds(handler) || holds(resolveValue(handler, app.sources))),
  )
  return mount && join(prefixOf(mount.object, { mounts, app, visited: new Set() }), mount.path)
}

interface Search {
  readonly mounts: readonly Mount[]
  readonly app: CheckedApp
  readonly visited: Set<Node>
}

/** What the paths of an app or a router begin with. */
function prefixOf(object: Value, { mounts, app, visited }: Search): string | undefined {
  const { node } = resolveValue(object, app.sources)
  if (visited.has(node)) return undefined
  visited.add(node)
  if (node.type !== 'CallExpression' || lastName(node) !== 'Router') return ''
  const mount = mounts.find(({ handlers }) =>
    handlers.some((handler) => resolveValue(handler, app.sources).node === node),
  )
  return mount && join(prefixOf(mount.object, { mounts, app, visited }), mount.path)
}

function findMounts({ sources }: CheckedApp): readonly Mount[] {
  const mounts: Mount[] = []
  for (const source of sources.values()) {
    walk(source.tree, (node) => {
      if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return
      if (!/^(post|use|all)$/.test(lastName(node) ?? '')) return
      const [first, ...others] = node.arguments
      const hasPath = first?.type === 'StringLiteral'
      mounts.push({
        object: { source, node: node.callee.object },
        path: hasPath ? first.value : '',
        handlers: (hasPath ? others : node.arguments).map((handler) => ({ source, node: handler })),
      })
    })
  }
  return mounts
}

function lastName({ callee }: CallExpression): string | undefined {
  return keyName(callee.type === 'MemberExpression' ? callee.property : callee)
}

function join(prefix: string | undefined, path: string): string | undefined {
  return prefix === undefined ? undefined : `${prefix.replace(/\/$/, '')}${path}`
}
