import { openPostgres } from '@affiliate-platform/platform/database'
import { type FaultProxy, faults, startFaultProxy } from '@affiliate-platform/test-support/fault-proxy'
import { report, runInLanes, scale, startRandom } from '@affiliate-platform/test-support/guarantee-scale'
import { buildRules, termsPath } from '@affiliate-platform/test-support/terms'
import { createPostgresCopy, enginesAtHand } from '@affiliate-platform/test-support/test-database'
import {
  createTestService,
  type TestRequest,
  type TestService,
} from '@affiliate-platform/test-support/test-service'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const faultsMin = scale({ quick: 200, soak: 10_000 })
const payouts = '/api/affiliate-platform/v1/payouts'

describe.skipIf(!enginesAtHand.includes('postgres'))('a database that fails in every way', () => {
  let proxy: FaultProxy
  let service: TestService
  let close: () => Promise<void>

  beforeAll(async () => {
    const url = await createPostgresCopy()
    proxy = await startFaultProxy(url)
    const database = await openPostgres(proxy.url, { silenceTimeoutMs: 250 })
    const quotas = { affiliateQuotaRequestsMax: 1e9, identifyQuotaRequestsMax: 1e9 }
    service = await createTestService({ database, ...quotas })
    close = async () => {
      proxy.restore()
      await database.close()
      proxy.close()
    }
  })

  afterAll(() => close())

  /** One request of each kind, in turn: together they run every statement that serves a request. */
  function buildRequest(index: number): readonly [path: string, init: TestRequest] {
    const { keys, ids, shops } = service
    const { membershipId, programId, groupId } = ids
    const domain = shops[0]?.domain
    const post = { method: 'POST', key: keys.workspace }
    const save = { method: 'PATCH', key: keys.affiliate, json: { rules: buildRules() } }
    const kinds: readonly (readonly [string, TestRequest])[] = [
      [termsPath(membershipId), save],
      [termsPath(membershipId), { ...save, headers: { 'Idempotency-Key': `k${index - (index % 18)}` } }],
      [termsPath(membershipId), { ...save, headers: { 'Idempotency-Key': `k${index - (index % 18)}` } }],
      [payouts, { key: keys.affiliate }],
      [`${payouts}?programId=${programId}&groupId=${groupId}&search=a`, { key: keys.affiliate }],
      ['/api/identify', { ...post, json: { myshopifyDomain: domain, country: 'Norway' } }],
      [
        '/api/identify',
        { ...post, json: { myshopifyDomain: domain, accessToken: shops[0]?.accessToken, appId: ids.appId } },
      ],
      ['/api/compliance/shop-redact', { ...post, json: { myshopifyDomain: domain } }],
      ['/readyz', {}],
    ]
    return kinds[index % kinds.length] ?? [payouts, {}]
  }

  test('ends no process, and gets every request a documented response [D74] [D72]', async () => {
    const random = startRandom()
    const nextNumber = () => random.below(1_000_000) / 1_000_000
    proxy.injectOneIn(6, nextNumber)
    const counted = () => Object.values(proxy.counts()).reduce((sum, count) => sum + count, 0)
    const responses = new Map<string, number>()
    const acknowledged: string[] = []
    let index = 0
    while (counted() < faultsMin) {
      await runInLanes({ count: 90, lanes: 12 }, async () => {
        // The readings of keys and of readiness are a second old, and asked for anew.
        service.clock.advance(100)
        const [path, init] = buildRequest(index++)
        const response = await service.fetch(path, init)
        const body = Object(await response.json())
        if (path === '/readyz') {
          expect([200, 503], JSON.stringify(body)).toContain(response.status)
          return
        }
        const outcome = `${response.status} ${body.code ?? ''}`.trim()
        responses.set(outcome, (responses.get(outcome) ?? 0) + 1)
        if (response.status === 503) expect(response.headers.get('Retry-After')).toMatch(/^[123]$/)
        if (response.status === 200 && init.method === 'PATCH') acknowledged.push(body.id)
      })
    }
    report(
      `${counted()} faults over ${index} requests: ${JSON.stringify([...responses])}; ${JSON.stringify(proxy.counts())}`,
    )
    const documented = ['200', '503 unavailable', '409 idempotency_key_in_progress']
    expect([...responses.keys()].filter((outcome) => !documented.includes(outcome))).toEqual([])
    expect(faults.filter((fault) => proxy.counts()[fault] === 0)).toEqual([])

    proxy.restore()
    await expect
      .poll(async () => (await service.fetch(payouts, { key: service.keys.affiliate })).status)
      .toBe(200)
    service.clock.advance(5000)
    expect((await service.fetch('/readyz')).status).toBe(200)
    const text = 'select count(*)::integer as there from terms_versions where id = any ($1)'
    const ids = [...new Set(acknowledged)]
    expect(await service.database.query({ name: 'test_there', text }, [ids])).toEqual([{ there: ids.length }])
    const once = `
      select idempotency_key from idempotency_records group by idempotency_key having count(*) > 1`
    expect(await service.database.query({ name: 'test_once', text: once }, [])).toEqual([])
  })
})
