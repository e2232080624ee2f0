import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { countWritten, expectRejection, identifyRaw } from './identify-calls.ts'

const body = '{"myshopifyDomain":"maple.myshopify.com","email":"owner@sent.example"}'

let service: TestService

beforeAll(async () => {
  service = await createTestService()
})

afterAll(() => service.close())

it.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/jsonp',
  'application/json; charset=latin1',
])('rejects %s [D2]', async (mediaType) => {
  const headers = { 'Content-Type': mediaType }
  await expectRejection(await identifyRaw(service, { body, headers }), 'unsupported_media_type')
  expect(await countWritten(service)).toBe(0)
})

it('rejects a compressed body [4.3-content-type] [D6]', async () => {
  const headers = { 'Content-Encoding': 'gzip' }
  await expectRejection(await identifyRaw(service, { body, headers }), 'unsupported_media_type')
  expect(await countWritten(service)).toBe(0)
})

it('admits JSON that names its character set', async () => {
  const headers = { 'Content-Type': 'application/json; charset=utf-8' }
  expect((await identifyRaw(service, { body, headers })).status).toBe(200)
})
