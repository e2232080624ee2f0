import { IdentifyClient } from '@affiliate-platform/sdk'
import {
  createMemoryLedger,
  type InstallResult,
  identifyOnInstall,
} from '@affiliate-platform/shopify-recipes'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useFakeClock } from '../support/fake-clock.ts'
import { accessToken, apiKey, appId, shop } from '../support/fixtures.ts'

type Fetch = typeof globalThis.fetch

const response = (status: number, body: string): Fetch => {
  return async () => new Response(body, { status, headers: { 'Content-Type': 'application/json' } })
}
const hanging: Fetch = (_, init) =>
  new Promise((__, reject) => {
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason), { once: true })
  })
const rejecting: Fetch = () =>
  Promise.reject(new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } }))
const endless: Fetch = async () =>
  new Response(new ReadableStream({ pull: () => new Promise(() => undefined) }))

/** How the platform can fail, and what is reported of it. */
const platforms: readonly (readonly [string, Fetch, Partial<InstallResult>])[] = [
  ['hangs', hanging, { code: 'timeout', status: null }],
  ['never ends its response', endless, { code: 'timeout', status: null }],
  ['rejects the connection', rejecting, { code: 'not_connected', status: null }],
  ['responds with garbage', response(200, '<html>'), { status: 200 }],
  ['responds with ok: false', response(200, '{"ok":false}'), { status: 200 }],
  [
    'responds with 401 and echoes the token',
    response(401, JSON.stringify({ code: 'invalid_credential', detail: accessToken })),
    { code: 'invalid_credential', status: 401 },
  ],
  ['responds with 500', response(500, ''), { status: 500 }],
  [
    'redirects',
    async () => new Response(null, { status: 302, headers: { Location: 'https://elsewhere.example' } }),
    { status: 302 },
  ],
]

const unhandled = vi.fn()

beforeEach(() => {
  useFakeClock()
  unhandled.mockClear()
  process.on('unhandledRejection', unhandled)
})

afterEach(() => {
  process.off('unhandledRejection', unhandled)
})

it.each(platforms)(
  'an install goes on at once while the platform %s [4.4-2] [D67]',
  async (_, fetch, expected) => {
    const results: InstallResult[] = []
    let requests = 0
    const client = new IdentifyClient({
      apiKey,
      baseUrl: 'https://affiliates.example.com',
      fetch: (...input) => {
        requests += 1
        return fetch(...input)
      },
    })
    const hook = identifyOnInstall({
      client,
      appId,
      ledger: createMemoryLedger(),
      onResult: (result) => void results.push(result),
    })
    expect(hook({ session: { shop, isOnline: false, accessToken } })).toBeUndefined()
    // It has returned, and nothing was sent yet.
    expect(requests).toBe(0)
    await vi.advanceTimersByTimeAsync(5000)
    await new Promise((resolve) => setImmediate(resolve))
    // Where nothing can have been accepted it is sent again, within the same time (D67).
    if (fetch === rejecting) expect(requests).toBeGreaterThan(1)
    else expect(requests).toBe(1)
    expect(results).toMatchObject([{ outcome: 'failed', shop, stage: 'identify', ...expected }])
    expect(JSON.stringify(results)).not.toContain(accessToken)
    expect(unhandled).not.toHaveBeenCalled()
  },
)

it('identifies with the real client, and sends exactly the variant of an install [4.3-install]', async () => {
  const results: InstallResult[] = []
  const bodies: unknown[] = []
  const fetch: Fetch = async (input, init) => {
    bodies.push(await new Request(input, init).json())
    return Response.json({ ok: true, requestId: 'req-1', contact: 'read', uninstallWatch: 'registered' })
  }
  const client = new IdentifyClient({ apiKey, baseUrl: 'https://affiliates.example.com', fetch })
  const ledger = createMemoryLedger()
  identifyOnInstall({ client, appId, ledger, onResult: (result) => void results.push(result) })({
    session: { shop, isOnline: false, accessToken },
  })
  await expect.poll(() => results).toHaveLength(1)
  expect(results).toEqual([
    { outcome: 'identified', shop, requestId: 'req-1', contact: 'read', uninstallWatch: 'registered' },
  ])
  expect(bodies).toEqual([{ myshopifyDomain: shop, accessToken, appId }])
})
