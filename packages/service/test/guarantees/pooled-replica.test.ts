import {
  type Database,
  followReplica,
  migrate,
  openPostgres,
  type Replica,
} from '@affiliate-platform/platform/database'
import {
  needsPgBouncer,
  type PgBouncer,
  pgBouncer,
  startPgBouncer,
} from '@affiliate-platform/test-support/pgbouncer'
import { waitUntilLent, waitUntilServing } from '@affiliate-platform/test-support/replica-waits'
import { type StandbyPair, startStandbyPair } from '@affiliate-platform/test-support/standby'
import { buildRules } from '@affiliate-platform/test-support/terms'
import { saveTerms } from '@affiliate-platform/test-support/terms-calls'
import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const path = '/api/affiliate-platform/v1/payouts?limit=2'

describe(
  'a primary and a standby, each behind PgBouncer in transaction mode (PGBOUNCER)',
  needsPgBouncer,
  () => {
    let pair: StandbyPair
    let poolers: readonly PgBouncer[] = []
    let primary: Database
    let standby: Database
    let replica: Replica
    let service: TestService

    beforeAll(async () => {
      pair = await startStandbyPair()
      // Fewer connections than the process has: each of its own meets all of them.
      const pool = (url: string) => startPgBouncer(String(pgBouncer), url, { default_pool_size: 3 })
      const [toPrimary, toStandby] = await Promise.all([pool(pair.primaryUrl), pool(pair.standbyUrl)])
      poolers = [toPrimary, toStandby]
      primary = await openPostgres(toPrimary.url)
      await migrate(primary)
      standby = await openPostgres(pair.standbyUrl)
      replica = await followReplica(primary, { url: toStandby.url, connectionsMax: 6, lagMaxMs: 3000 })
      service = await createTestService({ database: primary, replica, affiliateQuotaRequestsMax: 1_000_000 })
    }, 120_000)

    afterAll(async () => {
      await replica.close()
      await standby.close()
      await primary.close()
      for (const pooler of poolers) await pooler.stop()
      pair.stop()
    })

    const list = async () => (await service.fetch(path, { key: service.keys.affiliate })).status
    const write = async () => (await saveTerms(service, { json: { rules: buildRules() } })).status
    const run = async (text: string): Promise<void> => {
      await standby.query({ name: `test_${text}`, text }, [])
    }
    const untilServing = (isServing: boolean) => waitUntilServing(replica, isServing)
    const untilLent = () => waitUntilLent(replica, list)

    test('serve together, the standby its lists and the primary its writes [D74] [D140]', async () => {
      await untilLent()
      const { reads } = replica.state()
      const lists = await Promise.all(Array.from({ length: 60 }, list))
      expect(replica.state().reads - reads).toBe(60)
      const both = await Promise.all(Array.from({ length: 40 }, (_, index) => (index % 2 ? list() : write())))
      expect(new Set([...lists, ...both])).toEqual(new Set([200]))
      expect(primary.isPooled).toBe(true)
    })

    test('leave lists to the primary while the standby is too far behind [D140]', async () => {
      await untilLent()
      await run('select pg_wal_replay_pause()')
      const { programId } = service.ids
      const text = 'update programs set name = $1 where id = $2'
      await primary.query({ name: 'test_rename', text }, ['Renamed', programId])
      await untilServing(false)
      expect(replica.state().reason).toBe('The replica is more than 3 s behind.')
      const { reads } = replica.state()
      const key = service.keys.affiliate
      const programs = await service.fetch('/api/affiliate-platform/v1/programs', { key })
      expect(await programs.text()).toContain('Renamed')
      expect(replica.state().reads).toBe(reads)
      await run('select pg_wal_replay_resume()')
      await untilServing(true)
    })

    test('lose the standby under load, and no caller notices; it serves again [D140]', async () => {
      await untilLent()
      const statuses: number[] = []
      let isOver = false
      const callers = Array.from({ length: 6 }, async (_, index) => {
        while (!isOver) statuses.push(await (index === 0 ? write() : list()))
      })
      const untilMore = (before: number) =>
        expect.poll(() => statuses.length, { timeout: 45_000 }).toBeGreaterThan(before + 50)
      await untilMore(0)
      pair.killStandby()
      await untilServing(false)
      await untilMore(statuses.length)
      isOver = true
      await Promise.all(callers)
      expect(new Set(statuses)).toEqual(new Set([200]))
      pair.startStandby()
      await untilServing(true)
      await untilLent()
    })
  },
)
