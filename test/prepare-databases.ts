import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { readdir, rm, utimes } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { TestProject } from 'vitest/node'
import { bundleProcesses } from './bundle-processes.ts'
import { startLocalPostgres } from './support/local-postgres.ts'
import { pgBouncer, startPgBouncer } from './support/pgbouncer.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the bundled scripts that tests run as processes. */
    bundledProcesses: string
    /** A dump of a migrated and seeded embedded database. */
    preparedDump: string
    /** A server whose `prepared` database is migrated and seeded; empty where no Postgres can be had. */
    postgresUrl: string
    /** The same server without the pooler of `PGBOUNCER`. */
    directPostgresUrl: string
  }
}

/**
 * Prepares one embedded database and, where it can be had, one real Postgres for the whole run; tests copy them. And
 * bundles what they run as processes.
 * A real Postgres is `TEST_DATABASE_URL`, or the machine's own installation started in a temporary folder. With
 * `PGBOUNCER`, the binary of a PgBouncer of 1.21 or newer, tests reach it through that.
 */
export default async function prepareDatabases(project: TestProject): Promise<() => Promise<void>> {
  const bundles = await bundleProcesses()
  project.provide('bundledProcesses', bundles)
  const dump = prepareDump()
  project.provide('preparedDump', dump)
  await removeUnused([bundles, dump])
  const server = process.env['TEST_DATABASE_URL'] ? undefined : await startLocalPostgres()
  const url = process.env['TEST_DATABASE_URL'] ?? server?.url ?? ''
  if (url !== '') build('database', url)
  else if (process.env['REQUIRE_POSTGRES'])
    throw new Error('No Postgres can be had, and REQUIRE_POSTGRES is set.')
  // Each test file has a database of its own, and a pooler keeps connections to each.
  const pooler =
    pgBouncer && url ? await startPgBouncer(pgBouncer, url, { server_idle_timeout: 5 }) : undefined
  project.provide('postgresUrl', pooler?.url ?? url)
  project.provide('directPostgresUrl', url)
  return async () => {
    await pooler?.stop()
    await server?.stop()
  }
}

const cache = resolve('node_modules/.cache/affiliate-platform')
const keptForMs = 2 * 86_400_000

/** Removes what no run of the last two days used: each change of a source makes one more of these. */
async function removeUnused(used: readonly string[]): Promise<void> {
  const now = new Date()
  await Promise.all(used.map((path) => utimes(path, now, now)))
  for (const name of await readdir(cache)) {
    if (!/^(prepared|processes)-/.test(name)) continue
    const path = join(cache, name)
    // Another run may have removed it just now.
    const usedAtMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now.getTime()
    if (now.getTime() - usedAtMs > keptForMs) await rm(path, { recursive: true, force: true })
  }
}

/** Making the embedded database takes seconds, so it is kept until the sources that shape it change. */
function prepareDump(): string {
  const dump = join(cache, `prepared-${hashSources()}.tar`)
  if (!existsSync(dump)) build('dump', dump)
  return dump
}

function build(kind: 'dump' | 'database', target: string): void {
  const script = ['--conditions=@affiliate-platform/source', 'test/build-prepared.ts', kind, target]
  const { status, stderr } = spawnSync(process.execPath, script, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`Preparing the test ${kind} failed:\n${stderr}`)
}

function hashSources(): string {
  const hash = createHash('sha256').update(readFileSync('test/build-prepared.ts'))
  for (const folder of [
    'packages/platform/migrations',
    'packages/operator/src/demo',
    'packages/platform/src/database',
  ]) {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    )
    const paths = files.map(({ parentPath, name }) => join(parentPath, name)).sort()
    for (const path of paths) hash.update(readFileSync(path))
  }
  return hash.digest('hex').slice(0, 16)
}
