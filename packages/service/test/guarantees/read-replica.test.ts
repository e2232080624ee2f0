import {
  type Database,
  followReplica,
  migrate,
  openPostgres,
  type Replica,
} from '@affiliate-platform/platform/database'
import { waitUntilLent, waitUntilServing } from '@affiliate-platform/test-support/replica-waits'
import { needsStandby, type StandbyPair, startStandbyPair } from '@affiliate-platform/test-support/standby'
import { startTcpProxy } from '@affiliate-platform/test-support/tcp-proxy'
import { buildRules } from '@affiliate-platform/test-support/terms'
import { saveTerms } from '@affiliate-platform/test-support/terms-calls'
import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { type WatchedDatabase, watchDatabase } from '@affiliate-platform/test-support/watched-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const api = '/api/affiliate-platform/v1'

describe('a streaming standby beside the primary', needsStandby, () => {
  let pair: StandbyPair
  let primary: WatchedDatabase
  let standby: Database
  let replica: Replica
  let service: TestService

  beforeAll(async () => {
    pair = await startStandbyPair()
    primary = watchDatabase(await openPostgres(pair.primaryUrl))
    await migrate(primary)
    replica = await followReplica(primary, { url: pair.standbyUrl, connectionsMax: 4, lagMaxMs: 3000 })
    standby = await openPostgres(pair.standbyUrl)
    service = await createTestService({ database: primary, replica, affiliateQuotaRequestsMax: 1_000_000 })
  }, 120_000)

  afterAll(async () => {
    await replica.close()
    await standby.close()
    await primary.close()
    pair.stop()
  })

  const read = async (path: string) => {
    const response = await service.fetch(`${api}/${path}`, { key: service.keys.affiliate })
    return { status: response.status, text: await response.text() }
  }
  const run = async (database: Database, text: string): Promise<void> => {
    await database.query({ name: `test_${text.slice(0, 40)}`, text }, [])
  }
  const untilServing = (isServing: boolean) => waitUntilServing(replica, isServing)
  const untilLent = () => waitUntilLent(replica, () => read('payouts?limit=1'))
  const readReadiness = async () => {
    service.clock.advance(1000)
    const response = await service.fetch('/readyz')
    const { checks } = (await response.json()) as { checks: { replica: unknown } }
    return { status: response.status, replica: checks.replica }
  }

  test('serves lists and single records; the primary only counts them [D140]', async () => {
    await untilLent()
    const before = { statements: primary.statements.length, reads: replica.state().reads }
    const list = await read('payouts?limit=2')
    const record = await read(`memberships/${service.ids.membershipId}`)
    expect([list.status, record.status]).toEqual([200, 200])
    expect(replica.state().reads - before.reads).toBe(2)
    const asked = primary.statements.slice(before.statements)
    expect(asked.filter((name) => name === 'quota_admit').length).toBeGreaterThanOrEqual(2)
    expect(new Set(asked)).toEqual(
      new Set(asked.filter((name) => /^(?:quota|credential|replica|ready)/.test(name))),
    )
    expect(await readReadiness()).toMatchObject({ status: 200, replica: { ok: true } })
  })

  test('shows a caller the terms that it has just saved [D140]', async () => {
    await untilLent()
    await run(standby, 'select pg_wal_replay_pause()')
    const saved = await saveTerms(service, { json: { rules: { ...buildRules(), rateBps: 1234 } } })
    const { id } = (await saved.json()) as { id: string }
    const { text } = await read(`memberships/${service.ids.membershipId}`)
    await run(standby, 'select pg_wal_replay_resume()')
    expect(text).toContain(id)
  })

  test('does not deny a record that it does not know yet [D140]', async () => {
    await untilLent()
    await run(standby, 'select pg_wal_replay_pause()')
    const id = '0193a000-0000-7000-8000-00000000abcd'
    await run(
      primary,
      `insert into programs (workspace_id, id, app_id, name, created_at)
       select workspace_id, '${id}', app_id, 'Brand new', created_at from programs where id = '${service.ids.programId}'`,
    )
    const [record, filtered] = [await read(`programs/${id}`), await read(`payouts?programId=${id}`)]
    await run(standby, 'select pg_wal_replay_resume()')
    expect([record.status, filtered.status]).toEqual([200, 200])
  })

  test('leaves reads to the primary while it is too far behind, and reports it [D140]', async () => {
    await untilLent()
    await run(standby, 'select pg_wal_replay_pause()')
    await run(primary, `update programs set name = 'Renamed' where id = '${service.ids.programId}'`)
    await untilServing(false)
    const { text } = await read('programs')
    const readiness = await readReadiness()
    await run(standby, 'select pg_wal_replay_resume()')
    expect(text).toContain('Renamed')
    expect(readiness).toMatchObject({
      status: 200,
      replica: { ok: false, reason: 'The replica is more than 3 s behind.' },
    })
  })

  test('is killed under load, and no caller notices; it serves again when it is back [D140]', async () => {
    await untilLent()
    const statuses: number[] = []
    let isOver = false
    const callers = Array.from({ length: 6 }, async () => {
      while (!isOver) statuses.push((await read('payouts?limit=2')).status)
    })
    await expect.poll(() => statuses.length, { timeout: 30_000 }).toBeGreaterThan(50)
    pair.killStandby()
    const before = statuses.length
    await untilServing(false)
    await expect.poll(() => statuses.length, { timeout: 30_000 }).toBeGreaterThan(before + 50)
    isOver = true
    await Promise.all(callers)
    expect(new Set(statuses)).toEqual(new Set([200]))
    pair.startStandby()
    await untilServing(true)
  })

  test('falls silent, which costs a caller a wait and no error [D140]', async () => {
    const proxy = await startTcpProxy(pair.standbyUrl)
    const options = { url: proxy.url, connectionsMax: 4, lagMaxMs: 20_000 }
    const second = await followReplica(primary, options)
    const other = await createTestService({
      database: primary,
      replica: second,
      affiliateQuotaRequestsMax: 1_000_000,
    })
    const list = () => other.fetch(`${api}/payouts?limit=1`, { key: other.keys.affiliate })
    const { reads } = second.state()
    await expect
      .poll(async () => [(await list()).status, second.state().reads > reads], { timeout: 30_000 })
      .toEqual([200, true])
    proxy.silence()
    expect((await Promise.all([list(), list(), list()])).map(({ status }) => status)).toEqual([200, 200, 200])
    expect(second.state()).toMatchObject({ isServing: false, reason: 'The replica does not respond.' })
    proxy.close()
    await second.close()
  })

  test('is left alone once it was promoted: it is another truth [D140]', async () => {
    await untilLent()
    pair.promoteStandby()
    await untilServing(false)
    expect(replica.state().reason).toBe('The replica is not a standby: it was promoted, or never was one.')
    expect((await read('payouts')).status).toBe(200)
  })
})
