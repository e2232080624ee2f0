import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { minVersion, satisfies } from 'semver'
import { expect, it } from 'vitest'
import manifest from '../package.json' with { type: 'json' }

interface Manifest {
  readonly name: string
  readonly engines?: { readonly node?: string }
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

interface Installed {
  readonly folder: string
  readonly manifest: Manifest
}

/** Finds an installed package as code in a folder would. */
function find(name: string, from: string): Installed {
  const folders = createRequire(join(from, 'package.json')).resolve.paths(name) ?? []
  const path = folders.map((folder) => join(folder, name, 'package.json')).find((file) => existsSync(file))
  if (path === undefined) throw new Error(`${name} is not installed`)
  return { folder: dirname(path), manifest: JSON.parse(readFileSync(path, 'utf8')) }
}

/** The packages that an installed one asks its user for. */
const listPeers = (name: string): readonly string[] =>
  Object.keys(find(name, import.meta.dirname).manifest.peerDependencies ?? {})

/** A package and all that is installed with it. */
function listInstalled({ folder, manifest }: Installed): readonly Manifest[] {
  const dependencies = Object.keys(manifest.dependencies ?? {})
  return [manifest, ...dependencies.flatMap((name) => listInstalled(find(name, folder)))]
}

// npm resolves the peers of an optional peer that is absent, too: that of one framework's adapter would stop the
// installation in an app of another framework with ERESOLVE.
it('asks for no peer that asks for a framework', () => {
  const isFramework = (name: string) => /^(express|react|@remix-run)/.test(name)
  const demanding = Object.keys(manifest.peerDependencies).filter((name) => listPeers(name).some(isFramework))
  expect(demanding).toEqual([])
})

// With `engine-strict`, which Shopify's templates have, one package that asks for more stops the installation.
it('installs nothing that asks for a newer Node than it promises itself [D84]', () => {
  const promised = minVersion(manifest.engines.node)?.version ?? ''
  const installed = listInstalled({ folder: join(import.meta.dirname, '..'), manifest })
  const demanding = installed.filter(({ engines }) => engines?.node && !satisfies(promised, engines.node))
  expect(installed.length).toBeGreaterThan(8)
  expect(demanding.map(({ name }) => name)).toEqual([])
})
