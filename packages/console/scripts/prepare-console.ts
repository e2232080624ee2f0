// Builds the console and the portal, unless it was built of the same before. Where its tools are not installed there is nothing to do.
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')
const stamp = join(dist, '.built-from')

/** Everything that the console is made of, as one text. */
function hashSources(): string {
  const patterns = ['src/**/*.*', '*.html', 'vite.config.ts', 'package.json', '../contract/src/**/*.ts']
  const digest = createHash('sha256')
  for (const path of globSync(patterns, { cwd: root }).toSorted()) {
    digest.update(path).update(readFileSync(join(root, path)))
  }
  return digest.digest('hex')
}

const { build } = await import('vite').catch(() => ({ build: undefined }))
const hash = hashSources()
const isBuilt = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === hash
if (build !== undefined && !isBuilt()) {
  // A service that runs meanwhile says that the console is being prepared.
  rmSync(dist, { recursive: true, force: true })
  const made = join(root, 'build', String(process.pid))
  process.once('exit', () => rmSync(made, { recursive: true, force: true }))
  for (const [mode, outDir] of [
    ['production', made],
    ['portal', join(made, 'portal')],
  ] as const) {
    await build({ root, mode, logLevel: 'error', build: { outDir, emptyOutDir: true } })
  }
  writeFileSync(join(made, '.built-from'), hash)
  // Another start may have built the same meanwhile, and serves it.
  if (!isBuilt()) {
    rmSync(dist, { recursive: true, force: true })
    renameSync(made, dist)
  }
}
