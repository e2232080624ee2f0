import { buildRules } from '@affiliate-platform/test-support/terms'
import { expectRejectedWrite, expectSaved, saveTermsRaw } from '@affiliate-platform/test-support/terms-calls'
import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { afterAll, beforeAll, expect, test } from 'vitest'

const bodyBytesMax = 65_536
const valid = JSON.stringify({ rules: buildRules() })

let service: TestService

beforeAll(async () => {
  service = await createTestService()
})

afterAll(() => service.close())

function toStream(chunks: readonly Uint8Array[]) {
  const rest = [...chunks]
  let pulled = 0
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const chunk = rest.shift()
        pulled += 1
        if (chunk === undefined) controller.close()
        else controller.enqueue(chunk)
      },
    },
    { highWaterMark: 0 },
  )
  return { body, countPulled: () => pulled }
}

test('rejects a body of 65,537 bytes [4.1-5] [D6]', async () => {
  await expectRejectedWrite(service, 'body_too_large', () =>
    saveTermsRaw(service, valid.padEnd(bodyBytesMax + 1)),
  )
})

test('counts bytes and not characters [D6]', async () => {
  const body = `{"note":"${'é'.repeat(33_000)}"}`
  expect(body.length).toBeLessThan(bodyBytesMax)
  await expectRejectedWrite(service, 'body_too_large', () => saveTermsRaw(service, body))
})

test('believes a declared length without reading [D6] [D7]', async () => {
  const { body, countPulled } = toStream([Buffer.from(valid)])
  const headers = { 'Content-Length': String(bodyBytesMax + 1) }
  await expectRejectedWrite(service, 'body_too_large', () => saveTermsRaw(service, body, headers))
  expect(countPulled()).toBe(0)
})

test('stops reading where the limit is passed [D6]', async () => {
  const { body, countPulled } = toStream(Array.from({ length: 100 }, () => Buffer.alloc(8192, ' ')))
  await expectRejectedWrite(service, 'body_too_large', () => saveTermsRaw(service, body))
  expect(countPulled()).toBe(9)
})

test('accepts exactly 65,536 bytes in single bytes and chunks [D6]', async () => {
  const bytes = Buffer.from(valid.padEnd(bodyBytesMax))
  const chunks = [...bytes.subarray(0, 500)].map((byte) => Uint8Array.of(byte))
  const { body } = toStream([...chunks, bytes.subarray(500, 501), bytes.subarray(501)])
  await expectSaved(await saveTermsRaw(service, body))
})
