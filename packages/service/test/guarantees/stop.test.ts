import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '@affiliate-platform/platform/database'
import { openPostgres } from '@affiliate-platform/platform/database'
import { type Client, createClient, termsWrite } from '@affiliate-platform/test-support/guarantee-client'
import {
  type GuaranteeProcess,
  startGuaranteeProcess,
} from '@affiliate-platform/test-support/guarantee-process'
import { report, runInLanes, scale, startRandom } from '@affiliate-platform/test-support/guarantee-scale'
import { countVersionsSince } from '@affiliate-platform/test-support/guarantee-writes'
import { connectRaw } from '@affiliate-platform/test-support/raw-client'
import { termsPath } from '@affiliate-platform/test-support/terms'
import { createPostgresCopy, enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const stops = scale({ quick: 2, soak: 50 })
const dawdlers = scale({ quick: 200, soak: 2000 })
const clients = 20
const deadlineMs = 10_000

describe.skipIf(!enginesAtHand.includes('postgres'))('a service process', () => {
  let url: string
  let database: Database

  beforeAll(async () => {
    url = await createPostgresCopy()
    database = await openPostgres(url)
  })

  afterAll(() => database.close())

  const start = () => startGuaranteeProcess({ database: { url }, quotaRequestsMax: 1_000_000 })

  test(`responds to all it has taken up and ends in time, in ${stops} stops under load`, async () => {
    const random = startRandom()
    let [responded, slowestMs] = [0, 0]
    for (let round = 0; round < stops; round += 1) {
      const writesBefore = await countVersionsSince(database)
      const service = await start()
      const client = createClient(service.port, clients)
      const load = Promise.all(Array.from({ length: clients }, () => loadUntilRejected(service, client)))
      await sleep(50 + random.below(400))
      const { exitCode, begun, durationMs } = await service.stop()
      const loads = await load
      client.close()

      expect(exitCode).toBe(0)
      expect(durationMs).toBeLessThan(deadlineMs)
      const responses = loads.reduce((sum, each) => sum + each.responses, 0)
      const writes = loads.reduce((sum, each) => sum + each.writes, 0)
      // Whatever the process took up got a response whole; what failed for its client was never begun.
      expect(responses).toBe(begun)
      expect(writes).toBe((await countVersionsSince(database)) - writesBefore)
      responded += responses
      slowestMs = Math.max(slowestMs, durationMs)
    }
    report(
      `${stops} stops under load: ${responded} requests taken up, all served; slowest end ${Math.round(slowestMs)} ms`,
    )
  })

  test(`serves others while ${dawdlers} sockets dawdle over headers and bodies`, async () => {
    const service = await start()
    const client = createClient(service.port, 4)
    const alone = await measureLatency(service, client)
    const head = [
      `PATCH ${termsPath(service.ids.membershipId)} HTTP/1.1`,
      ...['Host: x', `Authorization: Bearer ${service.keys.affiliate}`, 'Content-Type: application/json'],
    ].join('\r\n')
    const sockets = await Promise.all(
      Array.from({ length: dawdlers }, async (_, index) => {
        const dawdler = await connectRaw(service.port)
        dawdler.send(index % 2 === 0 ? head : `${head}\r\nContent-Length: 500\r\n\r\n{`)
        return dawdler.socket
      }),
    )
    // First those are served that came all at once, on one key; what is then measured is the dawdling.
    const arriving = await measureLatency(service, client)
    const crowded = await measureLatency(service, client)
    for (const socket of sockets) socket.destroy()
    client.close()
    expect((await service.stop()).exitCode).toBe(0)
    // Far above what a quiet machine shows, far below what one starved client would.
    expect(crowded.p99Ms).toBeLessThan(2000)
    report(
      `99 % of responses within ${alone.p99Ms} ms alone, ${crowded.p99Ms} ms beside ${dawdlers} slow sockets`,
    )
    report(`and within ${arriving.p99Ms} ms while they all arrived at once`)
  })
})

/** Reads and writes until the process takes no more, and counts what got a response. */
async function loadUntilRejected({ keys, ids }: GuaranteeProcess, client: Client) {
  const count = { responses: 0, writes: 0 }
  const key = keys.affiliate
  for (;;) {
    const isWrite = count.responses % 2 === 0
    const request = isWrite
      ? termsWrite({ key, membershipId: ids.membershipId, idempotencyKey: randomUUID() })
      : { key, path: '/api/affiliate-platform/v1/payouts' }
    const response = await client.send(request).catch(() => undefined)
    if (response === undefined) return count
    expect(response.status).toBe(200)
    count.responses += 1
    if (isWrite) count.writes += 1
  }
}

async function measureLatency({ keys }: GuaranteeProcess, client: Client) {
  const latenciesMs: number[] = []
  await runInLanes({ count: 400, lanes: 4 }, async () => {
    const startedAtMs = performance.now()
    const { status } = await client.send({ key: keys.affiliate, path: '/api/affiliate-platform/v1/payouts' })
    latenciesMs.push(performance.now() - startedAtMs)
    expect(status).toBe(200)
  })
  const sorted = latenciesMs.toSorted((a, b) => a - b)
  return { p99Ms: Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? 0) }
}
