import { gzipSync } from 'node:zlib'
import { buildRules } from '@affiliate-platform/test-support/terms'
import { expectRejectedWrite, saveTerms, saveTermsRaw } from '@affiliate-platform/test-support/terms-calls'
import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { afterAll, beforeAll, test } from 'vitest'

const valid = JSON.stringify({ rules: buildRules() })

let service: TestService

beforeAll(async () => {
  service = await createTestService()
})

afterAll(() => service.close())

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/jsonp',
  'application/merge-patch+json',
  'text/json',
  'application/json; charset=iso-8859-1',
  'application/json; charset=utf-16',
  'application/json, application/json',
  '*/*',
  'json',
  '',
])('rejects the media type %j [4.1]', async (mediaType) => {
  await expectRejectedWrite(service, 'unsupported_media_type', () =>
    saveTermsRaw(service, valid, { 'Content-Type': mediaType }),
  )
})

test('rejects a body without a media type [4.1-content-type]', async () => {
  await expectRejectedWrite(service, 'unsupported_media_type', () =>
    saveTerms(service, { body: Uint8Array.from(Buffer.from(valid)) }),
  )
})

test.each(['gzip', 'br', 'deflate', 'zstd', 'GZIP', 'identity, gzip'])(
  'rejects a body with content encoding %s [D6]',
  async (encoding) => {
    const body = Uint8Array.from(gzipSync(valid))
    await expectRejectedWrite(service, 'unsupported_media_type', () =>
      saveTermsRaw(service, body, { 'Content-Encoding': encoding }),
    )
  },
)
