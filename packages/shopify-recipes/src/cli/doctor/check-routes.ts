import { mountPath } from './express-mounts.ts'
import { atPlace, error, type Finding } from './finding.ts'
import { type CheckedApp, callsOf } from './read-app.ts'
import type { KnownCall } from './recipe-calls.ts'

/** Files that serve nothing: one of two for the same route, and one that is not in the list of an app that has one. */
export function checkRoutes(app: CheckedApp): readonly Finding[] {
  return callsOf(app, 'handleUninstall', 'forwardUninstall', 'handleCompliance').flatMap(({ source }) => {
    const id = routeId(source.path)
    if (id === undefined) return []
    const list = findList(source.path, app)
    const [, name = ''] = source.path.split(/(?:^|\/)app\/(?=routes\/)/)
    const isUnlisted = ![...app.sources.values()].some(({ text }) => text.includes(name))
    // What vite.config lists comes on top of the files.
    if (list?.includes('routes.') && isUnlisted) {
      const path = id.replaceAll('.', '/')
      const detail = `${list} does not list this file: no address leads to it.`
      return [atPlace(source.path, error('ROUTE', detail, `Add route('${path}', '${name}') to ${list}.`))]
    }
    const others = [...app.sources.keys()].filter((path) => path !== source.path && routeId(path) === id)
    const detail = `This file and ${source.path} are the same route: only one of them runs.`
    return others.map((path) => atPlace(path, error('ROUTE', detail, `Delete ${path}.`)))
  })
}

/** The paths at which handlers of a topic are mounted; undefined for one that is not seen. */
export function mountPaths(app: CheckedApp, calls: readonly KnownCall[]): readonly (string | undefined)[] {
  return calls.map((call) => mountPath(call, app) ?? routePath(call.source.path, app))
}

/** The id of a flat route: its file or folder below `app/routes`, without what a file's name ends with. */
export function routeId(path: string): string | undefined {
  const match = /(?:^|\/)app\/routes\/(.+?)(?:\/(?:route|index))?\.[jt]sx?$/.exec(path)
  return match?.[1]
}

/** The paths of all routes that are named by their files; undefined where others may exist. */
export function routePaths(app: CheckedApp): readonly string[] | undefined {
  const routes = [...app.sources.keys()].filter((path) => routeId(path) !== undefined)
  const paths = routes.map((path) => routePath(path, app))
  const known = paths.filter((path) => path !== undefined)
  return known.length < paths.length || known.length === 0 ? undefined : known
}

function routePath(path: string, app: CheckedApp): string | undefined {
  const id = routeId(path)
  if (id === undefined || findList(path, app) !== undefined || /[$[(]/.test(id)) return undefined
  const segments = id.split(/[./]/).filter((segment) => !segment.startsWith('_'))
  return `/${segments.map((segment) => segment.replace(/_$/, '')).join('/')}`
}

/** The file that lists the routes of the app that a route is in; undefined where their names are all there is. */
function findList(route: string, { sources }: CheckedApp): string | undefined {
  const root = route.slice(0, route.indexOf('app/routes/'))
  return ['app/routes.ts', 'app/routes.js', 'vite.config.ts', 'vite.config.js']
    .map((name) => root + name)
    .find((name) => {
      const { text } = sources.get(name) ?? {}
      return text !== undefined && !/flatRoutes\(/.test(text) && /route\(|RouteConfig|routes\(/.test(text)
    })
}
