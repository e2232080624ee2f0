import {
  createMemoryLedger,
  handleUninstall,
  type IdentifyOnInstallOptions,
  type InstallResult,
  identifyOnInstall,
  type Ledger,
  retryMissedInstalls,
} from '@affiliate-platform/shopify-recipes'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { primeInstall } from '../src/lib/ledger/install-entry.ts'
import { createFakeBridge, unattributed } from './support/fake-bridge.ts'
import { useFakeClock } from './support/fake-clock.ts'
import { buildRejection, createFakeIdentify, hang } from './support/fake-identify.ts'
import { accessToken, appId, buildRequest, secret, shop } from './support/fixtures.ts'

const hour = 3_600_000

beforeEach(useFakeClock)

/** An app on one ledger, which reports its installs. `start` runs the hook, `run` also waits for all of its work. */
function setUp(changes: IdentifyOnInstallOptions = {}) {
  const client = createFakeIdentify()
  const bridge = createFakeBridge()
  const ledger = createMemoryLedger()
  const results: InstallResult[] = []
  const sessionStorage = { loadSession: async () => ({ shop, accessToken }) }
  const onResult = (result: InstallResult) => void results.push(result)
  const all = { client, bridge, appId, ledger, sessionStorage, onResult, ...changes }
  const start = () => {
    const pending: Promise<unknown>[] = []
    const waitUntil = (promise: Promise<unknown>) => void pending.push(promise)
    identifyOnInstall({ ...all, waitUntil })({ session: { shop, accessToken } })
    return Promise.all(pending)
  }
  const run = async () => {
    results.length = 0
    await start()
    return results.map(({ outcome }) => outcome).sort()
  }
  const read = () => all.ledger.read(`install:${shop}`)
  return { client, bridge, all, results, start, run, read }
}

it('reports an install once, with the time that the ledger has, beside identifying it [D331]', async () => {
  const { client, bridge, run, read, results } = setUp()
  const occurredAt = new Date()
  expect(await run()).toEqual(['identified', 'reported'])
  expect(results).toContainEqual({
    ...{ outcome: 'reported', shop, attribution: 'unattributed', reason: 'no_evidence', referralId: null },
  })
  for (let renewal = 0; renewal < 3; renewal += 1) {
    await vi.advanceTimersByTimeAsync(hour)
    expect(await run()).toEqual(['already_identified'])
  }
  expect(bridge.sent).toEqual([{ appId, myshopifyDomain: shop, kind: 'installed', occurredAt }])
  expect(client.sent).toHaveLength(1)
  expect(await read()).toMatchObject({ state: 'done', tasks: '' })
})

it('reports a reinstall with its own time [D331]', async () => {
  const { bridge, all, run } = setUp()
  const uninstall = handleUninstall({ ...all, secrets: secret, onResult: () => undefined })
  await run()
  await vi.advanceTimersByTimeAsync(hour)
  await uninstall(buildRequest({ triggeredAtMs: Date.now() }))
  await vi.advanceTimersByTimeAsync(hour)
  await run()
  const toTimes = bridge.sent.map(
    (sent) => 'kind' in sent && [sent.kind, new Date(sent.occurredAt).getTime()],
  )
  const startMs = Date.now() - 2 * hour
  expect(toTimes).toEqual([
    ['installed', startMs],
    ['uninstalled', startMs + hour],
    ['installed', startMs + 2 * hour],
  ])
})

it('makes no merchant and no identify call wait for a platform that hangs at the report [4.4-2] [D331]', async () => {
  const bridge = createFakeBridge(hang)
  const { client, results, start, read } = setUp({ bridge })
  const work = start()
  await Promise.all([client.started, bridge.started])
  await vi.advanceTimersByTimeAsync(0)
  // The identify call is done and remembered, should the process die now.
  expect(await read()).toMatchObject({ state: 'claimed', tasks: 'report' })
  await vi.advanceTimersByTimeAsync(4999)
  expect(results).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  await work
  expect(results).toEqual([
    { outcome: 'failed', shop, stage: 'report', code: 'timeout', status: null },
    expect.objectContaining({ outcome: 'identified' }),
  ])
  expect(await read()).toMatchObject({ state: 'missed', tasks: 'report' })
})

