import { existsSync, openAsBlob } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Where a new embedded database lies prepared, for the engine that is installed; `npm ci` and the build make it. It is
 * named after the version: another one may not read it.
 */
export async function findPreparedFile(): Promise<string> {
  const manifest = new URL('../package.json', import.meta.resolve('@electric-sql/pglite'))
  const { default: engine } = await import(manifest.href, { with: { type: 'json' } })
  return fileURLToPath(new URL(`../../../dist/pglite-${engine.version}.tar.gz`, import.meta.url))
}

/** Reads a new embedded database, as it is before the first migration; `undefined` where none was prepared. */
export async function readPreparedData(): Promise<Blob | undefined> {
  const file = await findPreparedFile()
  return existsSync(file) ? await openAsBlob(file, { type: 'application/gzip' }) : undefined
}
