import { setTimeout as sleep } from 'node:timers/promises'
import { deriveDemoKeys } from '@affiliate-platform/operator/demo'
import type { Database } from '@affiliate-platform/platform/database'
import { openPostgres, readSecret } from '@affiliate-platform/platform/database'
import { type Client, createClient } from '@affiliate-platform/test-support/guarantee-client'
import {
  type GuaranteeProcess,
  startGuaranteeProcess,
} from '@affiliate-platform/test-support/guarantee-process'
import { isSoak, report, scale, seed } from '@affiliate-platform/test-support/guarantee-scale'
import {
  createPostgresCopy,
  type Engine,
  enginesAtHand,
  openTestDatabase,
} from '@affiliate-platform/test-support/test-database'
import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, createApp } from '../../src/app.ts'

const path = '/api/affiliate-platform/v1/payouts?limit=1'
const windowMs = 60_000
const requestsMax = 120
/** An admission so little ahead of the clock counts as it is: it may be a rival's. */
const slackMs = 1000

/** With the clock set back, a small limit shows in many short plans what the full one shows in few long ones. */
const setBack = {
  requestsMax: scale({ quick: 4, soak: requestsMax }),
  quickPlans: { postgres: 10, pglite: 3 },
}

const plans = { postgres: scale({ quick: 4, soak: 300 }), pglite: scale({ quick: 1, soak: 60 }) }

const waits = fc.oneof(
  fc.constantFrom(0, 1, 999, 1000, 29_999, 59_999, 60_000),
  fc.integer({ min: 0, max: 70_000 }),
)
/** Some time goes by, the clock may be set back, and requests come, all at once and to both processes. */
const toBursts = (setBackMs: fc.Arbitrary<number>, limit: number) =>
  fc.array(fc.record({ waitMs: waits, setBackMs, requests: fc.integer({ min: 0, max: limit + 10 }) }), {
    minLength: 1,
    maxLength: 6,
  })

const engines: readonly Engine[] = ['pglite', 'postgres']

for (const engine of engines) {
  describe.skipIf(!enginesAtHand.includes(engine))(`two processes on one ${engine}`, () => {
    const databases: Database[] = []
    let service: TestService

    beforeAll(async () => {
      if (engine === 'pglite') databases.push(await openTestDatabase(engine))
      else {
        const url = await createPostgresCopy()
        databases.push(await openPostgres(url), await openPostgres(url))
      }
      service = await createTestService({ ...(databases[0] && { database: databases[0] }) })
    })

    afterAll(() => Promise.all(databases.map((database) => database.close())))

    /** Two processes that have just started: they remember no rejection. */
    async function startProcesses(affiliateQuotaRequestsMax: number): Promise<readonly App[]> {
      const options = { clock: service.clock.now, affiliateQuotaRequestsMax }
      const [first = service.database, second = first] = databases
      return [
        await createApp({ database: first, ...options }),
        await createApp({ database: second, ...options }),
      ]
    }

    const clearWindows = () =>
      service.database.query({ name: 'test_clear', text: 'delete from quota_windows' }, [])

    async function sendBurst(apps: readonly App[], requests: number): Promise<readonly Response[]> {
      const headers = { Authorization: `Bearer ${service.keys.affiliate}` }
      const sent = Array.from({ length: requests }, (_, index) =>
        apps[index % apps.length]?.fetch(new Request(`http://service.test${path}`, { headers })),
      )
      return (await Promise.all(sent)).filter((response) => response !== undefined)
    }

    /** A client that waits as told, once, is admitted. Returns how long it waited. */
    async function expectAdmittedAfterWaiting(apps: readonly App[], responses: readonly Response[]) {
      const rejected = responses.filter(({ status }) => status === 429)
      if (rejected.length === 0) return 0
      const waitMs = Math.max(...rejected.map(({ headers }) => Number(headers.get('retry-after')))) * 1000
      expect(waitMs).toBeGreaterThan(0)
      expect(waitMs).toBeLessThanOrEqual(windowMs + slackMs)
      service.clock.advance(waitMs)
      const [response] = await sendBurst(apps, 1)
      expect(response?.status).toBe(200)
      return waitMs
    }

    test('admit what a model of the sliding window admits, neither more nor less [8] [7] [D29]', async () => {
      await fc.assert(
        fc.asyncProperty(toBursts(fc.constant(0), requestsMax), async (bursts) => {
          await clearWindows()
          const apps = await startProcesses(requestsMax)
          const admittedAtMs: number[] = []
          const countYoung = () => {
            const nowMs = service.clock.now()
            return admittedAtMs.filter((atMs) => atMs > nowMs - windowMs).length
          }
          for (const { waitMs, requests } of bursts) {
            service.clock.advance(waitMs)
            const responses = await sendBurst(apps, requests)
            const admitted = responses.filter(({ status }) => status === 200).length
            expect(admitted).toBe(Math.min(requests, requestsMax - countYoung()))
            admittedAtMs.push(...Array.from({ length: admitted }, () => service.clock.now()))
            if ((await expectAdmittedAfterWaiting(apps, responses)) > 0)
              admittedAtMs.push(service.clock.now())
          }
        }),
        { numRuns: plans[engine], seed },
      )
      report(`${plans[engine]} plans of bursts on ${engine}: as the model says`)
    })

    test('admit no more than that while the clock is set back, and keep their word [8] [7] [D29]', async () => {
      const steps = fc.constantFrom(0, 0, 1, 1000, 1001, windowMs, 3_600_000)
      await fc.assert(
        fc.asyncProperty(toBursts(steps, setBack.requestsMax), async (bursts) => {
          await clearWindows()
          const apps = await startProcesses(setBack.requestsMax)
          const admittedAtMs: number[] = []
          let realMs = 0
          for (const { waitMs, setBackMs, requests } of bursts) {
            realMs += waitMs
            service.clock.advance(waitMs - setBackMs)
            const responses = await sendBurst(apps, requests)
            admittedAtMs.push(...responses.filter(({ status }) => status === 200).map(() => realMs))
          }
          expect(mostInAnyWindow(admittedAtMs)).toBeLessThanOrEqual(setBack.requestsMax)

          // A memory of a rejection that is over wakes where its clock goes back, which only a test's clock does: the
          // word is asked of a process without one.
          const [fresh] = await startProcesses(setBack.requestsMax)
          const one = fresh === undefined ? [] : [fresh]
          const responses = await sendBurst(one, setBack.requestsMax + 1)
          expect(await expectAdmittedAfterWaiting(one, responses)).toBeGreaterThan(0)
        }),
        { numRuns: (isSoak ? plans : setBack.quickPlans)[engine], seed },
      )
    })
  })
}

