import { randomUUID } from 'node:crypto'
import { operations } from '@affiliate-platform/contract'
import { insertApp } from '@affiliate-platform/test-support/payout-builders'
import { buildRules } from '@affiliate-platform/test-support/terms'
import { saveTerms } from '@affiliate-platform/test-support/terms-calls'
import { openTestDatabase } from '@affiliate-platform/test-support/test-database'
import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { addReceiver, insertMessages } from '@affiliate-platform/test-support/webhook-receivers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMetrics, type Metrics } from '../../src/metrics/metrics.ts'
import { buildMail } from '../mail/mails.ts'

let service: TestService
let metrics: Metrics

beforeAll(async () => {
  const database = await openTestDatabase()
  metrics = createMetrics(database)
  service = await createTestService({ database, metrics, affiliateQuotaRequestsMax: 4 })
})

afterAll(() => service.database.close())

const canary = 'canary7f3a'

/** The samples of this project's own metrics, by their text up to the value. */
async function readSamples(of: Metrics = metrics): Promise<ReadonlyMap<string, number>> {
  const lines = (await of.render()).split('\n').filter((line) => line.startsWith('affiliate_'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]))
}

/** Does something and tells which counts it raised, and by how much. Sums of times are left out. */
async function countDuring(act: () => Promise<unknown>): Promise<Readonly<Record<string, number>>> {
  const before = await readSamples()
  await act()
  const raised = [...(await readSamples())].map(
    ([name, count]) => [name, count - (before.get(name) ?? 0)] as const,
  )
  return Object.fromEntries(raised.filter(([name, by]) => by > 0 && !/_bucket|_sum|_waiting/.test(name)))
}

test('counts a write, its replay and the rejections of a used-up quota [D48]', async () => {
  const write = { json: { rules: buildRules() }, headers: { 'Idempotency-Key': randomUUID() } }

  const counts = await countDuring(async () => {
    for (let attempt = 1; attempt <= 6; attempt += 1) await saveTerms(service, write)
  })

  expect(counts).toEqual({
    'affiliate_requests_total{operation="saveTerms",status="200"}': 4,
    'affiliate_requests_total{operation="saveTerms",status="429"}': 2,
    'affiliate_request_duration_seconds_count{operation="saveTerms"}': 6,
    'affiliate_replays_total{operation="saveTerms"}': 3,
    'affiliate_quota_rejections_total{operation="saveTerms"}': 2,
  })
})

test('counts what the platform responded, by call and outcome [D48]', async () => {
  const counts = await countDuring(async () => {
    for (const behaviour of ['ok', 'ok', 'revoked']) {
      const shop = service.shops.find((candidate) => candidate.behaviour === behaviour)
      await service.fetch(operations.identify.path, {
        method: 'POST',
        key: service.keys.workspace,
        json: { myshopifyDomain: shop?.domain, accessToken: shop?.accessToken, appId: service.ids.appId },
      })
    }
  })

  expect(counts).toEqual({
    'affiliate_requests_total{operation="identify",status="200"}': 2,
    'affiliate_requests_total{operation="identify",status="400"}': 1,
    'affiliate_request_duration_seconds_count{operation="identify"}': 3,
    'affiliate_platform_calls_total{call="read_shop",outcome="read"}': 2,
    'affiliate_platform_calls_total{call="read_shop",outcome="token_rejected"}': 1,
    'affiliate_platform_calls_total{call="watch_uninstall",outcome="registered"}': 1,
    'affiliate_platform_calls_total{call="watch_uninstall",outcome="already_registered"}': 1,
    'affiliate_platform_call_duration_seconds_count{call="read_shop"}': 3,
    'affiliate_platform_call_duration_seconds_count{call="watch_uninstall"}': 2,
  })
})

test('counts no probe, and what leads nowhere under one name [D48]', async () => {
  const counts = await countDuring(async () => {
    for (const path of ['/livez', '/readyz', '/openapi.json', '/docs', `/${canary}`, `/${canary}/2`]) {
      await service.fetch(path)
    }
  })

  expect(counts).toEqual({
    'affiliate_requests_total{operation="unmatched",status="404"}': 2,
    'affiliate_request_duration_seconds_count{operation="unmatched"}': 2,
  })
})

