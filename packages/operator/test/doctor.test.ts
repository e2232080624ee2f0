import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lockFolder, toDatabaseFolder } from '@affiliate-platform/platform/database'
import { needsOldPgBouncer, oldPgBouncer, startPgBouncer } from '@affiliate-platform/test-support/pgbouncer'
import { makeFolder } from '@affiliate-platform/test-support/service-process'
import {
  createDirectCopy,
  createPostgresCopy,
  enginesAtHand,
} from '@affiliate-platform/test-support/test-database'
import { afterAll, describe, expect, test } from 'vitest'
import { createCommandLine, createEmptyDatabase } from './command-line.ts'

const folder = makeFolder()

afterAll(() => folder.remove())

async function examine(env: Readonly<Record<string, string>>, flags = '') {
  const outcome = await createCommandLine(env).run(`doctor --offline --json${flags}`)
  const report = JSON.parse(outcome.stdout)
  const states = Object.fromEntries(
    report.findings.map(({ check, state }: Record<string, string>) => [check, state]),
  )
  return { ...outcome, ...report, states }
}

describe.skipIf(!enginesAtHand.includes('postgres'))('on a real Postgres', () => {
  test('finds a migrated database well, and tells what it cannot see', async () => {
    const url = await createPostgresCopy()

    const { exitCode, stderr, ok, states } = await examine({ DATABASE_URL: url })

    expect({ exitCode, stderr, ok }).toEqual({ exitCode: 0, stderr: '', ok: true })
    expect(states).toEqual({
      database: 'ok',
      migrations: 'ok',
      anchoring: 'ok',
      sales: 'ok',
      webhooks: 'ok',
      mail: 'skipped',
      clock: 'ok',
      // The test server is started without fsync.
      durability: process.env['TEST_DATABASE_URL'] ? expect.any(String) : 'warning',
      encryption: 'ok',
      connections: 'ok',
      disk: 'skipped',
      platform: 'skipped',
    })
  })

  test.each([
    [99, 'warning'],
    [98, 'ok'],
  ])('finds a pool of %d for the connections of the server: %s [D76]', async (size, state) => {
    const url = await createDirectCopy()
    const { states } = await examine({ DATABASE_URL: url, DATABASE_POOL_SIZE: String(size) })
    expect(states.connections).toBe(state)
  })

  test("names Debian 12's PgBouncer as what is wrong [D72]", needsOldPgBouncer, async () => {
    const pooler = await startPgBouncer(String(oldPgBouncer), await createDirectCopy())
    const { exitCode, findings, stderr } = await examine({ DATABASE_URL: pooler.url })
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: expect.stringContaining('1 of 8') })
    expect(findings[0]).toMatchObject({
      state: 'failed',
      detail: expect.stringContaining('mixes up prepared statements'),
      remedy: expect.stringContaining('PgBouncer 1.21'),
    })
    const serve = await createCommandLine({ DATABASE_URL: pooler.url }).run('keys list')
    expect(serve.stderr).toContain('PgBouncer 1.21')
    await pooler.stop()
  })

  test.each(['SQL_ASCII', 'LATIN1'])('names the encoding %s as what is wrong [D179]', async (encoding) => {
    const url = await createEmptyDatabase(`encoding '${encoding}' locale 'C' template template0`)
    const { exitCode, findings, states } = await examine({ DATABASE_URL: url })
    expect({ exitCode, migrations: states.migrations }).toEqual({ exitCode: 1, migrations: 'skipped' })
    expect(findings[0]).toMatchObject({
      state: 'failed',
      detail: `The encoding of the database is ${encoding}, which cannot hold every name.`,
      remedy: expect.stringContaining('createdb --template template0 --encoding UTF8'),
    })
    const rejection = await createCommandLine({ DATABASE_URL: url }).rejection('migrate', 1)
    expect(rejection).toContain(`The encoding of the database is ${encoding}`)
  })

  test('prints a line for each finding, and a remedy below those that need one', async () => {
    const line = createCommandLine({ DATABASE_URL: await createEmptyDatabase() })

    const { exitCode, stdout, stderr } = await line.run('doctor --offline')

    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: 'Failed checks: 1 of 8.\n' })
    expect(stdout).toMatch(/^ok {7}database {4}Postgres \d+\S* .*responds\.\n/)
    expect(stdout).toMatch(
      /^failed {3}migrations {2}The database lacks 0001_\S+.*\n {21}Run affiliate-service migrate\.$/m,
    )
  })
})

test.skipIf(!enginesAtHand.includes('postgres'))('tells a database that is not there', async () => {
  const url = new URL(await createEmptyDatabase())
  url.pathname = '/nowhere'
  const { exitCode, findings } = await examine({ DATABASE_URL: url.href })

  expect(exitCode).toBe(1)
  expect(findings[0]).toMatchObject({
    state: 'failed',
    detail: 'The server has no database of this name.',
    remedy: expect.stringContaining('createdb'),
  })
})

test('tells a server that cannot be reached, and looks no further', async () => {
  const { exitCode, states, findings, stdout } = await examine({
    DATABASE_URL: 'postgres://app:hunter2@127.0.0.1:1/app',
  })

  expect(exitCode).toBe(1)
  expect(states).toMatchObject({ database: 'failed', migrations: 'skipped', clock: 'skipped' })
  expect(findings[0]).toMatchObject({
    detail: 'The database cannot be reached (ECONNREFUSED).',
    remedy: expect.stringContaining('Check DATABASE_URL'),
  })
  expect(stdout).not.toContain('hunter2')
})

test('tells a folder without a database, and makes none', async () => {
  const { exitCode, states, findings } = await examine({}, ` --data-dir ${join(folder.path, 'none')}`)

  expect(exitCode).toBe(1)
  expect(states).toMatchObject({ database: 'failed', disk: 'skipped' })
  expect(findings[0].remedy).toContain('affiliate-service migrate')
  const again = createCommandLine({}).rejection(`workspaces list --data-dir ${join(folder.path, 'none')}`, 1)
  expect(await again).toContain('There is no database in ')
})

test('does not count a running service as a failure [D47]', async () => {
  const held = join(folder.path, 'held')
  mkdirSync(toDatabaseFolder(held), { recursive: true })
  writeFileSync(join(toDatabaseFolder(held), 'affiliate-service-ready'), '')
  const lock = await lockFolder(held)

  const { exitCode, states, findings } = await examine({}, ` --data-dir ${held}`)
  lock.release()

  expect(exitCode).toBe(0)
  expect(states).toMatchObject({ database: 'warning', migrations: 'skipped' })
  expect(findings[0].detail).toContain('in use by process')
})

test('will not guess between two databases', async () => {
  const line = createCommandLine({ DATABASE_URL: 'postgres://app@127.0.0.1:1/app' })
  expect(await line.rejection('doctor --data-dir data', 2)).toContain('name two different databases.')
})
