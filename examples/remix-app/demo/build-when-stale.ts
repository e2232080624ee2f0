import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '..')
// Not within `build`: `npm run build` empties that, also while a demo runs that will load its build anew.
export const buildDirectory = join(root, 'demo/build/app')
const packages = ['@affiliate-platform/sdk', '@affiliate-platform/shopify-recipes']

/**
 * Builds the app for the demo into `directory`, unless the build there is newer than everything that it is made of.
 * Demos that start at once each build for themselves; the first to end is the one that all of them load.
 */
export async function buildWhenStale(directory: string): Promise<void> {
  if (!isStale(directory)) return
  process.stdout.write('Building the example app …\n')
  const remix = join(
    dirname(createRequire(import.meta.url).resolve('@remix-run/dev/package.json')),
    'dist/cli.js',
  )
  mkdirSync(dirname(directory), { recursive: true })
  const made = mkdtempSync(`${directory}-`)
  const forget = () => rmSync(made, { recursive: true, force: true })
  process.once('exit', forget)
  await promisify(execFile)(process.execPath, [remix, 'vite:build'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', BUILD_DIRECTORY: relative(root, made) },
  })
  if (isStale(directory)) {
    rmSync(directory, { recursive: true, force: true })
    renameSync(made, directory)
  }
  forget()
  process.off('exit', forget)
}

function isStale(directory: string): boolean {
  const sources = [
    join(root, 'app'),
    join(root, 'vite.config.ts'),
    ...packages.map((name) => dirname(fileURLToPath(import.meta.resolve(name)))),
  ]
  return findChangeMs(join(directory, 'server/index.js')) <= Math.max(...sources.map(findChangeMs))
}

/** When a file, or any file of a folder, was last changed; 0 for none. */
function findChangeMs(path: string): number {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return 0
  if (!stats.isDirectory()) return stats.mtimeMs
  return Math.max(0, ...readdirSync(path).map((name) => findChangeMs(join(path, name))))
}
