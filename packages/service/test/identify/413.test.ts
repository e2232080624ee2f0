import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { countWritten, expectRejection, identifyRaw } from './identify-calls.ts'

let service: TestService

beforeAll(async () => {
  service = await createTestService()
})

afterAll(() => service.close())

/** A valid request with white space up to a number of bytes. */
function buildBody(bytes: number): Uint8Array<ArrayBuffer> {
  const text = '{"myshopifyDomain":"maple.myshopify.com","email":"owner@sent.example"}'
  return new TextEncoder().encode(text.padEnd(bytes))
}

const toStream = (bytes: Uint8Array<ArrayBuffer>) => new Blob([bytes]).stream()

it.each([
  ['in one piece', buildBody],
  ['as a stream', (bytes: number) => toStream(buildBody(bytes))],
])('rejects 65,537 bytes %s [D6]', async (_how, build) => {
  await expectRejection(await identifyRaw(service, { body: build(65_537) }), 'body_too_large')
  expect(await countWritten(service)).toBe(0)
})

it('rejects a declared length of 65,537 bytes unread [D6]', async () => {
  const headers = { 'Content-Length': '65537' }
  await expectRejection(await identifyRaw(service, { body: buildBody(100), headers }), 'body_too_large')
})

it('admits 65,536 bytes [D6]', async () => {
  expect((await identifyRaw(service, { body: buildBody(65_536) })).status).toBe(200)
  expect((await identifyRaw(service, { body: toStream(buildBody(65_536)) })).status).toBe(200)
})
