import {
  identifyResponseSchema,
  operations,
  type PayoutsPage,
  payoutsPageSchema,
  termsVersionSchema,
} from '@affiliate-platform/contract'
import { examples } from '@affiliate-platform/contract/openapi'
import { termsPath } from '@affiliate-platform/test-support/terms'
import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { afterAll, beforeAll, expect, test } from 'vitest'

let service: TestService

beforeAll(async () => {
  service = await createTestService()
})

afterAll(() => service.close())

test.each(Object.entries(examples.saveTerms.requests))(
  'accepts the example request %s of a terms write [4.1-success]',
  async (_name, { value: json }) => {
    const response = await service.fetch(termsPath(service.ids.membershipId), {
      method: 'PATCH',
      key: service.keys.affiliate,
      json,
      headers: { 'Idempotency-Key': `${examples.saveTerms.idempotencyKey}-${_name}` },
    })

    expect(response.status).toBe(200)
    termsVersionSchema.parse(await response.json())
  },
)

const queries: readonly [string, { readonly value: Readonly<Record<string, string>> }][] = Object.entries(
  examples.listPayouts.queries,
)

test.each(queries)('accepts the example query %s of the payouts list [4.2-1]', async (_name, { value }) => {
  const { cursor, ...filters } = toOwnRecords(value)
  // A cursor is nobody's example: only one that this service has given out is accepted.
  const { nextCursor } = await listPayouts(filters)

  const page = await listPayouts(cursor === undefined ? filters : { ...filters, cursor: String(nextCursor) })

  expect(Array.isArray(page.items)).toBe(true)
})

test.each(Object.entries(examples.identify.requests))(
  'accepts the example request %s of identify [4.3-install]',
  async (_name, { value }) => {
    const [shop] = service.shops
    const body = toOwnRecords({ ...value, myshopifyDomain: shop?.domain ?? '' })
    const json = 'accessToken' in body ? { ...body, accessToken: shop?.accessToken } : body

    const response = await service.fetch(operations.identify.path, {
      method: 'POST',
      key: service.keys.workspace,
      json,
    })

    expect(response.status).toBe(200)
    expect(identifyResponseSchema.parse(await response.json()).ok).toBe(true)
  },
)

async function listPayouts(query: Readonly<Record<string, string>>): Promise<PayoutsPage> {
  const path = `${operations.listPayouts.path}?${new URLSearchParams(query)}`
  const response = await service.fetch(path, { key: service.keys.affiliate })
  expect(response.status).toBe(200)
  return payoutsPageSchema.parse(await response.json())
}

/** An example names records of nobody; here they are the demo's own. */
function toOwnRecords<Value extends Readonly<Record<string, string>>>(value: Value): Value {
  const { appId, programId, groupId, membershipId } = service.ids
  const own: Readonly<Record<string, string>> = { appId, programId, groupId, membershipId }
  const entries = Object.entries(value).map(([name, text]) => [name, own[name] ?? text])
  return Object.fromEntries(entries)
}
