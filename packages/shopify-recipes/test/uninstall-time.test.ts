import { DatabaseSync } from 'node:sqlite'
import {
  createMemoryLedger,
  createSqlLedger,
  forwardUninstall,
  handleUninstall,
  identifyOnInstall,
  type Ledger,
} from '@affiliate-platform/shopify-recipes'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { primeInstall } from '../src/lib/ledger/install-entry.ts'
import { createFakeIdentify, hang } from './support/fake-identify.ts'
import { accessToken, appId, buildRequest, payload, secret, shop } from './support/fixtures.ts'

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

it('waits 3,500 ms for a forward that hangs, then cleans up and responds with 200 [D39]', async () => {
  const client = createFakeIdentify(hang)
  const onUninstalled = vi.fn()
  const results: unknown[] = []
  const onResult = (result: unknown) => void results.push(result)
  const response = forwardUninstall({ ...quiet, client, onUninstalled, onResult })(buildRequest())
  await client.started
  expect(await isSettledAfter(response, 3499)).toBe(false)
  expect(onUninstalled).not.toHaveBeenCalled()
  expect(await isSettledAfter(response, 1)).toBe(true)
  expect((await response).status).toBe(200)
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

it('responds with 200 where the background lifecycle of the host rejects [D39]', async () => {
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

it('runs the cleanup although the ledger is down or hangs, and asks for another delivery [D39]', async () => {
  const never = () => new Promise<never>(() => undefined)
  const down = () => Promise.reject(Object.assign(new Error('down'), { code: 'ECONNREFUSED' }))
  for (const [broken, code] of [
    [down, 'ECONNREFUSED'],
    [never, 'timeout'],
  ] as const) {
    const ledger: Ledger = { read: broken, replace: broken, listDue: broken }
    const onUninstalled = vi.fn()
    const results: unknown[] = []
    const onResult = (result: unknown) => void results.push(result)
    const response = handleUninstall({ ...quiet, onResult, ledger, onUninstalled })(buildRequest())
    // Two steps on the ledger of 500 ms each: the delivery, then the install.
    await expect.poll(() => onUninstalled).toHaveBeenCalledOnce()
    expect((await response).status).toBe(500)
    expect(results).toEqual([{ outcome: 'failed', shop, stage: 'ledger', code }])
  }
})

it('forwards and cleans up although the memory of deliveries is down [4.4-3] [D39]', async () => {
  const down = () => Promise.reject(new Error('down'))
  const ledger: Ledger = { read: down, replace: down, listDue: down }
  const onUninstalled = vi.fn()
  const client = createFakeIdentify()
  const response = await forwardUninstall({ ...quiet, client, ledger, onUninstalled })(buildRequest())
  expect(response.status).toBe(200)
  expect(onUninstalled).toHaveBeenCalledOnce()
  expect(client.sent).toHaveLength(1)
})

it('handles uninstalls without the table of the ledger, and says so', async () => {
  const ledger = createSqlLedger({ dialect: 'sqlite', client: new DatabaseSync(':memory:') })
  const onUninstalled = vi.fn()
  const results: unknown[] = []
  const onResult = (result: unknown) => void results.push(result)
  const response = await handleUninstall({ ...quiet, onResult, ledger, onUninstalled })(buildRequest())
  expect(response.status).toBe(200)
  expect(onUninstalled).toHaveBeenCalledOnce()
  expect(results).toEqual([{ outcome: 'handled', shop, ledgerFault: 'ledger_table_missing' }])
})

it('waits 500 ms for an install ledger that hangs [D39]', async () => {
  const ledger = createMemoryLedger()
  const read = vi.fn((key: string) =>
    key.startsWith('install:') ? new Promise<never>(() => undefined) : ledger.read(key),
  )
  const response = handleUninstall({ ...quiet, ledger: { ...ledger, read } })(buildRequest())
  await expect.poll(() => read, { interval: 1 }).toHaveBeenCalledTimes(3)
  await vi.advanceTimersByTimeAsync(500)
  expect((await response).status).toBe(500)
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
    [undefined, forwardUninstall({ ...both, deliberatelyWithIdentifyOnInstall: true })],
    [ledger, forwardUninstall({ ...both, ledger, deliberatelyWithIdentifyOnInstall: true })],
  ] as const
  for (const [given, route] of rounds) {
    const outcomes = async (count: number) => {
      await expect.poll(() => onResult).toHaveBeenCalledTimes(count)
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

it('leaves alone what a shop made that came back before its uninstall was delivered, and says so [D38]', async () => {
  const ledger = createMemoryLedger()
  const onUninstalled = vi.fn()
  const results: unknown[] = []
  const onResult = (result: unknown) => void results.push(result)
  const deliver = async (triggeredAtMs: number, eventId: string) => {
    // Each time a process that has just been started: it shares the ledger alone.
    const handle = handleUninstall({ ...quiet, onResult, ledger, onUninstalled })
    expect((await handle(buildRequest({ triggeredAtMs, eventId }))).status).toBe(200)
  }
  const stateOf = async () => (await ledger.read(`install:${shop}`))?.state
  const uninstalledAtMs = Date.now()
  await vi.advanceTimersByTimeAsync(1)
  await primeInstall(ledger, shop)
  await deliver(uninstalledAtMs, 'late')
  await deliver(uninstalledAtMs, 'late')
  expect(await stateOf()).toBe('done')
  expect(onUninstalled).not.toHaveBeenCalled()
  expect(results).toEqual([
    { outcome: 'superseded', shop },
    { outcome: 'duplicate', shop },
  ])
  await deliver(uninstalledAtMs + 1, 'of this install')
  expect(await stateOf()).toBe('ended')
  expect(onUninstalled).toHaveBeenCalledOnce()
})

it('keeps a session of a reinstall when the uninstall is delivered again after a restart [D39]', async () => {
  const ledger = createMemoryLedger()
  const sessions = new Set([shop])
  const onUninstalled = ({ shop }: { readonly shop: string }) => void sessions.delete(shop)
  const uninstalledAtMs = Date.now()
  // Another subscription, another id: only the ledger can tell that the shop is back.
  for (const eventId of ['event-1', 'event-2']) {
    const handle = handleUninstall({ ...quiet, ledger, onUninstalled })
    expect((await handle(buildRequest({ eventId, triggeredAtMs: uninstalledAtMs }))).status).toBe(200)
    expect(sessions.has(shop)).toBe(eventId === 'event-2')
    await vi.advanceTimersByTimeAsync(3_600_000)
    sessions.add(shop)
    const client = createFakeIdentify()
    const onResult = vi.fn()
    identifyOnInstall({ client, appId, ledger, onResult })({ session: { shop, accessToken } })
    await expect.poll(() => onResult).toHaveBeenCalledOnce()
  }
})

it('forgets deliveries after 30 days, so that the ledger does not grow', async () => {
  const ledger = createMemoryLedger()
  const handle = handleUninstall({ ...quiet, ledger })
  const deliver = (eventId: string) =>
    handle(buildRequest({ eventId, payload: { ...payload, name: eventId } }))
  await deliver('old')
  await vi.advanceTimersByTimeAsync(30 * 86_400_000 - 1)
  await deliver('young')
  expect(await ledger.read('delivery:old')).toMatchObject({ state: 'done' })
  await vi.advanceTimersByTimeAsync(60_000)
  await deliver('youngest')
  expect(await ledger.read('delivery:old')).toBeNull()
  expect(await ledger.read('delivery:young')).toMatchObject({ state: 'done' })
})

it.each(['x'.repeat(201), 'caf\u00e9', 'two words'])(
  'takes no id that a database could not hold for the key of a delivery: %s',
  async (eventId) => {
    const ledger = createMemoryLedger()
    const replace = vi.fn(ledger.replace)
    const handle = handleUninstall({ ...quiet, ledger: { ...ledger, replace } })
    await handle(buildRequest({ webhookId: 'webhook-1' }, { headers: { 'X-Shopify-Event-Id': eventId } }))
    const keys = replace.mock.calls.map(([key]) => key).filter((key) => key.startsWith('delivery:'))
    expect(new Set(keys)).toEqual(
      new Set(['delivery:webhook-1', expect.stringMatching(/^delivery:body:[0-9a-f]{64}$/)]),
    )
  },
)

it('ends the install of a delivery that does not say when', async () => {
  const ledger = createMemoryLedger()
  await primeInstall(ledger, shop)
  const headers = { 'X-Shopify-Triggered-At': null }
  await handleUninstall({ ...quiet, ledger })(buildRequest({}, { headers }))
  expect(await ledger.read(`install:${shop}`)).toMatchObject({ state: 'ended' })
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
  expect(results).toEqual([{ outcome: 'rejected', status: 500, code: 'body_already_read' }])
})

it('keeps working when the app’s own onResult throws or rejects', async () => {
  const results = [
    () => {
      throw new Error('from onResult')
    },
    () => Promise.reject(new Error('from onResult')),
  ]
  for (const onResult of results) {
    const response = await forwardUninstall({ ...quiet, client: createFakeIdentify(), onResult })(
      buildRequest(),
    )
    expect(response.status).toBe(200)
  }
})
