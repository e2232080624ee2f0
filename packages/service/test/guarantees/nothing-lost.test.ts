import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '@affiliate-platform/platform/database'
import { type DatabaseChoice, openDatabase, openPostgres } from '@affiliate-platform/platform/database'
import { createGate, type Gate } from '@affiliate-platform/test-support/gate'
import { type Client, createClient, termsWrite } from '@affiliate-platform/test-support/guarantee-client'
import {
  type DeathPlan,
  type GuaranteeProcess,
  startGuaranteeProcess,
} from '@affiliate-platform/test-support/guarantee-process'
import { report, scale, startRandom } from '@affiliate-platform/test-support/guarantee-scale'
import {
  type Attempt,
  createLedger,
  describeLedger,
  expectNothingLost,
  keepWriting,
} from '@affiliate-platform/test-support/guarantee-writes'
import { fillDataFolder } from '@affiliate-platform/test-support/prepared-folder'
import { makeFolder } from '@affiliate-platform/test-support/service-process'
import { startTcpProxy, type TcpProxy } from '@affiliate-platform/test-support/tcp-proxy'
import { buildRules } from '@affiliate-platform/test-support/terms'
import { saveTerms } from '@affiliate-platform/test-support/terms-calls'
import { createPostgresCopy, enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const postgresKills = scale({ quick: 3, soak: 100 })
const embeddedKills = scale({ quick: 2, soak: 30 })
const cuts = scale({ quick: 10, soak: 500 })

const writers = 6
const quotaRequestsMax = 1_000_000
/** A request may wait for the pool, for a lock and for a retry, and is then responded. */
const responseMs = 10_000

const moments = ['at any time', 'before the commit', 'before the response'] as const
type Moment = (typeof moments)[number]

/** The service between two kills. */
interface Life {
  readonly service: GuaranteeProcess
  readonly client: Client
  readonly next: Gate<Life>
}

describe('killed while it writes, the service', () => {
  test.skipIf(!enginesAtHand.includes('postgres'))(
    `loses and doubles nothing in ${postgresKills} kills on Postgres [D10]`,
    async () => {
      await writeThroughKills({ url: await createPostgresCopy() }, postgresKills)
    },
  )

  test(`loses and doubles nothing in ${embeddedKills} kills on the embedded database [D10]`, async () => {
    const folder = makeFolder()
    fillDataFolder(folder.path)
    await writeThroughKills({ dataFolder: folder.path }, embeddedKills)
    folder.remove()
  })
})

async function writeThroughKills(choice: DatabaseChoice, kills: number): Promise<void> {
  const random = startRandom()
  const startedAtMs = Date.now()
  const first = random.below(moments.length)
  const momentOf = (kill: number): Moment | undefined =>
    kill < kills ? moments[(first + kill) % moments.length] : undefined
  const startLife = async (moment: Moment | undefined): Promise<Life> => {
    const death = planDeath(moment, 1 + random.below(40))
    const service = await startGuaranteeProcess({ database: choice, quotaRequestsMax, ...death })
    return { service, client: createClient(service.port, writers), next: createGate<Life>() }
  }

  let life = await startLife(momentOf(0))
  let isOver = false
  const ledger = createLedger()
  const lanes = Array.from({ length: writers }, () => keepWriting(ledger, writeTo(life), () => isOver))
  for (let kill = 0; kill < kills; kill += 1) {
    if (momentOf(kill) === 'at any time') await sleep(random.below(200)).then(life.service.kill)
    else await life.service.ended
    life.client.close()
    const next = await startLife(momentOf(kill + 1))
    life.next.open(next)
    life = next
  }
  isOver = true
  await Promise.all(lanes)
  life.client.close()
  await life.service.stop()

  const database = await openDatabase(choice)
  await expectNothingLost(database, ledger, startedAtMs)
  report(`${kills} kills on ${database.engine}: ${describeLedger(ledger)}`)
  await database.close()
}

function planDeath(moment: Moment | undefined, transactions: number): { readonly death?: DeathPlan } {
  return moment === undefined || moment === 'at any time' ? {} : { death: { moment, transactions } }
}

/** Writes to the service as long as it lives, and then to its next life. */
function writeTo(firstLife: Life): Attempt {
  let life = firstLife
  return async (idempotencyKey) => {
    const { keys, ids } = life.service
    const write = { key: keys.affiliate, membershipId: ids.membershipId, idempotencyKey }
    try {
      const { status, headers, body } = await life.client.send(termsWrite(write))
      if (status === 200) return { body, isReplay: headers['idempotency-replayed'] === 'true' }
      // The lock of a killed process is held until its server notices.
      expect([409, 503]).toContain(status)
    } catch {
      await life.service.ended
      life = await life.next.promise
    }
    return undefined
  }
}

describe.skipIf(!enginesAtHand.includes('postgres'))('connections cut in mid-transaction', () => {
  let proxy: TcpProxy
  let direct: Database
  let proxied: Database
  let service: TestService

  beforeAll(async () => {
    const url = await createPostgresCopy()
    proxy = await startTcpProxy(url)
    direct = await openPostgres(url)
    proxied = await openPostgres(proxy.url)
    service = await createTestService({ database: proxied, affiliateQuotaRequestsMax: quotaRequestsMax })
  })

  afterAll(async () => {
    await Promise.all([proxied.close(), direct.close()])
    proxy.close()
  })

  test(`lead to a retry or to 503 in ${cuts} cuts, never to a hang, a loss or a double [D10]`, async () => {
    const random = startRandom()
    const ledger = createLedger()
    let isOver = false
    let slowestMs = 0
    const rejections = new Map<number, number>()
    const attempt: Attempt = async (idempotencyKey) => {
      const startedAtMs = performance.now()
      const headers = { 'Idempotency-Key': idempotencyKey }
      const response = await saveTerms(service, { json: { rules: buildRules() }, headers })
      slowestMs = Math.max(slowestMs, performance.now() - startedAtMs)
      const body = await response.text()
      if (response.status === 200) return { body, isReplay: response.headers.has('idempotency-replayed') }
      expect([409, 503]).toContain(response.status)
      expect(response.headers.get('retry-after')).toMatch(/^[123]$/)
      rejections.set(response.status, (rejections.get(response.status) ?? 0) + 1)
      return undefined
    }
    const lanes = Array.from({ length: writers }, () => keepWriting(ledger, attempt, () => isOver))
    for (let cut = 0; cut < cuts; cut += 1) {
      await sleep(random.below(150))
      // Every other time the network goes silent before it breaks.
      if (cut % 2 === 1) {
        proxy.silence()
        await sleep(random.below(30))
      }
      proxy.cut()
      proxy.restore()
    }
    isOver = true
    await Promise.all(lanes)

    await expectNothingLost(direct, ledger, service.clock.now())
    expect(slowestMs).toBeLessThan(responseMs)
    report(`${cuts} cut connections: ${describeLedger(ledger)}; slowest response ${Math.round(slowestMs)} ms`)
    report(`temporary rejections by status: ${JSON.stringify([...rejections])}`)
  })
})
