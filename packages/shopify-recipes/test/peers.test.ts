import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import manifest from '../package.json' with { type: 'json' }

/** The packages that an installed one asks its user for. */
function listPeers(name: string): readonly string[] {
  const folders = createRequire(import.meta.url).resolve.paths(name) ?? []
  const path = folders.map((folder) => join(folder, name, 'package.json')).find((file) => existsSync(file))
  if (path === undefined) throw new Error(`${name} is not installed`)
  return Object.keys(JSON.parse(readFileSync(path, 'utf8')).peerDependencies ?? {})
}

// npm resolves the peers of an optional peer that is absent, too: that of one framework's adapter would stop the
// installation in an app of another framework with ERESOLVE.
it('asks for no peer that asks for a framework', () => {
  const isFramework = (name: string) => /^(express|react|@remix-run)/.test(name)
  const demanding = Object.keys(manifest.peerDependencies).filter((name) => listPeers(name).some(isFramework))
  expect(demanding).toEqual([])
})
