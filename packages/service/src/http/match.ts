import type { Route } from './route.ts'

/** What a path and method lead to. */
export type Match =
  | { readonly kind: 'route'; readonly route: Route; readonly pathId: string }
  /** The path is known, with other methods only. */
  | { readonly kind: 'other_method'; readonly allowed: readonly string[] }
  | { readonly kind: 'unknown' }

/** Finds the route of a request by exact path segments; `:id` takes any one segment. */
export function matchRoute(routes: readonly Route[], method: string, path: string): Match {
  const segments = path.split('/')
  const onPath = routes.flatMap((route) => {
    const pathId = matchPath(route.operation.path, segments)
    return pathId === undefined ? [] : [{ route, pathId }]
  })
  const found = onPath.find(({ route }) => route.operation.method === method)
  if (found !== undefined) return { kind: 'route', ...found }
  if (onPath.length === 0) return { kind: 'unknown' }
  return { kind: 'other_method', allowed: onPath.map(({ route }) => route.operation.method) }
}

/** The text that stands for `:id`, empty when the pattern has none; `undefined` when the path does not match. */
function matchPath(pattern: string, segments: readonly string[]): string | undefined {
  const expected = pattern.split('/')
  if (expected.length !== segments.length) return undefined
  let pathId = ''
  for (const [index, name] of expected.entries()) {
    const segment = segments[index] ?? ''
    if (name === ':id') pathId = segment
    else if (name !== segment) return undefined
  }
  return pathId
}