it('identifies although the report fails, and reports although identifying fails [D331]', async () => {
  const down = () => {
    throw buildRejection(500, 'internal_error')
  }
  const reportDown = setUp({ bridge: createFakeBridge(down) })
  expect(await reportDown.run()).toEqual(['failed', 'identified'])
  expect(await reportDown.read()).toMatchObject({ state: 'missed', tasks: 'report' })
  const identifyDown = setUp({ client: createFakeIdentify(down) })
  expect(await identifyDown.run()).toEqual(['failed', 'reported'])
  expect(await identifyDown.read()).toMatchObject({ state: 'missed', tasks: 'identify' })
  expect(await identifyDown.run()).toEqual(['failed'])
  expect(identifyDown.bridge.sent).toHaveLength(1)
})

it('sends a missed report again after an outage, once, and identifies nobody twice [D67] [D331]', async () => {
  let isDown = true
  const bridge = createFakeBridge(() => {
    if (isDown) throw buildRejection(503, 'unavailable')
    return unattributed
  })
  const { client, all, run } = setUp({ bridge })
  const occurredAt = new Date()
  await run()
  isDown = false
  await vi.advanceTimersByTimeAsync(90_000)
  expect(await Promise.all([retryMissedInstalls(all), retryMissedInstalls(all)])).toEqual(
    expect.arrayContaining([[expect.objectContaining({ outcome: 'reported', shop })], []]),
  )
  await vi.advanceTimersByTimeAsync(hour)
  expect(await retryMissedInstalls(all)).toEqual([])
  expect(bridge.sent).toHaveLength(2)
  expect(bridge.sent[1]).toMatchObject({ kind: 'installed', occurredAt })
  expect(client.sent).toHaveLength(1)
})

it('waits as long as the platform asks, also when the other call asks for less [D67] [D331]', async () => {
  const asks = (code: string, retryAfterMs: number) => () => {
    throw buildRejection(429, code, { retryAfterMs })
  }
  const { run, read } = setUp({
    bridge: createFakeBridge(asks('quota_exceeded', 90_000)),
    client: createFakeIdentify(asks('quota_exceeded', 20_000)),
  })
  expect(await run()).toEqual(['failed', 'failed'])
  expect(await read()).toMatchObject({ tasks: 'identify report', dueAtMs: Date.now() + 90_000 })
})

it('reports once over two processes and a restart, whose ledger is shared [D331]', async () => {
  const { all, bridge, run } = setUp()
  const dead = createFakeBridge(hang)
  const killed: Ledger = { ...all.ledger }
  void setUp({ ledger: killed, bridge: dead }).start()
  await dead.started
  await vi.advanceTimersByTimeAsync(0)
  killed.replace = () => new Promise(() => undefined)
  expect(await run()).toEqual(['already_identified'])
  await vi.advanceTimersByTimeAsync(31_000)
  expect(await run()).toEqual(['reported'])
  expect(await run()).toEqual(['already_identified'])
  expect(bridge.sent).toHaveLength(1)
})

it('identifies with the token of its own run, though a retry without one still reports [D67] [D331]', async () => {
  const down = setUp({
    client: createFakeIdentify(() => Promise.reject(buildRejection(503, 'unavailable'))),
    bridge: createFakeBridge(() => Promise.reject(buildRejection(503, 'unavailable'))),
  })
  await down.run()
  await vi.advanceTimersByTimeAsync(90_000)
  const answer = () =>
    new Promise<typeof unattributed>((resolve) => void setTimeout(() => resolve(unattributed), 3000))
  const bridge = createFakeBridge(answer)
  const { all, client, start } = setUp({ ledger: down.all.ledger, bridge })
  const expired = { loadSession: async () => ({ shop, accessToken, expires: new Date(Date.now() - 1) }) }
  const retried = retryMissedInstalls({ ...all, sessionStorage: expired })
  await bridge.started
  const own = start()
  await vi.advanceTimersByTimeAsync(1000)
  expect(client.sent).toEqual([])
  await vi.advanceTimersByTimeAsync(2000)
  await Promise.all([retried, own])
  expect([bridge.sent.length, client.sent.length]).toEqual([1, 1])
})

