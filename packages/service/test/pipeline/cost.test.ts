import { openPostgres } from '@affiliate-platform/platform/database'
import { startTcpProxy, type TcpProxy } from '@affiliate-platform/test-support/tcp-proxy'
import { buildRules } from '@affiliate-platform/test-support/terms'
import { expectSaved, saveTerms } from '@affiliate-platform/test-support/terms-calls'
import { createPostgresCopy, enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { type WatchedDatabase, watchDatabase } from '@affiliate-platform/test-support/watched-database'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const payouts = '/api/affiliate-platform/v1/payouts'
const json = { rules: buildRules() }

// What the benchmark found to decide about speed. Here it is counted, because a time would say more about the machine.
describe.skipIf(!enginesAtHand.includes('postgres'))('what a request costs the database', () => {
  let proxy: TcpProxy
  let database: WatchedDatabase
  let service: TestService

  beforeAll(async () => {
    proxy = await startTcpProxy(await createPostgresCopy())
    database = watchDatabase(await openPostgres(proxy.url))
    service = await createTestService({ database })
    // The credential is read once in a second, and this clock stands still.
    await list('')
  })

  afterAll(async () => {
    await database.close()
    proxy.close()
  })

  const list = (query: string) => service.fetch(`${payouts}${query}`, { key: service.keys.affiliate })

  /** The statements of a request, and in how many round trips they were sent. */
  async function measure(send: () => Promise<unknown>) {
    const statementsBefore = database.statements.length
    const packetsBefore = proxy.packetCount()
    await send()
    return {
      statements: database.statements.slice(statementsBefore),
      roundTrips: proxy.packetCount() - packetsBefore,
    }
  }

  it('is one round trip for a page and its admission [D107]', async () => {
    expect(await measure(() => list('?status=confirmed'))).toEqual({
      statements: ['quota_admit', 'payouts_page_status'],
      roundTrips: 1,
    })
  })

  it('is one more for a page of two filters, which are compared first [D122]', async () => {
    expect(await measure(() => list('?status=confirmed&currency=USD'))).toEqual({
      // By the filter that leaves fewer of the demo's payouts.
      statements: ['quota_admit', 'payouts_driving_filter', 'payouts_page_status_400'],
      roundTrips: 2,
    })
  })

  it('is one more for a page that names a record, which must be the own', async () => {
    expect(await measure(() => list(`?programId=${service.ids.programId}`))).toEqual({
      statements: ['quota_admit', 'lists_check_filters', 'payouts_page_programId'],
      roundTrips: 2,
    })
  })

  it('is three round trips for a terms write: the quota, the reads, and the writes with their commit [D52]', async () => {
    const headers = { 'Idempotency-Key': 'cost' }
    const write = () => saveTerms(service, { json, headers })
    expect(await measure(async () => expectSaved(await write()))).toEqual({
      statements: [
        'quota_admit',
        ...['terms_lock_membership', 'idempotency_find', 'terms_find_applying'],
        ...['terms_insert_version', 'mail_insert_for_terms_of_membership', 'idempotency_insert'],
      ],
      roundTrips: 3,
    })
  })

  it.each([
    ['a wrong checksum', () => service.fetch(payouts, { key: `${service.keys.affiliate.slice(0, -1)}!` })],
    ['an unknown path', () => service.fetch('/api/unknown', { key: service.keys.affiliate })],
  ])('is nothing for %s', async (_rejected, send) => {
    expect(await measure(send)).toEqual({ statements: [], roundTrips: 0 })
  })

  it('is nothing for a credential known to be over its quota', async () => {
    for (let status = 200; status === 200; ) ({ status } = await list('?limit=1'))
    const rejected = await measure(async () => expect((await list('?limit=1')).status).toBe(429))
    expect(rejected).toEqual({ statements: [], roundTrips: 0 })
  })
})
