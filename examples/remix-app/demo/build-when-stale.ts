import { execFile } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '..')
// Not within `build`: `npm run build` empties that, also while a demo runs that will load its build anew.
export const buildDirectory = 'demo/build'
const packages = ['@affiliate-platform/sdk', '@affiliate-platform/shopify-recipes']

/** Builds the app for the demo, unless its build is newer than everything that it is made of. */
export async function buildWhenStale(): Promise<void> {
  const sources = [
    join(root, 'app'),
    join(root, 'vite.config.ts'),
    ...packages.map((name) => dirname(fileURLToPath(import.meta.resolve(name)))),
  ]
  const builtAtMs = findChangeMs(join(root, buildDirectory, 'server/index.js'))
  if (builtAtMs > Math.max(...sources.map(findChangeMs))) return
  process.stdout.write('Building the example app …\n')
  const remix = join(
    dirname(createRequire(import.meta.url).resolve('@remix-run/dev/package.json')),
    'dist/cli.js',
  )
  await promisify(execFile)(process.execPath, [remix, 'vite:build'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', BUILD_DIRECTORY: buildDirectory },
  })
}

/** When a file, or any file of a folder, was last changed; 0 for none. */
function findChangeMs(path: string): number {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return 0
  if (!stats.isDirectory()) return stats.mtimeMs
  return Math.max(0, ...readdirSync(path).map((name) => findChangeMs(join(path, name))))
}
