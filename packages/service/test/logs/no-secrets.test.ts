import {
  buildIdentify,
  buildWrite,
  canary,
  createLoggingService,
  type LoggingService,
  secretEmail,
  secretToken,
} from '@affiliate-platform/test-support/logging-service'
import { buildRules, termsPath } from '@affiliate-platform/test-support/terms'
import type { TestRequest } from '@affiliate-platform/test-support/test-service'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

let service: LoggingService

beforeAll(async () => {
  service = await createLoggingService()
})

beforeEach(() => {
  service.lines.length = 0
  service.database.failOn(undefined)
})

afterAll(() => service.close())

const terms = () => termsPath(service.ids.membershipId)

function shopOf(behaviour: string) {
  const shop = service.shops.find((each) => each.behaviour === behaviour)
  if (shop === undefined) throw new Error('The demo has a shop of each behaviour.')
  return shop
}

function buildIdentifyWithToken(behaviour: string): readonly [string, TestRequest] {
  const { domain, accessToken } = shopOf(behaviour)
  const changes = { myshopifyDomain: domain, accessToken, appId: service.ids.appId, email: undefined }
  return buildIdentify(service, changes)
}

test.each<[string, number, () => readonly [string, TestRequest?]]>([
  [
    'a saved version',
    200,
    () => [`${terms()}?note=${canary}`, buildWrite(service, { headers: { 'Idempotency-Key': canary } })],
  ],
  ['a replay', 200, () => [terms(), buildWrite(service, { headers: { 'Idempotency-Key': canary } })]],
  [
    'a page of a search',
    200,
    () => [`/api/affiliate-platform/v1/payouts?search=${secretEmail}`, { key: service.keys.affiliate }],
  ],
  [
    'an invalid cursor',
    400,
    () => [`/api/affiliate-platform/v1/payouts?cursor=${canary}`, { key: service.keys.affiliate }],
  ],
  [
    'malformed JSON',
    400,
    () => [
      terms(),
      buildWrite(service, {
        json: undefined,
        body: `{${secretToken}`,
        headers: { 'Content-Type': 'application/json' },
      }),
    ],
  ],
  ['a schema fault', 400, () => [terms(), buildWrite(service, { json: { [canary]: secretEmail } })]],
  [
    'a broken business rule',
    400,
    () => [terms(), buildWrite(service, { json: { rules: buildRules({ includedSaleKinds: [] }) } })],
  ],
  [
    'a malformed Idempotency-Key',
    400,
    () => [terms(), buildWrite(service, { headers: { 'Idempotency-Key': `${secretToken} ${secretToken}` } })],
  ],
  [
    'a reused Idempotency-Key',
    409,
    () => [
      terms(),
      buildWrite(service, {
        json: { rules: buildRules({ rateBps: 1 }) },
        headers: { 'Idempotency-Key': canary },
      }),
    ],
  ],
  [
    'a key in the query string',
    401,
    () => [`${terms()}?api_key=${service.keys.affiliate}`, { method: 'PATCH' }],
  ],
  ['an unknown key', 401, () => [terms(), buildWrite(service, { key: secretToken })]],
  ['a revoked key', 401, () => [terms(), buildWrite(service, { key: service.keys.affiliateRevoked })]],
  ['a missing scope', 403, () => [terms(), buildWrite(service, { key: service.keys.affiliatePayoutsOnly })]],
  ['a foreign record', 403, () => [termsPath(service.ids.otherAppMembershipId), buildWrite(service)]],
  [
    'a secret as the path',
    404,
    () => [`/api/${canary}/${secretEmail}?x=${secretToken}`, { key: service.keys.affiliate }],
  ],
  ['a secret as the method', 404, () => [terms(), { method: canary }]],
  ['a secret as the record id', 400, () => [termsPath(secretToken), buildWrite(service)]],
  [
    'a body that is too large',
    413,
    () => [terms(), buildWrite(service, { json: { [canary]: ' '.repeat(70_000) } })],
  ],
  ['a wrong media type', 415, () => [terms(), buildWrite(service, { headers: { 'Content-Type': canary } })]],
  ['an identified shop', 200, () => buildIdentify(service)],
  ['a shop read with its token', 200, () => buildIdentifyWithToken('ok')],
  [
    'an identification that names nothing',
    400,
    () => buildIdentify(service, { email: 'not-an-address', ownerName: secretToken }),
  ],
  [
    'an app of another workspace',
    403,
    () => buildIdentify(service, { appId: service.ids.otherWorkspaceAppId, accessToken: secretToken }),
  ],
])('logs %s (%i) without any secret', async (_name, status, send) => {
  const response = await service.fetch(...send())
  expect(response.status, await response.clone().text()).toBe(status)
  expect(service.lines.length).toBeGreaterThan(0)
  expect(service.lines.join('')).toContain(response.headers.get('x-request-id'))
  service.expectNoSecrets()
})

test.each([
  'revoked',
  'forbidden',
  'gone',
  'throttled',
  'server_error',
  'html_error',
  'redirect',
  'mismatch',
])('logs a shop whose platform responds with %s without its token [D36]', async (behaviour) => {
  const { domain: myshopifyDomain, accessToken } = shopOf(behaviour)
  const json = { myshopifyDomain, accessToken, appId: service.ids.appId }
  await service.fetch('/api/identify', { method: 'POST', key: service.keys.workspace, json })
  expect(service.lines.length).toBeGreaterThan(0)
  service.expectNoSecrets()
})

test('logs a request over the quota without any secret', async () => {
  for (;;) {
    const { status } = await service.fetch(`/api/affiliate-platform/v1/payouts?search=${canary}`, {
      key: service.keys.affiliate,
    })
    if (status === 429) break
  }
  service.expectNoSecrets()
})
