import {
  createMemoryLedger,
  forwardUninstall,
  handleUninstall,
  identifyOnInstall,
  type Ledger,
} from '@affiliate-platform/shopify-recipes'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createFakeIdentify, hang } from './support/fake-identify.ts'
import { accessToken, appId, buildRequest, secret, shop } from './support/fixtures.ts'

const quiet = { secrets: secret, onResult: () => undefined }

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'Date'],
    now: Date.parse('2026-11-21T12:00:00Z'),
  })
})

afterEach(() => {
  vi.useRealTimers()
})

async function isSettledAfter(promise: Promise<unknown>, ms: number): Promise<boolean> {
  let isSettled = false
  void promise.then(() => {
    isSettled = true
  })
  await vi.advanceTimersByTimeAsync(ms)
  return isSettled
}

it('waits 3,500 ms for a forward that hangs, then cleans up and answers 200 [D39]', async () => {
  const client = createFakeIdentify(hang)
  const onUninstalled = vi.fn()
  const results: unknown[] = []
  const onResult = (result: unknown) => void results.push(result)
  const answer = forwardUninstall({ ...quiet, client, onUninstalled, onResult })(buildRequest())
  await client.started
  expect(await isSettledAfter(answer, 3499)).toBe(false)
  expect(onUninstalled).not.toHaveBeenCalled()
  expect(await isSettledAfter(answer, 1)).toBe(true)
  expect((await answer).status).toBe(200)
  expect(onUninstalled).toHaveBeenCalledOnce()
  expect(results[0]).toEqual({ outcome: 'forward_failed', shop, code: 'timeout', status: null })
})

it('does not wait for a forward that the host runs in the background [D39]', async () => {
  const client = createFakeIdentify(hang)
  const waitUntil = vi.fn()
  const response = await forwardUninstall({ ...quiet, client, waitUntil })(buildRequest())
  expect(response.status).toBe(200)
  expect(waitUntil).toHaveBeenCalledExactlyOnceWith(expect.any(Promise))
  expect(client.sent).toHaveLength(1)
})

it('answers 200 where the background lifecycle of the host rejects [D39]', async () => {
  const waitUntil = () => Promise.reject(new Error('from the host'))
  const forward = forwardUninstall({ ...quiet, client: createFakeIdentify(), waitUntil })
  expect((await forward(buildRequest())).status).toBe(200)
})

it('waits for the forward where the background lifecycle of the host throws', async () => {
  const client = createFakeIdentify()
  const waitUntil = () => {
    throw new Error('outside of a request')
  }
  const response = await forwardUninstall({ ...quiet, client, waitUntil })(buildRequest())
  expect(response.status).toBe(200)
  expect(client.sent).toHaveLength(1)
})

it('handles a delivery although the memory of deliveries is down or hangs', async () => {
  const never = () => new Promise<never>(() => undefined)
  const failing = { claim: () => Promise.reject(new Error('down')) }
  for (const broken of [failing, { claim: never }]) {
    const deliveries: Ledger = { confirm: never, release: never, clear: never, ...broken }
    const onUninstalled = vi.fn()
    const answer = handleUninstall({ ...quiet, ledger: createMemoryLedger(), deliveries, onUninstalled })(
      buildRequest(),
    )
    await vi.waitFor(() => expect(onUninstalled).toHaveBeenCalledOnce())
    expect((await answer).status).toBe(200)
  }
})

it('answers 500 when the install ledger cannot be cleared, after the cleanup [D39]', async () => {
  const ledger: Ledger = { ...createMemoryLedger(), clear: () => Promise.reject(new Error('down')) }
  const onUninstalled = vi.fn()
  const handle = handleUninstall({ ...quiet, ledger, onUninstalled })
  expect((await handle(buildRequest())).status).toBe(500)
  expect(onUninstalled).toHaveBeenCalledOnce()
})

it('waits 500 ms for an install ledger that hangs [D39]', async () => {
  const clear = vi.fn(() => new Promise<never>(() => undefined))
  const handle = handleUninstall({ ...quiet, ledger: { ...createMemoryLedger(), clear } })
  const answer = handle(buildRequest())
  await vi.waitFor(() => expect(clear).toHaveBeenCalledOnce(), { interval: 1 })
  await vi.advanceTimersByTimeAsync(500)
  expect((await answer).status).toBe(500)
})

