import type { Route } from './route.ts'

/** What a path and method lead to. */
export type Match =
  | { readonly kind: 'route'; readonly route: Route; readonly pathId: string }
  /** The path is known, with other methods only. */
  | { readonly kind: 'other_method'; readonly allowed: readonly string[] }
  | { readonly kind: 'unknown' }

/** Finds the route of a request by its method and its path. */
export type FindRoute = (method: string, path: string) => Match

/** Creates the search for a request's route by exact path segments; `:id` takes any one segment. */
export function createMatcher(routes: readonly Route[]): FindRoute {
  const patterns = routes.map((route) => ({ route, expected: route.operation.path.split('/') }))
  return (method, path) => {
    const segments = path.split('/')
    const allowed: string[] = []
    for (const { route, expected } of patterns) {
      const pathId = matchPath(expected, segments)
      if (pathId === undefined) continue
      if (route.operation.method === method) return { kind: 'route', route, pathId }
      allowed.push(route.operation.method)
    }
    return allowed.length === 0 ? { kind: 'unknown' } : { kind: 'other_method', allowed }
  }
}

/** The text that stands for `:id`, empty when the pattern has none; `undefined` when the path does not match. */
function matchPath(expected: readonly string[], segments: readonly string[]): string | undefined {
  if (expected.length !== segments.length) return undefined
  let pathId = ''
  for (const [index, name] of expected.entries()) {
    const segment = segments[index] ?? ''
    if (name === ':id') pathId = segment
    else if (name !== segment) return undefined
  }
  return pathId
}
