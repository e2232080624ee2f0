import { toRecord } from '../../lib/fault.ts'
import type { AppFolder } from './app-folder.ts'

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

/** Finds out what an app is made of; undefined for one of no known framework. */
export function detectHost(folder: AppFolder): Host | undefined {
  for (const root of ['', 'web/']) {
    const dependencies = toRecord(readManifest(folder, `${root}package.json`)['dependencies'])
    const adapter = adapters.find(([name]) => name in dependencies)
    if (adapter === undefined) continue
    const [name, framework] = adapter
    const entry = findEntry(folder, framework, root)
    if (entry === undefined) return undefined
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
  return undefined
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
  return paths.find((path) => folder.read(path) !== null)
}

function detectPackageManager(folder: AppFolder, root: string): PackageManager {
  const names = [...folder.list('.'), ...(root === '' ? [] : folder.list(root))]
  const locked = lockFiles.find(([file]) => names.includes(file))?.[1]
  if (locked !== undefined) return locked
  const [declared] = String(readManifest(folder, 'package.json')['packageManager'] ?? '').split('@')
  return lockFiles.find(([, manager]) => manager === declared)?.[1] ?? 'npm'
}
