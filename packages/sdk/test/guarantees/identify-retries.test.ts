import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Identification, IdentifyClient, type ObserverEvent } from '@affiliate-platform/sdk'
import { createFakeTime, fakeApiKeys, fakeIds, withFakeTime } from '@affiliate-platform/sdk/testing'
import { describe, expect, test } from 'vitest'
import { goodResponse } from '../failure-modes/good-response.ts'
import {
  type HostileResponse,
  json,
  noResponse,
  resetBeforeHeaders,
  resetMidBody,
  startHostileServer,
} from '../failure-modes/hostile-server.ts'

const myshopifyDomain = 'example.myshopify.com'
const uninstall = { myshopifyDomain, country: 'Peru' }
const install = { myshopifyDomain, accessToken: 'shpat_1', appId: fakeIds.appId }

/** Which of the two variants is sent again after a failure. */
const rows: readonly (readonly [
  name: string,
  failure: HostileResponse,
  withToken: boolean,
  without: boolean,
])[] = [
  ['429', json(429, {}), true, true],
  ['429 with Retry-After', json(429, {}, { 'Retry-After': '2' }), true, true],
  ['503 with Retry-After', json(503, {}, { 'Retry-After': '2' }), true, true],
  ['503 without Retry-After', json(503, {}), false, true],
  ['500', json(500, {}, { 'Retry-After': '2' }), false, true],
  ['408', json(408, {}), false, true],
  ['a reset before the headers', resetBeforeHeaders, false, true],
  ['a reset in the body', resetMidBody, false, true],
  ['no response', noResponse, false, true],
  ['400', json(400, {}), false, false],
  ['409', json(409, {}, { 'Retry-After': '2' }), false, false],
]

describe('identify', () => {
  for (const [name, failure, withToken, without] of rows) {
    test.each([
      ['with a token', install, withToken],
      ['without a token', uninstall, without],
    ])(`after ${name}, %s [D35, D69]`, async (_, identification: Identification, isRepeated) => {
      await using server = await startHostileServer([failure, goodResponse])
      const timeoutMs = failure === noResponse ? 1000 : 10_000
      const options = { baseUrl: server.baseUrl, apiKey: fakeApiKeys.workspace, timeoutMs }
      const client = new IdentifyClient(withFakeTime(options, createFakeTime()))

      const outcome = await client.tryIdentify(identification)

      expect(server.requests).toHaveLength(isRepeated ? 2 : 1)
      expect(outcome.ok).toBe(isRepeated)
    })
  }

  test.each([install, uninstall])(
    'goes through when the port opens late: %o [D69]',
    async (identification) => {
      const port = await findClosedPort()
      const events: ObserverEvent[] = []
      const client = new IdentifyClient({
        baseUrl: `http://127.0.0.1:${port}`,
        apiKey: fakeApiKeys.workspace,
        observer: (event) => void events.push(event),
      })
      const call = client.identify(identification)
      await new Promise((resolve) => setTimeout(resolve, 100))
      await using _ = await startHostileServer([goodResponse], port)

      await expect(call).resolves.toMatchObject({ ok: true })
      expect(events).toContainEqual(
        expect.objectContaining({ type: 'wait', error: expect.objectContaining({ code: 'not_connected' }) }),
      )
    },
  )

  test.each([
    ['with a token', install, false],
    ['without a token', uninstall, true],
  ])('whose idle connection is closed under it, %s [D35, D69]', async (_, identification, isRepeated) => {
    await using server = await startHostileServer([goodResponse, resetBeforeHeaders, goodResponse])
    const client = new IdentifyClient({ baseUrl: server.baseUrl, apiKey: fakeApiKeys.workspace })
    await client.identify(uninstall)

    const outcome = await client.tryIdentify(identification)

    expect(outcome.ok).toBe(isRepeated)
    expect(server.requests).toHaveLength(isRepeated ? 3 : 2)
  })
})

async function findClosedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
