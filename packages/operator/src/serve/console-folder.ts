import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where the console was built. */
export function consoleFolder(): string {
  const manifest = import.meta.resolve('@affiliate-platform/console/package.json')
  return join(dirname(fileURLToPath(manifest)), 'dist')
}
