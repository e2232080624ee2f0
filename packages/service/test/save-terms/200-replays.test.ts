import { randomUUID } from 'node:crypto'
import { newApiKey } from '@affiliate-platform/platform/api-keys'
import { deleteOldIdempotencyRecords } from '@affiliate-platform/platform/retention'
import { insertSuccessorKey } from '@affiliate-platform/test-support/api-keys'
import { describeServiceOnEachEngine } from '@affiliate-platform/test-support/each-engine'
import { buildRules } from '@affiliate-platform/test-support/terms'
import {
  countWrites,
  expectRejectedWrite,
  expectSaved,
  saveTerms,
  saveTermsRaw,
} from '@affiliate-platform/test-support/terms-calls'
import type { TestService } from '@affiliate-platform/test-support/test-service'
import { expect, test } from 'vitest'

const json = { rules: buildRules() }

async function expectReplay(
  service: TestService,
  first: string,
  send: () => Promise<Response>,
): Promise<void> {
  const before = await countWrites(service)
  const response = await send()
  expect(response.status).toBe(200)
  expect(response.headers.get('idempotency-replayed')).toBe('true')
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(response.headers.get('x-affiliate-schema-version')).toBe('1')
  expect(response.headers.get('ratelimit')).not.toBeNull()
  expect(await response.text()).toBe(first)
  expect(await countWrites(service)).toEqual(before)
}

describeServiceOnEachEngine('a retried terms write', { affiliateQuotaRequestsMax: 1000 }, (service) => {
  const newHeaders = () => ({ 'Idempotency-Key': randomUUID() })

  async function saveFirst(headers: Record<string, string>, body: unknown = json): Promise<string> {
    const response = await saveTerms(service(), { json: body, headers })
    expect(response.status).toBe(200)
    expect(response.headers.get('idempotency-replayed')).toBeNull()
    return await response.text()
  }

  test('gets the stored bytes, marked as replayed [D10] [D313]', async () => {
    const headers = newHeaders()
    const first = await saveFirst(headers)
    await expectReplay(service(), first, () => saveTerms(service(), { json, headers }))
    await expectReplay(service(), first, () => saveTerms(service(), { json, headers }))
  })

  test('gets the stored status, whatever a later version would respond with [D10]', async () => {
    const headers = newHeaders()
    const first = await saveFirst(headers)
    const text = 'update idempotency_records set status = 202 where idempotency_key = $1'
    await service().database.query({ name: 'test_set_status', text }, [headers['Idempotency-Key']])
    const response = await saveTerms(service(), { json, headers })
    expect([response.status, await response.text()]).toEqual([202, first])
  })

  test('is recognised in another key order, number form and white space [D10]', async () => {
    const headers = newHeaders()
    const first = await saveFirst(headers)
    const reordered = Object.fromEntries(Object.entries(json.rules).toReversed())
    const body = JSON.stringify({ rules: reordered }, null, 3).replace('2500,', '2500.0e0,')
    await expectReplay(service(), first, () => saveTermsRaw(service(), body, headers))
  })

  test('gets its response also when its effectiveAt has become the past [D10] [D11]', async () => {
    const headers = newHeaders()
    const effectiveAt = new Date(service().clock.now() + 1000).toISOString()
    const body = { ...json, effectiveAt }
    const first = await saveFirst(headers, body)
    service().clock.advance(3_600_000)
    await expectReplay(service(), first, () => saveTerms(service(), { json: body, headers }))
    await expectRejectedWrite(service(), 'terms_rejected', () => saveTerms(service(), { json: body }))
  })

  test('gets the first version also after others [D10]', async () => {
    const headers = newHeaders()
    const first = await saveFirst(headers)
    await expectSaved(await saveTerms(service(), { json }))
    await expectReplay(service(), first, () => saveTerms(service(), { json, headers }))
  })

  test('is recognised under the successor of a rotated key [D10]', async () => {
    const headers = newHeaders()
    const first = await saveFirst(headers)
    const key = newApiKey('affiliate')
    await insertSuccessorKey(service().database, { of: service().keys.affiliate, key })
    await expectReplay(service(), first, () => saveTerms(service(), { json, headers, key }))
  })

  test('is new for another membership, and for a key of another lineage [D10]', async () => {
    const headers = newHeaders()
    const first = await saveFirst(headers)
    const text = 'select id from memberships where app_id = $1 and id <> $2 order by id limit 1'
    const { appId, membershipId } = service().ids
    const [other] = await service().database.query<{ id: string }>({ name: 'test_other', text }, [
      appId,
      membershipId,
    ])
    const elsewhere = await saveTerms(service(), { json, headers, ...other })
    const byAnother = await saveTerms(service(), { json, headers, key: service().keys.affiliateTermsOnly })
    for (const response of [elsewhere, byAnother]) {
      expect(response.headers.get('idempotency-replayed')).toBeNull()
      expect(await response.text()).not.toBe(first)
    }
  })

  test('is recognised by an id in upper case [D10]', async () => {
    const headers = newHeaders()
    const first = await saveFirst(headers)
    const id = service().ids.membershipId.toUpperCase()
    await expectReplay(service(), first, () => saveTerms(service(), { json, headers, id }))
  })

  test('may reuse the key of a rejection: it left no trace [D10]', async () => {
    const headers = newHeaders()
    const rejected = { rules: buildRules({ includedSaleKinds: [] }) }
    await expectRejectedWrite(service(), 'terms_rejected', () =>
      saveTerms(service(), { json: rejected, headers }),
    )
    await expectRejectedWrite(service(), 'invalid_request', () => saveTerms(service(), { json: {}, headers }))
    const first = await saveFirst(headers)
    await expectReplay(service(), first, () => saveTerms(service(), { json, headers }))
  })

  test('is remembered until its time is over, to the millisecond [D10]', async () => {
    const headers = newHeaders()
    const first = await saveFirst(headers)
    const endsAtMs = service().clock.now() + 30 * 86_400_000
    await deleteOldIdempotencyRecords(service().database, endsAtMs)
    await expectReplay(service(), first, () => saveTerms(service(), { json, headers }))
    await deleteOldIdempotencyRecords(service().database, endsAtMs + 1)
    expect(await saveFirst(headers)).not.toBe(first)
  })

  test('makes a second version when it carries no key [D9]', async () => {
    const before = await countWrites(service())
    const first = await expectSaved(await saveTerms(service(), { json }))
    const second = await expectSaved(await saveTerms(service(), { json }))
    expect(second.id).not.toBe(first.id)
    expect(await countWrites(service())).toEqual({ ...before, versions: before.versions + 2 })
  })

  test.each(['k', '~!"#$%&\'()*+,-./:;<=>?@[]^_`{|}', 'x'.repeat(255)])(
    'works with the key %s [D9]',
    async (key) => {
      const headers = { 'Idempotency-Key': key }
      const first = await saveFirst(headers)
      await expectReplay(service(), first, () => saveTerms(service(), { json, headers }))
    },
  )
})
