import { type Database, openDatabase } from '@affiliate-platform/platform/database'
import { makeFolder, runCommand, startCommand } from '@affiliate-platform/test-support/service-process'
import { enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createCommandLine, createEmptyDatabase } from './command-line.ts'

const tables = { name: 'test_tables', text: 'select relname from pg_class where relkind = $1 order by 1' }

describe.skipIf(!enginesAtHand.includes('postgres'))('dev on the database of DATABASE_URL [D70]', () => {
  async function openEmpty(): Promise<{ readonly url: string; readonly database: Database }> {
    const url = await createEmptyDatabase()
    const database = await openDatabase({ url })
    onTestFinished(() => database.close())
    return { url, database }
  }

  const runDev = (url: string) => runCommand(['dev', '--json', '--port', '0'], { env: { DATABASE_URL: url } })

  test('writes nothing into one with workspaces of its own', async () => {
    const { url } = await openEmpty()
    const own = createCommandLine({ DATABASE_URL: url })
    await own.value('migrate')
    await own.value('workspaces create --name Own')

    const { exitCode, stdout, stderr } = await runDev(url)
    expect([exitCode, stdout]).toEqual([1, ''])
    expect(stderr).toContain('The database already has other workspaces. Nothing was written.')
    expect(await own.json('workspaces list')).toHaveLength(1)
    expect(await own.json('apps list')).toEqual([])
  })

  test('creates no table in one of another application', async () => {
    const { url, database } = await openEmpty()
    await database.script('create table invoices (id integer primary key)')
    const before = await database.query(tables, ['r'])

    const { exitCode, stderr } = await runDev(url)
    expect(exitCode).toBe(1)
    expect(stderr).toContain('The database has tables of another application. Nothing was written.')
    expect(await database.query(tables, ['r'])).toEqual(before)
  })

  test('fills an empty one, uses it again, and says which it was', async () => {
    const { url } = await openEmpty()
    for (const found of [
      'which was empty and now contains the demo',
      'which contains the demo from an earlier start',
    ]) {
      const running = startCommand(['dev', '--port', '0'], { env: { DATABASE_URL: url } })
      expect(await running.stdoutUntil('Ctrl-C')).toContain(`, ${found}\n`)
      await running.stop()
    }
  })
})

test('dev --reset wipes no folder with workspaces of its own [D70]', async () => {
  const folder = makeFolder()
  onTestFinished(() => folder.remove())
  const line = createCommandLine({})
  await line.value(`migrate --data-dir ${folder.path}`)
  const id = await line.value(`workspaces create --name Own --data-dir ${folder.path}`)

  const { exitCode, stderr } = await runCommand(['dev', '--reset', '--port', '0', '--data-dir', folder.path])
  expect(exitCode).toBe(1)
  expect(stderr).toContain('The database already has other workspaces.')
  expect(await line.json(`workspaces list --data-dir ${folder.path}`)).toMatchObject([{ id }])
})
