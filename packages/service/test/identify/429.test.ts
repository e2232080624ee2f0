import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { addShop, countWritten, expectRejection, identify } from './identify-calls.ts'

const json = { myshopifyDomain: 'maple.myshopify.com', email: 'owner@sent.example' }

let service: TestService

beforeEach(async () => {
  service = await createTestService({ identifyQuotaRequestsMax: 2 })
})

afterEach(() => service.close())

it('rejects what is beyond the quota, writes nothing and calls no platform [7] [D29]', async () => {
  expect((await identify(service, json)).status).toBe(200)
  expect((await identify(service, json)).status).toBe(200)
  const response = await identify(service, addShop(service))
  await expectRejection(response, 'quota_exceeded')
  expect(response.headers.get('retry-after')).toBe('60')
  expect(await countWritten(service)).toBe(3)
  expect(service.simulator.requests).toEqual([])
})

it('admits a client that waited as it was told [D29]', async () => {
  await identify(service, json)
  await identify(service, json)
  const rejected = await identify(service, json)
  service.clock.advance(Number(rejected.headers.get('retry-after')) * 1000)
  expect((await identify(service, json)).status).toBe(200)
})

it('counts each workspace key for itself [D29]', async () => {
  await identify(service, json)
  await identify(service, json)
  const response = await identify(service, json, { key: service.keys.workspaceOther })
  expect(response.status).toBe(200)
})
