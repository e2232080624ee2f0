import { toRecord } from '../../lib/fault.ts'
import type { AppFolder } from './app-folder.ts'
import { UnsupportedAppError } from './unsupported-app-error.ts'

/** The frameworks that have an entry in this package. */
export type Framework = 'react-router' | 'remix' | 'express'

/** Where an app runs, as its manifest and file names tell. */
export interface Host {
  readonly folder: AppFolder
  readonly framework: Framework
  /** The folder of the server's `package.json`: empty, or with a `/` at its end. */
  readonly root: string
  /** The file that is edited to identify installs: it calls `shopifyApp`, or `auth.callback()` in Express. */
  readonly entry: string
  /** Without the dot. */
  readonly extension: 'ts' | 'js'
  /** The version range of Shopify's package for the framework. */
  readonly adapterVersion: string
  readonly packageManager: PackageManager
}

type PackageManager = 'npm' | 'pnpm' | 'yarn' | 'bun'

/** What runs a command of an installed package. */
export const executors: Readonly<Record<PackageManager, string>> = {
  npm: 'npx',
  pnpm: 'pnpm exec',
  yarn: 'yarn',
  bun: 'bunx',
}

const adapters: readonly (readonly [string, Framework])[] = [
  ['@shopify/shopify-app-react-router', 'react-router'],
  ['@shopify/shopify-app-remix', 'remix'],
  ['@shopify/shopify-app-express', 'express'],
]

const lockFiles: readonly (readonly [string, PackageManager])[] = [
  ['package-lock.json', 'npm'],
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
]

/**
 * Finds out what an app is made of: in the folder itself, in `web/`, or in another one below it.
 *
 * @throws UnsupportedAppError for one of no known framework, saying what was looked for
 */
export function detectHost(folder: AppFolder): Host {
  const roots = ['', 'web/', ...folder.list('.').map((name) => `${name}/`)]
  const found = roots.flatMap((root) => {
    const dependencies = toRecord(readManifest(folder, `${root}package.json`)['dependencies'])
    return adapters
      .filter(([name]) => name in dependencies)
      .map(([name, framework]) => ({ root, name, framework, dependencies }))
  })
  for (const { root, name, framework, dependencies } of found) {
    const entry = findEntry(folder, framework, root)
    if (entry === undefined) continue
    return {
      folder,
      framework,
      root,
      entry,
      extension: entry.endsWith('.ts') || entry.endsWith('.tsx') ? 'ts' : 'js',
      adapterVersion: String(dependencies[name]),
      packageManager: detectPackageManager(folder, root),
    }
  }
  const [first] = found
  if (first !== undefined) {
    const wanted =
      first.framework === 'express' ? `${first.root}index.*, server.* or app.*` : 'app/shopify.server.*'
    throw new UnsupportedAppError(`${first.root}package.json has ${first.name}, but there is no ${wanted}.`)
  }
  const apps = listApps(folder)
  const hint = apps.length > 0 ? ` Name the app's folder: --cwd ${apps.join(' or --cwd ')}` : ''
  throw new UnsupportedAppError(
    `No app of Shopify's React Router, Remix or Express package was found here.${hint}`,
  )
}

/** The apps in the folders of a workspace, two levels down as most are. */
function listApps(folder: AppFolder): readonly string[] {
  const names = folder.list('.').filter((name) => name !== 'node_modules' && !name.startsWith('.'))
  const places = names.flatMap((name) => folder.list(name).map((inner) => `${name}/${inner}`))
  return places.filter((place) => {
    const dependencies = toRecord(readManifest(folder, `${place}/package.json`)['dependencies'])
    return adapters.some(([name]) => name in dependencies)
  })
}

/** Reads a `package.json`; empty where there is none, or none that can be read. */
export function readManifest(folder: AppFolder, path: string): Readonly<Record<string, unknown>> {
  try {
    return toRecord(JSON.parse(folder.read(path) ?? '{}'))
  } catch {
    return {}
  }
}

const serverNames = ['index', 'server', 'app', 'src/index', 'src/server', 'src/app']

function findEntry(folder: AppFolder, framework: Framework, root: string): string | undefined {
  const names = framework === 'express' ? serverNames.map((name) => root + name) : ['app/shopify.server']
  const paths = names.flatMap((name) => ['.ts', '.tsx', '.js', '.jsx', '.mjs'].map((end) => name + end))
  const present = paths.filter((path) => folder.read(path) !== null)
  // Of several files of a server, the one that authorizes.
  return present.find((path) => folder.read(path)?.includes('.auth.callback(')) ?? present[0]
}

function detectPackageManager(folder: AppFolder, root: string): PackageManager {
  // In a workspace the lock file lies above the app.
  for (const place of [root || '.', '.', '..', '../..', '../../..']) {
    const names = folder.list(place)
    const locked = lockFiles.find(([file]) => names.includes(file))?.[1]
    if (locked !== undefined) return locked
    if (names.includes('.git')) break
  }
  const [declared] = String(readManifest(folder, 'package.json')['packageManager'] ?? '').split('@')
  return lockFiles.find(([, manager]) => manager === declared)?.[1] ?? 'npm'
}