it('reports neither a shop that was primed nor one that an earlier version missed [D331]', async () => {
  const { all, bridge, run, client } = setUp()
  await primeInstall(all.ledger, shop, { sinceMs: 0 })
  expect(await run()).toEqual(['already_identified'])
  const before = setUp({ client: createFakeIdentify(() => Promise.reject(buildRejection(500, 'down'))) })
  const { bridge: _none, ...earlier } = before.all
  const missing = { ...earlier, onResult: () => undefined }
  const pending: Promise<unknown>[] = []
  identifyOnInstall({ ...missing, waitUntil: (promise) => void pending.push(promise) })({
    session: { shop, accessToken },
  })
  await Promise.all(pending)
  expect(await before.read()).toMatchObject({ state: 'missed', tasks: 'identify' })
  const after = setUp({ ledger: before.all.ledger })
  expect(await after.run()).toEqual(['identified'])
  expect([bridge.sent, after.bridge.sent, client.sent]).toEqual([[], [], []])
})

it('reports nothing without the key, and leaves nothing to report [D331]', async () => {
  const fetch = vi.spyOn(globalThis, 'fetch')
  onTestFinished(() => fetch.mockRestore())
  const { all, read } = setUp()
  const { bridge: _none, ...silent } = all
  const pending: Promise<unknown>[] = []
  const waitUntil = (promise: Promise<unknown>) => void pending.push(promise)
  identifyOnInstall({ ...silent, waitUntil })({ session: { shop, accessToken } })
  await vi.advanceTimersByTimeAsync(0)
  await Promise.all(pending)
  await handleUninstall({ ledger: all.ledger, secrets: secret, onResult: () => undefined })(buildRequest())
  expect(fetch).not.toHaveBeenCalled()
  expect(await read()).toMatchObject({ state: 'ended', tasks: '' })
})

it('leaves a report to a process that has the key [D331]', async () => {
  const { all, bridge, run, read } = setUp({ client: createFakeIdentify() })
  const down = setUp({
    ledger: all.ledger,
    bridge: createFakeBridge(() => Promise.reject(buildRejection(500, 'x'))),
  })
  await down.run()
  const { bridge: _none, ...silent } = all
  expect(await retryMissedInstalls(silent)).toMatchObject([{ outcome: 'postponed' }])
  expect(await read()).toMatchObject({ state: 'missed', tasks: 'report' })
  await vi.advanceTimersByTimeAsync(hour)
  expect(await run()).toEqual(['reported'])
  expect(bridge.sent).toHaveLength(1)
})

it('says what the report lacks: the id of the app, or the right key [D331]', async () => {
  const { run, results } = setUp({ appId: undefined })
  await run()
  expect(results).toContainEqual({
    outcome: 'failed',
    shop,
    stage: 'report',
    code: 'app_id_missing',
    status: null,
  })

  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
  onTestFinished(() => warn.mockRestore())
  const bridge = createFakeBridge(() => Promise.reject(buildRejection(401, 'invalid_credential')))
  const { all } = setUp({ bridge })
  const pending: Promise<unknown>[] = []
  const { onResult: _none, ...loud } = all
  identifyOnInstall({ ...loud, waitUntil: (promise) => void pending.push(promise) })({
    session: { shop, accessToken },
  })
  await Promise.all(pending)
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    expect.stringMatching(/was not reported: invalid_credential.*AFFILIATE_INSTALL_BRIDGE_KEY/),
    expect.anything(),
  )
})

it('tells events and reports, and hands over nothing, with identify: false [D331]', async () => {
  const onInstalled = vi.fn()
  const { client, bridge, run, read } = setUp({ identify: false, onInstalled })
  expect(await run()).toEqual(['reported'])
  expect(await run()).toEqual(['already_identified'])
  expect([client.sent.length, bridge.sent.length, onInstalled.mock.calls.length]).toEqual([0, 1, 1])
  expect(await read()).toMatchObject({ state: 'done' })
})

it('sends missed reports of other shops again without any token, with identify: false [D67] [D331]', async () => {
  let isDown = true
  const bridge = createFakeBridge(() => {
    if (isDown) throw buildRejection(503, 'unavailable')
    return unattributed
  })
  const { sessionStorage: _none, ...all } = setUp({ identify: false, bridge }).all
  const install = async (domain: string) => {
    const pending: Promise<unknown>[] = []
    const waitUntil = (promise: Promise<unknown>) => void pending.push(promise)
    identifyOnInstall({ ...all, waitUntil })({ session: { shop: domain, accessToken: '' } })
    await Promise.all(pending)
  }
  await install(shop)
  isDown = false
  await vi.advanceTimersByTimeAsync(61_000)
  await install('other.myshopify.com')
  expect(bridge.sent.map(({ myshopifyDomain }) => myshopifyDomain)).toEqual([
    shop,
    'other.myshopify.com',
    shop,
  ])
})
