import { join } from 'node:path'
import { type Database, openDatabase } from '@affiliate-platform/platform/database'
import { createApp } from '@affiliate-platform/service'
import { makeFolder } from '@affiliate-platform/test-support/service-process'
import { enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCommandLine, createEmptyDatabase } from './command-line.ts'

const folder = makeFolder()
const dataFolder = join(folder.path, 'data')
const embedded = createCommandLine({})

describe.skipIf(!enginesAtHand.includes('postgres'))('moving from a folder to a Postgres', () => {
  let url: string
  let key: string
  let database: Database

  beforeAll(async () => {
    await embedded.value(`migrate --data-dir ${dataFolder}`)
    const { keys } = Object(await embedded.json(`seed --data-dir ${dataFolder}`))
    key = keys.affiliate
    url = await createEmptyDatabase()
    database = await openDatabase({ url })
  })

  afterAll(async () => {
    await database.close()
    folder.remove()
  })

  test('says what it needs', async () => {
    expect(await embedded.rejection(`move --from ${dataFolder}`, 2)).toContain('DATABASE_URL')
    const line = createCommandLine({ DATABASE_URL: url })
    expect(await line.rejection('move --from nowhere', 1)).toContain('There is no database in')
    expect(await line.rejection(`move --from ${dataFolder}`, 1)).toContain('lacks migrations')
  })

  test('brings everything over, with counts and digests, and takes it once [D114]', async () => {
    const line = createCommandLine({ DATABASE_URL: url })
    await line.value('migrate')
    const moved = Object(await line.json(`move --from ${dataFolder}`))
    const rowsOf = (name: string) => moved.find((each: { table: string }) => each.table === name)?.rows
    expect(rowsOf('payouts')).toBeGreaterThan(1000)
    expect(rowsOf('payment_reports')).toBeGreaterThan(100)
    expect(rowsOf('service_settings')).toBe(1)

    const { ids } = Object(await embedded.json(`seed --data-dir ${dataFolder}`))
    const list = `payouts list --limit 1000 --workspace ${ids.workspaceId} --app ${ids.appId}`
    expect(await line.value(list)).toBe(await embedded.value(`${list} --data-dir ${dataFolder}`))
    expect(await line.value('verify')).toContain(ids.workspaceId)
    expect(await line.rejection(`move --from ${dataFolder}`, 1)).toContain('already has workspaces')
  })

  test('brings one Postgres into another, and tells no password [D416]', async () => {
    const source = new URL(url)
    source.password = 'hunter2'
    const line = createCommandLine({ DATABASE_URL: await createEmptyDatabase() })
    await line.value('migrate')
    const { stdout, stderr } = await line.run(`move --from ${source.href}`)
    expect(stderr).toContain('The other Postgres was not changed.')
    expect(stdout + stderr).not.toContain('hunter2')
    const { ids } = Object(await embedded.json(`seed --data-dir ${dataFolder}`))
    const list = `payouts list --limit 1000 --workspace ${ids.workspaceId} --app ${ids.appId}`
    expect(await line.value(list)).toBe(await embedded.value(`${list} --data-dir ${dataFolder}`))
  })

  test('leaves a service that works, and triggers that hold [D114]', async () => {
    const app = await createApp({ database })
    const headers = { Authorization: `Bearer ${key}` }
    const request = new Request('http://service.test/api/affiliate-platform/v1/payouts', { headers })
    expect((await app.fetch(request)).status).toBe(200)
    const change = database.query({ name: '', text: 'delete from payment_reports' }, [])
    await expect(change).rejects.toMatchObject({ code: '23001' })
  })
})
