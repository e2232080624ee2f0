import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { lockFolder } from '@affiliate-platform/platform/database'
import { makeFolder } from '@affiliate-platform/test-support/service-process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCommandLine } from './command-line.ts'

const folder = makeFolder()
const original = join(folder.path, 'original')
const copy = join(folder.path, 'copy')
const file = join(folder.path, 'demo.backup')
const line = createCommandLine({})

let payouts: string

beforeAll(async () => {
  await line.value(`migrate --data-dir ${original}`)
  const { ids } = Object(await line.json(`seed --data-dir ${original}`))
  payouts = `payouts list --limit 1000 --workspace ${ids.workspaceId} --app ${ids.appId}`
})

afterAll(() => folder.remove())

test('rejects a folder without a database, and one that is in use', async () => {
  expect(await line.rejection(`backup ${file} --data-dir ${copy}`, 1)).toContain('There is no database in')

  const lock = await lockFolder(original)
  expect(await line.rejection(`backup ${file} --data-dir ${original}`, 1)).toContain('in use by process')
  lock.release()
  expect(readdirSync(folder.path)).toEqual(['original'])
})

test('restores from a backup what was there, in a new folder', async () => {
  const backup = Object(await line.json(`backup ${file} --data-dir ${original}`))
  expect(backup).toEqual({ file, bytes: statSync(file).size })
  expect(statSync(file).mode & 0o777).toBe(0o600)

  expect(await line.json(`restore ${file} --data-dir ${copy}`)).toEqual({
    dataFolder: copy,
    pendingMigrations: [],
  })

  const restored = await line.json(`${payouts} --data-dir ${copy}`)
  expect(restored).toHaveLength(1000)
  expect(restored).toEqual(await line.json(`${payouts} --data-dir ${original}`))
})

test('finds the restored database well, and warns of its durability', async () => {
  const { exitCode, stdout } = await line.run(`doctor --offline --data-dir ${copy}`)

  expect(exitCode).toBe(0)
  expect(stdout).toMatch(/^ok {7}database {4}embedded Postgres /)
  expect(stdout).toMatch(/^warning {2}durability /m)
  expect(stdout).toMatch(/^\w+ +disk +\d+ MiB are free/m)
})

test('overwrites no file and no folder [D47]', async () => {
  expect(await line.rejection(`backup ${file} --data-dir ${original}`, 1)).toContain(
    'no backup is overwritten',
  )
  expect(await line.rejection(`restore ${file} --data-dir ${original}`, 1)).toContain('is not empty.')
})

test('says where a file cannot be written or read', async () => {
  const nowhere = join(folder.path, 'none', 'x')
  expect(await line.rejection(`backup ${nowhere} --data-dir ${original}`, 1)).toBe(
    `${nowhere} cannot be written (ENOENT).\n`,
  )
  expect(await line.rejection(`restore ${nowhere} --data-dir ${nowhere}`, 1)).toContain(
    'cannot be read (ENOENT)',
  )
})

test('leaves Postgres to its own tools', async () => {
  const postgres = createCommandLine({ DATABASE_URL: 'postgres://app@127.0.0.1:1/app' })
  expect(await postgres.rejection(`backup ${file}`, 1)).toContain('For Postgres use pg_dump and pg_restore.')
  expect(await postgres.rejection(`restore ${file}`, 1)).toContain('For Postgres use pg_dump and pg_restore.')
})
