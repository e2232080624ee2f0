import { buildRules, termsPath } from '@affiliate-platform/test-support/terms'
import {
  createTestService,
  type TestRequest,
  type TestService,
} from '@affiliate-platform/test-support/test-service'
import { afterAll, beforeAll, expect, test } from 'vitest'

const canary = 'shpat-CANARY-7c1f'

let service: TestService

beforeAll(async () => {
  service = await createTestService({ affiliateQuotaRequestsMax: 1000 })
})

afterAll(() => service.close())

const terms = () => termsPath(service.ids.membershipId)
const write = (changes: TestRequest) => ({ method: 'PATCH', key: service.keys.affiliate, ...changes })
const raw = (body: string) => write({ body, headers: { 'Content-Type': 'application/json' } })

// Wherever a client can put a secret by mistake, also in place of another value or as a member's name.
test.each<[string, number, () => readonly [string, TestRequest]]>([
  ['as a value', 400, () => [terms(), write({ json: { rules: buildRules({ basis: canary }) } })]],
  [
    'as an amount',
    400,
    () => [
      terms(),
      write({ json: { rules: buildRules({ cpi: { amountMinor: canary, currency: canary } }) } }),
    ],
  ],
  [
    'as a list entry',
    400,
    () => [terms(), write({ json: { rules: buildRules({ includedSaleKinds: [canary] }) } })],
  ],
  ['as effectiveAt', 400, () => [terms(), write({ json: { rules: buildRules(), effectiveAt: canary } })]],
  ['as the whole body', 400, () => [terms(), write({ json: canary })]],
  ['as a member name', 400, () => [terms(), write({ json: { rules: buildRules(), [canary]: canary } })]],
  ['in broken JSON', 400, () => [terms(), raw(`{"rules": ${canary}`)]],
  ['as the media type', 415, () => [terms(), write({ body: '{}', headers: { 'Content-Type': canary } })]],
  [
    'as the content encoding',
    415,
    () => [terms(), write({ json: {}, headers: { 'Content-Encoding': canary } })],
  ],
  [
    'as the Idempotency-Key',
    400,
    () => [terms(), write({ json: {}, headers: { 'Idempotency-Key': `${canary} ${canary}` } })],
  ],
  ['as the membership id', 400, () => [termsPath(canary), write({ json: { rules: buildRules() } })]],
  ['as the path', 404, () => [`/api/${canary}`, { method: 'GET' }]],
  ['as the method', 404, () => [terms(), { method: canary }]],
  ['as the key', 401, () => [terms(), write({ key: canary, json: {} })]],
  [
    'as the scheme',
    401,
    () => [terms(), { method: 'PATCH', headers: { Authorization: `${canary} ${canary}` } }],
  ],
  [
    'in the query',
    400,
    () => [
      `/api/affiliate-platform/v1/payouts?${canary}=${canary}&limit=${canary}`,
      { key: service.keys.affiliate },
    ],
  ],
  [
    'twice in the query',
    400,
    () => [`/api/affiliate-platform/v1/payouts?${canary}=1&${canary}=2`, { key: service.keys.affiliate }],
  ],
  [
    'as a cursor',
    400,
    () => [`/api/affiliate-platform/v1/payouts?cursor=${canary}`, { key: service.keys.affiliate }],
  ],
  [
    'in a header of no meaning',
    401,
    () => [terms(), { method: 'PATCH', headers: { Cookie: canary, 'X-Request-Id': canary } }],
  ],
])('echoes no secret that is sent %s [D1]', async (_name, status, send) => {
  const response = await service.fetch(...send())
  const everything = JSON.stringify([...response.headers]) + (await response.text())
  expect(response.status).toBe(status)
  expect(everything).not.toContain(canary)
})
