import { startTcpProxy } from '@affiliate-platform/test-support/tcp-proxy'
import { createDirectCopy, enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { describe, expect, test, vi } from 'vitest'
import { openPostgres } from '../../src/database/postgres/postgres.ts'
import { readAtLength } from '../../src/database/statements/at-length.ts'

const sleep = { name: '', text: 'select pg_sleep(600)' }
const countSleepers = {
  name: '',
  text: `select count(*)::integer as count from pg_stat_activity where query = '${sleep.text}' and state = 'active'`,
}

describe.skipIf(!enginesAtHand.includes('postgres'))('a long read of Postgres', () => {
  test('ends in the server when its client has left [D230]', async () => {
    const url = await createDirectCopy()
    const onlooker = await openPostgres(url)
    const proxy = await startTcpProxy(url)
    const client = await openPostgres(proxy.url)
    const sleepers = async () => (await onlooker.query<{ count: number }>(countSleepers, []))[0]?.count
    const reading = readAtLength(client, (tx) => tx.query(sleep, [])).catch((error: unknown) => error)
    await vi.waitFor(async () => expect(await sleepers()).toBe(1), { timeout: 30_000 })
    proxy.cut()
    expect(await reading).toBeInstanceOf(Error)
    await vi.waitFor(async () => expect(await sleepers()).toBe(0), { timeout: 30_000 })
    await client.close()
    proxy.close()
    await onlooker.close()
  })
})
