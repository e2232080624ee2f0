import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, openPostgres } from '@affiliate-platform/platform/database'
import { startFaultProxy } from '@affiliate-platform/test-support/fault-proxy'
import { type Client, createClient, termsWrite } from '@affiliate-platform/test-support/guarantee-client'
import {
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
import { findPostgresBin } from '@affiliate-platform/test-support/postgres-installation'
import { startPostgresOnDisk } from '@affiliate-platform/test-support/postgres-on-disk'
import { canMountDisk, mountSmallDisk } from '@affiliate-platform/test-support/small-disk'
import { expect, onTestFinished, test } from 'vitest'

const faultsMin = scale({ quick: 150, soak: 10_000 })
const writers = 6
/** What a life of the service is told; it ends by our hand alone. */
const options = { quotaRequestsMax: 1_000_000_000 }
const lists = ['payouts', 'commissions', 'referrals', 'memberships']

/** A process of the service, and the client that it is asked by. */
interface Life {
  readonly service: GuaranteeProcess
  readonly client: Client
  isKilled: boolean
}

test(`loses nothing, doubles nothing and ends no process in ${faultsMin} faults of every kind at once [D10] [D74] [D162]`, {
  skip: !canMountDisk || findPostgresBin() === undefined,
  meta: { needs: 'root, who may mount a disk, and a Postgres' },
}, async () => {
  const random = startRandom()
  const disk = mountSmallDisk(scale({ quick: 140, soak: 1500 }))
  onTestFinished(disk.remove)
  const server = await startPostgresOnDisk(disk.path)
  onTestFinished(server.stop)
  const direct = await openPostgres(server.url)
  onTestFinished(direct.close)
  const proxy = await startFaultProxy(server.url)
  onTestFinished(proxy.close)
  const injectFaults = () => proxy.injectOneIn(12, () => random.below(1_000_000) / 1_000_000)

  let deaths = 0
  async function startLife(): Promise<Life> {
    const service = await startGuaranteeProcess({
      ...options,
      database: { url: proxy.url, silenceTimeoutMs: 500 },
    })
    const life = { service, client: createClient(service.port, writers), isKilled: false }
    void service.ended.then(() => {
      if (!life.isKilled) deaths += 1
    })
    return life
  }
  async function endLife(life: Life): Promise<void> {
    life.isKilled = true
    await life.service.kill()
    life.client.close()
  }
  const lives = [await startLife(), await startLife()]
  onTestFinished(async () => {
    await Promise.all(lives.map(endLife))
  })

  const statuses = new Map<string, number>()
  let turn = 0
  /** Sends to either process. Without a response, as of a process that was killed, it is sent again. */
  async function send(toRequest: (service: GuaranteeProcess) => Parameters<Client['send']>[0]) {
    const life = lives[turn++ % lives.length]
    const response = await life?.client.send(toRequest(life.service)).catch(() => undefined)
    const status = String(response?.status ?? 'no response')
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (response === undefined) await sleep(20)
    return response
  }
  const attempt: Attempt = async (idempotencyKey) => {
    const list = lists[turn % lists.length]
    await send(({ keys }) => ({ path: `/api/affiliate-platform/v1/${list}?limit=5`, key: keys.affiliate }))
    const response = await send(({ keys, ids: { membershipId } }) =>
      termsWrite({ key: keys.affiliate, membershipId, idempotencyKey }),
    )
    if (response?.status !== 200) return undefined
    return { body: response.body, isReplay: response.headers['idempotency-replayed'] === 'true' }
  }

  const others = { 'backends ended': 0, 'processes killed': 0, 'full disks': 0 }
  const startedAtMs = await readTime(direct)
  const ledger = createLedger()
  let isOver = false
  const lanes = Array.from({ length: writers }, () => keepWriting(ledger, attempt, () => isOver))
  const count = () =>
    [...Object.values(proxy.counts()), ...Object.values(others)].reduce((sum, n) => sum + n, 0)
  injectFaults()
  for (let round = 1; count() < faultsMin; round += 1) {
    await sleep(50 + random.below(100))
    others['backends ended'] += await endBackends(direct)
    if (round % 10 === 0) {
      disk.fill()
      await sleep(200)
      disk.clear()
      others['full disks'] += 1
    }
    if (round % 10 === 5) {
      const place = random.below(lives.length)
      const life = lives[place]
      if (life !== undefined) await endLife(life)
      // It asks for its migrations before it serves, and may end without them.
      proxy.restore()
      lives[place] = await startLife()
      injectFaults()
      others['processes killed'] += 1
    }
  }
  isOver = true
  proxy.restore()
  await Promise.all(lanes)

  const counts = JSON.stringify({ ...proxy.counts(), ...others })
  report(
    `${count()} faults: ${describeLedger(ledger)}; processes dead ${deaths}; ${counts}; ${JSON.stringify([...statuses])}`,
  )
  expect(deaths).toBe(0)
  expect(
    [...statuses.keys()].filter((status) => !['200', '409', '503', 'no response'].includes(status)),
  ).toEqual([])
  await expectNothingLost(direct, ledger, startedAtMs)
})

async function readTime(database: Database): Promise<number> {
  const [row] = await database.query<{ now: Date }>({ name: 'test_now', text: 'select now() as now' }, [])
  return row?.now.getTime() ?? 0
}

/** Ends the backends of about every other connection of the service. */
async function endBackends(database: Database): Promise<number> {
  const text = `
    select count(pg_terminate_backend(pid))::integer as ended from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and pid % 2 = 0`
  const [row] = await database.query<{ ended: number }>({ name: 'test_end_backends', text }, [])
  return row?.ended ?? 0
}