it('remembers a delivery that was handled, also when it is repeated hours later [D39]', async () => {
  const onUninstalled = vi.fn()
  const handle = handleUninstall({ ...quiet, ledger: createMemoryLedger(), onUninstalled })
  for (let delivery = 0; delivery < 3; delivery += 1) {
    expect((await handle(buildRequest())).status).toBe(200)
    await vi.advanceTimersByTimeAsync(4 * 3_600_000)
  }
  expect(onUninstalled).toHaveBeenCalledOnce()
})

it('clears the ledger that identifyOnInstall has without any option, and the one named by the option for both [D38a]', async () => {
  const client = createFakeIdentify()
  const onResult = vi.fn()
  const install = (ledger?: Ledger) =>
    identifyOnInstall({ client, appId, onResult, ...(ledger && { ledger }) })({
      session: { shop, accessToken },
    })
  const ledger = createMemoryLedger()
  const both = { ...quiet, client: createFakeIdentify() }
  const rounds = [
    [undefined, handleUninstall(quiet)],
    [undefined, forwardUninstall({ ...both, deliberatelyWithIdentifyOnInstall: {} })],
    [ledger, forwardUninstall({ ...both, deliberatelyWithIdentifyOnInstall: { ledger } })],
  ] as const
  for (const [given, route] of rounds) {
    const outcomes = async (count: number) => {
      await vi.waitFor(() => expect(onResult).toHaveBeenCalledTimes(count))
      return onResult.mock.calls.map(([{ outcome }]) => outcome)
    }
    onResult.mockClear()
    install(given)
    install(given)
    await outcomes(2)
    await route(buildRequest())
    install(given)
    expect((await outcomes(3)).sort()).toEqual(['already_identified', 'identified', 'identified'])
    await route(buildRequest({ eventId: 'end-of-round' }))
  }
})

it('keeps the install of a shop that came back before the uninstall was delivered', async () => {
  const ledger = createMemoryLedger()
  const handle = handleUninstall({ ...quiet, ledger })
  const uninstalledAtMs = Date.now()
  await vi.advanceTimersByTimeAsync(30_000)
  await ledger.claim(shop, 1_000_000)
  // Two clocks may differ by this much: it could be the install that has just ended.
  await handle(buildRequest({ triggeredAtMs: uninstalledAtMs, eventId: 'within-the-tolerance' }))
  await vi.advanceTimersByTimeAsync(1)
  expect(await ledger.claim(shop, 1_000_000)).not.toBeNull()
  await handle(buildRequest({ triggeredAtMs: uninstalledAtMs, eventId: 'late' }))
  expect(await ledger.claim(shop, 1000)).toBeNull()
  await handle(buildRequest({ triggeredAtMs: Date.now(), eventId: 'in-time' }))
  expect(await ledger.claim(shop, 1000)).not.toBeNull()
})

it('clears the install of a delivery that does not say when', async () => {
  const ledger = createMemoryLedger()
  await ledger.claim(shop, 1_000_000)
  const headers = { 'X-Shopify-Triggered-At': null }
  await handleUninstall({ ...quiet, ledger })(buildRequest({}, { headers }))
  expect(await ledger.claim(shop, 1000)).not.toBeNull()
})

it('reports what a body parser took before as a fault of the mounting', async () => {
  const results: unknown[] = []
  const request = buildRequest()
  await request.text()
  const response = await forwardUninstall({
    ...quiet,
    client: createFakeIdentify(),
    onResult: (result) => void results.push(result),
  })(request)
  expect(response.status).toBe(500)
  expect(results).toEqual([{ outcome: 'refused', status: 500, code: 'body_already_read' }])
})

it('keeps working when the app’s own onResult throws or rejects', async () => {
  const results = [
    () => {
      throw new Error('from onResult')
    },
    () => Promise.reject(new Error('from onResult')),
  ]
  for (const onResult of results) {
    const answer = await forwardUninstall({ ...quiet, client: createFakeIdentify(), onResult })(
      buildRequest(),
    )
    expect(answer.status).toBe(200)
  }
})
