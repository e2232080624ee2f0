import { mountPath } from './express-mounts.ts'
import { at, error, type Finding } from './finding.ts'
import { type App, callsOf } from './read-app.ts'
import type { KnownCall } from './recipe-calls.ts'

/** Two files that serve one route: the framework takes one of them, and the other is dead code. */
export function checkRoutes(app: App): readonly Finding[] {
  return callsOf(app, 'handleUninstall', 'forwardUninstall', 'handleCompliance').flatMap(({ source }) => {
    const id = routeId(source.path)
    if (id === undefined) return []
    const others = [...app.sources.keys()].filter((path) => path !== source.path && routeId(path) === id)
    const detail = `This file and ${source.path} are the same route: only one of them runs.`
    return others.map((path) => at(path, error('ROUTE', detail, `Delete ${path}.`)))
  })
}

/** The paths at which handlers of a topic are mounted; undefined for one that is not seen. */
export function mountPaths(app: App, calls: readonly KnownCall[]): readonly (string | undefined)[] {
  return calls.map((call) => mountPath(call, app) ?? routePath(call.source.path, app))
}

/** The id of a flat route: its file or folder below `app/routes`, without what a file's name ends with. */
export function routeId(path: string): string | undefined {
  const match = /(?:^|\/)app\/routes\/(.+?)(?:\/(?:route|index))?\.[jt]sx?$/.exec(path)
  return match?.[1]
}

/** The paths of all routes that are named by their files; undefined where others may exist. */
export function routePaths(app: App): readonly string[] | undefined {
  const routes = [...app.sources.keys()].filter((path) => routeId(path) !== undefined)
  const paths = routes.map((path) => routePath(path, app))
  const known = paths.filter((path) => path !== undefined)
  return known.length < paths.length || known.length === 0 ? undefined : known
}

function routePath(path: string, { sources }: App): string | undefined {
  const isConfigured = ['app/routes.ts', 'app/routes.js', 'vite.config.ts', 'vite.config.js'].some((name) => {
    const { text } = sources.get(name) ?? {}
    return text !== undefined && !/flatRoutes\(/.test(text) && /route\(|RouteConfig|routes\(/.test(text)
  })
  const id = routeId(path)
  if (id === undefined || isConfigured || /[$[(]/.test(id)) return undefined
  const segments = id.split(/[./]/).filter((segment) => !segment.startsWith('_'))
  return `/${segments.map((segment) => segment.replace(/_$/, '')).join('/')}`
}