test('holds nothing that was sent, and labels of a known handful of values [D48]', async () => {
  const json = {
    myshopifyDomain: `${canary}.myshopify.com`,
    accessToken: canary,
    email: `${canary}@x.example`,
  }
  await service.fetch(`${operations.identify.path}?${canary}=1`, {
    method: 'POST',
    key: service.keys.workspace,
    json,
    headers: { 'User-Agent': canary, 'X-Request-Id': canary },
  })
  await saveTerms(service, { json, key: canary, headers: { 'Idempotency-Key': canary } })
  await service.fetch(`/api/affiliate-platform/v1/payouts?search=${canary}`, { key: service.keys.affiliate })
  await service.fetch(`/${canary}`, { method: 'PATCH' })

  const text = await metrics.render()

  const sent = [canary, ...Object.values(service.keys), ...Object.values(service.ids), 'demo-ok', 'shpat_']
  for (const value of sent) expect(text).not.toContain(value)
  const labels = [...(await readSamples()).keys()].flatMap((sample) => [
    ...sample.matchAll(/(\w+)="([^"]*)"/g),
  ])
  expect(new Set(labels.map(([, name]) => name))).toEqual(
    new Set(['operation', 'status', 'call', 'outcome', 'le']),
  )
  const known =
    /^(?:saveTerms|(?:list|get|explain)[A-Z][a-z]+|identify|redactShop|reportInstallEvent|reportEvidence|redeemSetupCode|firstReceipt|unmatched|\d{3}|[a-z]+(?:_[a-z]+)*|[\d.]+|\+Inf)$/
  expect(labels.filter(([, , value = '']) => !known.test(value))).toEqual([])
})

test('counts attempts to deliver webhooks, and tells what waits and for how long [D48] [D401]', async () => {
  const { workspaceId } = await insertApp(service.database)
  const { id: endpointId } = await addReceiver(service.database, workspaceId, 'https://receiver.example/')
  const read = async (name: string) => (await readSamples()).get(name)
  const before = (await read('affiliate_webhooks_waiting')) ?? Number.NaN
  await insertMessages(service.database, { workspaceId, endpointId }, 3)
  const text = `update outbox_messages set queued_at = now() - interval '2 hours' where endpoint_id = $1`
  await service.database.query({ name: 'test_age', text }, [endpointId])
  expect(await read('affiliate_webhooks_waiting')).toBe(before + 3)
  expect(await read('affiliate_webhooks_oldest_waiting_seconds')).toBeGreaterThan(7100)

  const { signal } = new AbortController()
  const delivery = { url: 'https://receiver.example/', id: 'x', body: '{}', secrets: [] }
  const counts = await countDuring(async () => {
    for (const result of ['delivered', 'failed', 'failed', 'gone'] as const) {
      const send = metrics.watchWebhooks(async () => ({ result, outcome: canary, retryAfterMs: 0 }))
      await send(delivery, signal)
    }
  })
  expect(counts).toEqual({
    'affiliate_webhook_attempts_total{outcome="delivered"}': 1,
    'affiliate_webhook_attempts_total{outcome="failed"}': 2,
    'affiliate_webhook_attempts_total{outcome="gone"}': 1,
  })
})

test('shows how busy the embedded database is, and when it is idle again [D48]', async () => {
  const database = await openTestDatabase('pglite')
  const ping = () => database.query({ name: 'test_ping', text: 'select 1' }, [])

  const pings = [ping(), ping(), ping()]
  expect(database.load()).toEqual({ inUse: 1, waiting: 2 })
  expect((await createMetrics(database).render()).match(/^affiliate_database_\w+ \d+$/gm)).toHaveLength(2)
  await Promise.all(pings)

  expect(database.load()).toEqual({ inUse: 0, waiting: 0 })
  await database.close()
})

test('keeps the figures of two apps apart, and those of the process in both [D48]', async () => {
  const other = createMetrics(service.database)
  const samples = await readSamples(other)

  expect([...samples.keys()].filter((name) => name.startsWith('affiliate_requests_total'))).toEqual([])
  for (const text of [await other.render(), await metrics.render()]) {
    expect(text).toMatch(/^process_cpu_seconds_total [\d.]+$/m)
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m)
  }
})

test('counts mails by what a server did with them, and tells what waits [D48] [D410]', async () => {
  const { workspaceId, membershipId } = await insertApp(service.database)
  const read = async (name: string) => (await readSamples()).get(name)
  const before = (await read('affiliate_mails_waiting')) ?? Number.NaN
  const text = `
    insert into outbox_mails (workspace_id, id, recipient_id, membership_id, kind, queued_at)
    values ($1, $2, $2, $2, 'terms_changed', now() - interval '2 hours')`
  await service.database.query({ name: 'test_wait', text }, [workspaceId, membershipId])
  expect(await read('affiliate_mails_waiting')).toBe(before + 1)
  expect(await read('affiliate_mails_oldest_waiting_seconds')).toBeGreaterThan(7100)
  const send = metrics.watchMail(async () => ({ result: 'rejected', outcome: 'the server said 550' }))
  const counts = await countDuring(() => send(buildMail()))
  expect(counts).toEqual({ 'affiliate_mail_attempts_total{outcome="rejected"}': 1 })
})
