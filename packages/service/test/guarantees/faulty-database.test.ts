import { openPostgres } from '@affiliate-platform/platform/database'
import { type KindOfRequest, listRequests } from '@affiliate-platform/test-support/every-request'
import { type FaultProxy, faults, startFaultProxy } from '@affiliate-platform/test-support/fault-proxy'
import {
  isSoak,
  report,
  runInLanes,
  scale,
  startRandom,
} from '@affiliate-platform/test-support/guarantee-scale'
import { createPostgresCopy, enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMcpKey } from '../mcp/mcp-client.ts'

const faultsMin = scale({ quick: 200, soak: 10_000 })
const documented = ['200', '503 unavailable', '409 idempotency_key_in_progress']

describe.skipIf(!enginesAtHand.includes('postgres'))('a database that fails in every way', () => {
  let proxy: FaultProxy
  let service: TestService
  let kinds: readonly KindOfRequest[]
  let close: () => Promise<void>

  beforeAll(async () => {
    const url = await createPostgresCopy()
    proxy = await startFaultProxy(url)
    const database = await openPostgres(proxy.url, { silenceTimeoutMs: scale({ quick: 1000, soak: 250 }) })
    const quotas = { affiliateQuotaRequestsMax: 1e9, identifyQuotaRequestsMax: 1e9 }
    service = await createTestService({ database, ...quotas })
    kinds = listRequests(service, await createMcpKey(service, ['terms:write', 'contacts:read']))
    close = async () => {
      proxy.restore()
      await database.close()
      proxy.close()
    }
  })

  afterAll(() => close())

  /** Sends a request, and says what came of it. */
  async function send({ path, init }: KindOfRequest, turn: number) {
    const response = await service.fetch(path, init(turn))
    const body = Object(await response.json())
    if (path === '/readyz') return { outcome: response.status === 200 ? '200' : '503 unavailable', body }
    if (response.status === 503) expect(response.headers.get('Retry-After')).toMatch(/^[123]$/)
    // A tool tells of its failure within a response that succeeded.
    const { isError, content } = Object(body.result)
    const { status, code } = isError ? JSON.parse(content[0].text) : { ...body, status: response.status }
    return { outcome: status === 200 ? '200' : `${status} ${code}`, body }
  }

  test('serves every kind of request while it does not fail', async () => {
    for (const kind of kinds) {
      expect([kind.name, await send(kind, 0)]).toMatchObject([kind.name, { outcome: '200' }])
    }
  })

  test('ends no process, and gets every request a documented response [D74] [D72]', async () => {
    const random = startRandom()
    const nextNumber = () => random.below(1_000_000) / 1_000_000
    proxy.injectOneIn(6, nextNumber)
    const counted = () => Object.values(proxy.counts()).reduce((sum, count) => sum + count, 0)
    const outcomes = new Map<string, Set<string>>()
    const responses = new Map<string, number>()
    const acknowledged = new Set<string>()
    let index = 0
    while (counted() < faultsMin) {
      await runInLanes({ count: 2 * kinds.length, lanes: 12 }, async () => {
        // The readings of keys and of readiness are a second old, and asked for anew.
        service.clock.advance(100)
        const turn = Math.floor(index / kinds.length)
        const kind = kinds[index++ % kinds.length]
        if (kind === undefined) throw new RangeError('There is a kind for each index.')
        const { outcome, body } = await send(kind, turn)
        responses.set(outcome, (responses.get(outcome) ?? 0) + 1)
        outcomes.set(kind.name, (outcomes.get(kind.name) ?? new Set()).add(outcome))
        if (kind.name.startsWith('saveTerms') && outcome === '200') acknowledged.add(body.id)
        const saved = Object(body.result).structuredContent?.version
        if (saved) acknowledged.add(saved.id)
      })
    }
    report(
      `${counted()} faults over ${index} requests of ${kinds.length} kinds: ${JSON.stringify([...responses])}; ${JSON.stringify(proxy.counts())}`,
    )
    expect([...responses.keys()].filter((outcome) => !documented.includes(outcome))).toEqual([])
    expect(faults.filter((fault) => proxy.counts()[fault] === 0)).toEqual([])
    expect(outcomes.size).toBe(kinds.length)
    // By chance a kind may be spared in a short run.
    for (const [name, seen] of isSoak ? outcomes : []) {
      expect([name, [...seen].filter((outcome) => outcome !== documented[2]).sort()]).toEqual([
        name,
        documented.slice(0, 2),
      ])
    }
    await expectAllThere(acknowledged)
  })

  /** What was acknowledged is there, each key has one record, and the service is ready again. */
  async function expectAllThere(acknowledged: ReadonlySet<string>): Promise<void> {
    proxy.restore()
    const [list] = kinds.filter(({ name }) => name === 'listPayouts')
    if (list === undefined) throw new Error('Payouts are listed.')
    await expect.poll(async () => (await send(list, 0)).outcome).toBe('200')
    service.clock.advance(5000)
    expect((await service.fetch('/readyz')).status).toBe(200)
    const text = 'select count(*)::integer as there from terms_versions where id = any ($1)'
    const there = await service.database.query({ name: 'test_there', text }, [[...acknowledged]])
    expect(there).toEqual([{ there: acknowledged.size }])
    const once = `
      select idempotency_key from idempotency_records group by idempotency_key having count(*) > 1`
    expect(await service.database.query({ name: 'test_once', text: once }, [])).toEqual([])
  }
})
