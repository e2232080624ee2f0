import { toRecord } from '../../lib/fault.ts'
import type { AppFolder } from './app-folder.ts'
import { listConfigurations } from './app-toml.ts'
import { UnsupportedAppError } from './unsupported-app-error.ts'

/** The frameworks that have an entry in this package. */
export type Framework = 'react-router' | 'remix' | 'express'

/** Where an app runs, as its manifest and file names tell. */
export interface Host {
  readonly folder: AppFolder
  readonly framework: Framework
  /** The folder of the server's `package.json`: empty, or with a `/` at its end. */
  readonly root: string
  /** The folder of a routed app's sources, with a `/` at its end. */
  readonly app: string
  /** The file that is edited to identify installs: it calls `shopifyApp`, or `auth.callback()` in Express. */
  readonly entry: string
  /** Without the dot. */
  readonly extension: 'ts' | 'js'
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

type Dependencies = readonly (readonly [name: string, framework: Framework])[]

const adapters: Dependencies = [
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

/** A host whose file to edit may not have been found. */
export interface FoundHost extends Omit<Host, 'entry'> {
  readonly entry: string | undefined
  /** The package that tells the framework. */
  readonly dependency: string
}

/**
 * Finds out what an app is made of: in the folder that the command is run in, in the one of `shopify.app.toml`, in
 * `web/`, or in another one below it.
 *
 * @param dependencies - the packages that tell a framework
 */
export function findHost(folder: AppFolder, dependencies = adapters): FoundHost | undefined {
  const apps = listApps(folder)
  const isOnlyOne = apps.length === 1 && listConfigurations(folder).length > 0
  const places = ['web', ...folder.list('.'), ...(isOnlyOne ? apps : [])]
  const roots = [folder.start, '', ...places.map((name) => `${name}/`)]
  const found = roots.flatMap((root) => {
    const present = toRecord(readManifest(folder, `${root}package.json`)['dependencies'])
    return dependencies
      .filter(([name]) => name in present)
      .map(([dependency, framework]): FoundHost => {
        const entry = findEntry(folder, framework, root)
        const isTyped =
          entry === undefined ? folder.read(`${root}tsconfig.json`) !== null : /\.tsx?$/.test(entry)
        const packageManager = detectPackageManager(folder, root)
        return {
          folder,
          framework,
          root,
          app: `${root}app/`,
          entry,
          dependency,
          extension: isTyped ? 'ts' : 'js',
          packageManager,
        }
      })
  })
  return found.find(({ entry }) => entry !== undefined) ?? found[0]
}

/**
 * Finds the host that can be edited.
 *
 * @throws UnsupportedAppError for one of no known framework, saying what was looked for
 */
export function detectHost(folder: AppFolder): Host {
  const found = findHost(folder)
  if (found === undefined) {
    const apps = listApps(folder)
    const hint = apps.length > 0 ? ` Name the app's folder: --cwd ${apps.join(' or --cwd ')}` : ''
    throw new UnsupportedAppError(
      `No app of Shopify's React Router, Remix or Express package was found here.${hint}`,
    )
  }
  const { entry, root, framework, dependency } = found
  if (entry !== undefined) return { ...found, entry }
  const wanted = framework === 'express' ? 'index.*, server.* or app.*' : 'app/shopify.server.*'
  throw new UnsupportedAppError(`${root}package.json has ${dependency}, but there is no ${root}${wanted}.`)
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
  const names = framework === 'express' ? serverNames : ['app/shopify.server']
  const paths = names.flatMap((name) =>
    ['.ts', '.tsx', '.js', '.jsx', '.mjs'].map((end) => root + name + end),
  )
  const present = paths.filter((path) => folder.read(path) !== null)
  const authorizing = '.auth.callback('
  const others = framework === 'express' ? findSources(folder, root, authorizing) : []
  // Of several files of a server, the one that authorizes.
  return present.find((path) => folder.read(path)?.includes(authorizing)) ?? present[0] ?? others[0]
}

/** The sources that hold a text, in a folder and in those below it. */
export function findSources(folder: AppFolder, root: string, text: string): readonly string[] {
  const isBuilt = /^(?:node_modules|dist|build|public|\..*)$/
  const below = folder.list(root || '.').filter((name) => !isBuilt.test(name))
  return [root, ...below.map((name) => `${root}${name}/`)]
    .flatMap((place) => folder.list(place || '.').map((name) => place + name))
    .filter((path) => /\.[cm]?[jt]sx?$/.test(path) && folder.read(path)?.includes(text))
}

export function detectPackageManager(folder: AppFolder, root: string): PackageManager {
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