describe.skipIf(!enginesAtHand.includes('postgres'))('three processes by the clock of one Postgres', () => {
  const databases: Database[] = []

  afterAll(() => Promise.all(databases.map((database) => database.close())))

  test('admit 120 of 300 requests that come at once [8] [D29]', async () => {
    const url = await createPostgresCopy()
    for (let process = 0; process < 3; process += 1) databases.push(await openPostgres(url))
    // No clock is given: the database's own rules, as in production.
    const apps = await Promise.all(databases.map((database) => createApp({ database })))
    const [first] = databases
    if (first === undefined) throw new Error('There are three databases.')
    const headers = { Authorization: `Bearer ${deriveDemoKeys(await readSecret(first)).affiliate}` }

    const responses = await Promise.all(
      Array.from({ length: 100 }, () =>
        apps.map((app) => app.fetch(new Request(`http://service.test${path}`, { headers }))),
      ).flat(),
    )

    const statuses = responses.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(requestsMax)
    expect(statuses.filter((status) => status === 429)).toHaveLength(300 - requestsMax)
  })
})

// The product's own processes, by the database's own clock: what the model cannot show, and what takes minutes.
if (isSoak && enginesAtHand.includes('postgres')) describe('two real processes', defineRealTime)

function defineRealTime(): void {
  let processes: readonly GuaranteeProcess[]
  let clients: readonly Client[]

  beforeAll(async () => {
    const database = { url: await createPostgresCopy() }
    processes = await Promise.all([startGuaranteeProcess({ database }), startGuaranteeProcess({ database })])
    clients = processes.map(({ port }) => createClient(port, 50))
  })

  afterAll(async () => {
    for (const client of clients) client.close()
    await Promise.all(processes.map((process) => process.stop()))
  })

  test('never admit more than 120 in 60 s of real time, and admit who waits [8] [7] [D29]', async () => {
    const key = processes[0]?.keys.affiliate ?? ''
    const admitted: { readonly sentAtMs: number; readonly receivedAtMs: number }[] = []
    const send = async (index: number): Promise<number> => {
      const sentAtMs = performance.now()
      const response = await clients[index % clients.length]?.send({ path, key })
      if (response?.status === 200) admitted.push({ sentAtMs, receivedAtMs: performance.now() })
      return Number(response?.headers['retry-after'] ?? 0)
    }
    for (let round = 0; round < 3; round += 1) {
      const waits = await Promise.all(Array.from({ length: 200 }, (_, index) => send(index)))
      expect(waits.filter((seconds) => seconds === 0)).toHaveLength(
        round === 0 ? requestsMax : requestsMax - 1,
      )
      await sleep(Math.max(...waits) * 1000)
      expect(await send(round)).toBe(0)
    }
    const times = admitted.toSorted((a, b) => a.receivedAtMs - b.receivedAtMs)
    for (const [index, { sentAtMs }] of times.entries()) {
      const oneTooMany = times[index + requestsMax]
      if (oneTooMany === undefined) break
      // Between the two ends lies the time in which they were admitted.
      expect(oneTooMany.receivedAtMs - sentAtMs).toBeGreaterThan(windowMs)
    }
    report(`${times.length} admitted by two processes in three minutes, never 121 within 60 s`)
  })
}

/** The most requests that were admitted in any 60 s. */
function mostInAnyWindow(timesMs: readonly number[]): number {
  const counts = timesMs.map(
    (startMs) => timesMs.filter((atMs) => atMs >= startMs && atMs < startMs + windowMs).length,
  )
  return Math.max(0, ...counts)
}
