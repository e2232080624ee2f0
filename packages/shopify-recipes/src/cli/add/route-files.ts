import type { AppFolder } from './app-folder.ts'
import { findImports, parseSource } from './source-file.ts'
import { UnsupportedAppError } from './unsupported-app-error.ts'

const extensions = ['.tsx', '.ts', '.jsx', '.js']

/**
 * Finds the file of a route that is named by it, such as `app/routes/webhooks.app.uninstalled`.
 *
 * @throws UnsupportedAppError where there are two
 */
export function findRouteFile(folder: AppFolder, name: string): string | undefined {
  const paths = extensions.flatMap((end) => [name + end, `${name}/route${end}`])
  const [path, ...others] = paths.filter((one) => folder.read(one) !== null)
  if (others.length > 0) throw new UnsupportedAppError(`${path} and ${others.join(', ')} are the same route.`)
  return path
}

/** Whether a new file in `app/routes` becomes a route by its name. */
export function hasFileRoutes(folder: AppFolder): boolean {
  const routes = ['app/routes.ts', 'app/routes.js']
    .map((name) => folder.read(name))
    .find((text) => text !== null)
  if (!routes) return true
  return findImports(parseSource('app/routes.ts', routes), (from) => from.endsWith('/fs-routes')).length > 0
}
