import { posix } from 'node:path'
import type { Node } from '@babel/types'
import type { Host } from './detect-host.ts'
import { findImports, parseSourceFile } from './source-file.ts'
import { calleeName, resolveConstant } from './syntax.ts'
import { UnsupportedAppError } from './unsupported-app-error.ts'

/** Where the sources of a routed app are. */
export type RoutedSources = Pick<Host, 'folder' | 'app'>

/** The routes of an app that does not name them by their files. */
export interface RouteList {
  /** The file with the list. */
  readonly path: string
  /** The files of the listed routes, by their paths. */
  readonly files: ReadonlyMap<string, string>
}

const extensions = ['.tsx', '.ts', '.jsx', '.js']

/**
 * Finds the file that serves a path, such as `webhooks/app/uninstalled`.
 *
 * @throws UnsupportedAppError where there are two
 */
export function findRouteFile(sources: RoutedSources, path: string): string | undefined {
  const list = readRouteList(sources)
  return list === undefined ? findNamedFile(sources, path) : list.files.get(path)
}

/**
 * Finds the file that is named by a path, whether it is a route or not.
 *
 * @throws UnsupportedAppError where there are two
 */
export function findNamedFile({ folder, app }: RoutedSources, route: string): string | undefined {
  const name = `${app}routes/${route.replaceAll('/', '.')}`
  const paths = extensions.flatMap((end) => [name + end, `${name}/route${end}`])
  const [path, ...others] = paths.filter((one) => folder.read(one) !== null)
  if (others.length > 0) throw new UnsupportedAppError(`${path} and ${others.join(', ')} are the same route.`)
  return path
}

/** The file for a new route. */
export function newRoute({ app, extension }: Host, route: string): string {
  return `${app}routes/${route.replaceAll('/', '.')}.${extension}`
}

/** The list of the routes; undefined where a new file in `app/routes` becomes a route by its name. */
export function readRouteList({ folder, app }: RoutedSources): RouteList | undefined {
  const path = [`${app}routes.ts`, `${app}routes.js`].find((name) => folder.read(name) !== null)
  if (path === undefined) return undefined
  const file = parseSourceFile(path, folder.read(path) ?? '')
  if (findImports(file, (from) => from.endsWith('/fs-routes')).length > 0) return undefined
  const files = new Map<string, string>()
  const statement = file.program.body.find(({ type }) => type === 'ExportDefaultDeclaration')
  if (statement?.type === 'ExportDefaultDeclaration') {
    collect(resolveConstant(file, statement.declaration), '', (route, target) => {
      const found = posix.join(app, target)
      if (folder.read(found) !== null) files.set(route, found)
    })
  }
  return { path, files }
}

/** Tells of each `route(path, file, children)`, whose children may also be those of a `layout` or a `prefix`. */
function collect(
  node: Node | null | undefined,
  parent: string,
  tell: (path: string, file: string) => void,
): void {
  if (node?.type === 'SpreadElement') collect(node.argument, parent, tell)
  if (node?.type === 'ArrayExpression') for (const element of node.elements) collect(element, parent, tell)
  if (node?.type !== 'CallExpression') return
  const name = calleeName(node)
  const [first, second] = node.arguments
  const hasPath = (name === 'route' || name === 'prefix') && first?.type === 'StringLiteral'
  const path = hasPath ? posix.join(parent, first.value).replace(/^\/|\/$/g, '') : parent
  if (hasPath && second?.type === 'StringLiteral') tell(path, second.value)
  for (const argument of node.arguments) collect(argument, path, tell)
}
