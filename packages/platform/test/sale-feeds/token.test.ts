import { type Database, openPostgres } from '@affiliate-platform/platform/database'
import { connectSales, readSalesStatus, reencryptTokens } from '@affiliate-platform/platform/sales'
import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { createPostgresCopy, enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { describe, expect, test } from 'vitest'
import { createDatabasePace } from '../../src/sales/feed/database-pace.ts'
import { token } from '../sales/partner-world.ts'
import { buildOwnSale, connect, secretKey } from './connected-world.ts'

const listTables = {
  name: 'test_list_tables',
  text: `
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace`,
}

/** Everything that the database holds, as text, and its bytes as what they say. */
async function dump(database: Database): Promise<string> {
  const tables = await database.query<{ name: string }>(listTables, [])
  const texts = await Promise.all(
    tables.map(async ({ name }) => {
      const text = `select string_agg(row::text || coalesce(to_jsonb(row)::text, ''), chr(10)) as text from ${name} row`
      const [rows] = await database.query<{ text: string | null }>({ name: `test_dump_${name}`, text }, [])
      return rows?.text ?? ''
    }),
  )
  return texts.join('\n')
}

describeOnEachEngine('the token of a partner', (database) => {
  test('is in no row, in clear or in hexadecimal, and works where it is kept [D134]', async () => {
    const world = await connect(database(), { transactions: [buildOwnSale(1)] })
    expect(await world.pass()).toMatchObject({ posted: 1 })
    const held = await dump(database())
    expect(held).toContain(world.appId)
    expect(held).not.toContain('canary')
    expect(held).not.toContain(Buffer.from('canary').toString('hex'))
    expect(JSON.stringify(await readSalesStatus(database(), world))).not.toContain('canary')
  })

  test('is asked for with each run where it is not kept [D134]', async () => {
    const world = await connect(database(), { transactions: [buildOwnSale(1)] }, { keepsToken: false })
    await expect(world.pass()).rejects.toMatchObject({ code: 'no_token' })
    const access = { ...world.access, accessToken: token }
    expect(await world.pass({ access })).toMatchObject({ posted: 1 })
  })

  test('opens with its own key and for its own app alone [D134]', async () => {
    const world = await connect(database())
    const other = await connect(database())
    const wrong = { ...world.access, secretKey: Buffer.alloc(32, 8) }
    await expect(world.pass({ access: wrong })).rejects.toMatchObject({ code: 'wrong_secret_key' })
    const without = { ...world.access, secretKey: undefined }
    await expect(world.pass({ access: without })).rejects.toMatchObject({ code: 'no_secret_key' })

    const move = {
      name: 'test_move_token',
      text: `
        update sale_connections set encrypted_token =
          (select encrypted_token from sale_connections where app_id = $1)
        where app_id = $2`,
    }
    await database().query(move, [other.appId, world.appId])
    await expect(world.pass()).rejects.toMatchObject({ code: 'wrong_secret_key' })
  })

  test('goes over to a new key, once, and stays where it is under neither [D134] [D257]', async () => {
    const world = await connect(database(), { transactions: [buildOwnSale(1)] })
    const newKey = Buffer.alloc(32, 9)
    const other = Buffer.alloc(32, 10)
    const reencrypt = (keys: object) =>
      reencryptTokens(database(), world.workspaceId, { oldKey: secretKey, newKey, isDryRun: false, ...keys })
    const becomes = (outcome: string) => [{ appId: world.appId, outcome }]

    expect(await reencrypt({ oldKey: other })).toEqual(becomes('unreadable'))
    expect(await reencrypt({ isDryRun: true })).toEqual(becomes('encrypted'))
    expect(await world.pass()).toMatchObject({ posted: 1 })

    expect(await reencrypt({})).toEqual(becomes('encrypted'))
    expect(await reencrypt({})).toEqual(becomes('current'))
    await expect(world.pass()).rejects.toMatchObject({ code: 'wrong_secret_key' })
    const access = { ...world.access, secretKey: newKey }
    expect(await world.pass({ access })).toMatchObject({ read: 1 })
    expect(await dump(database())).not.toContain('canary')
  })

  test('is not asked for, and not touched, by the keys of another workspace [D257]', async () => {
    const [world, neighbour] = [await connect(database()), await connect(database())]
    const newKey = Buffer.alloc(32, 9)
    await reencryptTokens(database(), world.workspaceId, { oldKey: secretKey, newKey, isDryRun: false })
    expect(await neighbour.pass()).toMatchObject({ read: 0 })
  })

  test('is tried before anything is written [D134]', async () => {
    const { workspaceId, appId, access } = await connect(database())
    const plan = { workspaceId, appId, organizationId: '42', apiVersion: '2026-07', keepsToken: true }
    const given = { ...access, accessToken: 'prtapi_wrong_canary' }
    const attempt = (platformAppId: string, accessToken: string) =>
      connectSales(database(), {
        ...{ ...plan, platformAppId, access: { ...given, accessToken } },
        ...{ sinceMs: undefined, actor: 'operator:mia' },
      })
    const before = await readSalesStatus(database(), { workspaceId, appId })
    await expect(attempt('1', 'prtapi_wrong_canary')).rejects.toMatchObject({ code: 'access_denied' })
    await expect(attempt('2', token)).rejects.toMatchObject({ code: 'app_not_found' })
    expect(await readSalesStatus(database(), { workspaceId, appId })).toEqual(before)
  })
})

describe.skipIf(!enginesAtHand.includes('postgres'))('two processes with one token', () => {
  test('send four requests a second together [D134]', async () => {
    const url = await createPostgresCopy()
    const databases = await Promise.all([openPostgres(url), openPostgres(url)])
    const paces = await Promise.all(databases.map((each) => createDatabasePace(each, token)))
    const places = await Promise.all(
      [...paces, ...paces, ...paces, ...paces].map(async ({ reserve }) => Date.now() + (await reserve())),
    )
    const sorted = places.toSorted((a, b) => a - b)
    const gaps = sorted.slice(1).map((place, index) => place - Number(sorted[index]))
    // Each place is 250 ms after the one before it; the reading of this process's clock is a little late.
    expect(Number(sorted.at(-1)) - Number(sorted[0])).toBeGreaterThan(1300)
    expect(gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length).toBeGreaterThan(190)
    const other = await createDatabasePace(databases[0], 'prtapi_another')
    expect(await other.reserve()).toBe(0)
    await Promise.all(databases.map((each) => each.close()))
  })
})
