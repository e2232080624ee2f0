import {
  createMemoryLedger,
  handleUninstall,
  type IdentifyOnInstallOptions,
  type InstallEvent,
  type InstallResult,
  identifyOnInstall,
  type Ledger,
  retryMissedInstalls,
} from '@affiliate-platform/shopify-recipes'
import { beforeEach, expect, it, vi } from 'vitest'
import { endInstall } from '../src/lib/ledger/end-install.ts'
import { claimInstall, primeInstall } from '../src/lib/ledger/install-entry.ts'
import { useFakeClock } from './support/fake-clock.ts'
import { buildRejection, createFakeIdentify, hang } from './support/fake-identify.ts'
import { accessToken, appId, buildRequest, secret, shop } from './support/fixtures.ts'

const hour = 3_600_000

beforeEach(useFakeClock)

/** An app on one ledger. `start` runs the hook, `run` also waits for all of its work. */
function setUp(options: IdentifyOnInstallOptions = {}, hasCallbacks = true) {
  const client = createFakeIdentify()
  const ledger = createMemoryLedger()
  const events: string[] = []
  const results: InstallResult[] = []
  const all = {
    client,
    appId,
    ledger,
    sessionStorage: { loadSession: async () => ({ shop, accessToken }) },
    onResult: (result: InstallResult) => void results.push(result),
    ...(hasCallbacks && {
      onInstalled: () => void events.push('installed'),
      onReinstalled: () => void events.push('reinstalled'),
    }),
    ...options,
  }
  const start = () => {
    const pending: Promise<unknown>[] = []
    const waitUntil = (promise: Promise<unknown>) => void pending.push(promise)
    identifyOnInstall({ ...all, waitUntil })({ session: { shop, accessToken } })
    return Promise.all(pending)
  }
  const run = async () => {
    await start()
    return results.at(-1)?.outcome
  }
  const read = () => ledger.read(`install:${shop}`)
  return { client, ledger, events, results, all, start, run, read }
}

it('tells an install and a reinstall once each, and a renewal never [4.4-2] [D95]', async () => {
  const { ledger, events, run } = setUp()
  const uninstall = handleUninstall({
    ledger,
    secrets: secret,
    onUninstalled: () => void events.push('uninstalled'),
    onResult: () => undefined,
  })
  for (const eventId of ['first', 'second']) {
    await run()
    for (let renewal = 0; renewal < 3; renewal += 1) {
      await vi.advanceTimersByTimeAsync(hour)
      expect(await run()).toBe('already_identified')
    }
    for (let delivery = 0; delivery < 2; delivery += 1) await uninstall(buildRequest({ eventId }))
  }
  expect(events).toEqual(['installed', 'uninstalled', 'reinstalled', 'uninstalled'])
})

it('tells the app which shop it is and since when, the same when it is told again [D95]', async () => {
  const told: InstallEvent[] = []
  const onInstalled = (event: InstallEvent) => {
    told.push(event)
    if (told.length === 1) throw new Error('down')
  }
  const { run } = setUp({ onInstalled })
  const installedAt = new Date()
  await run()
  await vi.advanceTimersByTimeAsync(hour)
  await run()
  expect(told).toEqual([
    { shop, installedAt },
    { shop, installedAt },
  ])
})

it('takes no shop that was primed for an install, and tells its later reinstall [D95]', async () => {
  const { ledger, events, run } = setUp()
  await primeInstall(ledger, shop)
  await run()
  expect(events).toEqual([])
  await endInstall(ledger, shop, Date.now())
  await run()
  expect(events).toEqual(['reinstalled'])
})

it('tells a reinstall of a shop of which the ledger knows its uninstall alone [D121]', async () => {
  const { ledger, events, run } = setUp()
  await handleUninstall({ ledger, secrets: secret, onResult: () => undefined })(buildRequest())
  expect(await run()).toBe('identified')
  expect(events).toEqual(['reinstalled'])
})

it('runs the callback before the call, and once although the call fails and is sent again [D67] [D95]', async () => {
  const order: string[] = []
  let isDown = true
  const client = createFakeIdentify(() => {
    order.push('call')
    if (isDown) throw buildRejection(500, 'internal_error')
    return { ok: true }
  })
  const { run } = setUp({ client, onInstalled: () => void order.push('installed') })
  expect(await run()).toBe('failed')
  isDown = false
  expect(await run()).toBe('identified')
  expect(order).toEqual(['installed', 'call', 'call'])
})

it('identifies although the callback throws, reports it, and runs it again without a second call [D95]', async () => {
  const onInstalled = vi.fn(async () => undefined).mockRejectedValueOnce(new Error('no mail server'))
  const { client, results, run, read } = setUp({ onInstalled })
  expect(await run()).toBe('identified')
  expect(results[0]).toEqual({ outcome: 'failed', shop, stage: 'event', code: 'unexpected', status: null })
  expect(await read()).toMatchObject({ state: 'missed', tasks: 'installed' })
  expect(await run()).toBe('already_identified')
  await run()
  expect(onInstalled).toHaveBeenCalledTimes(2)
  expect(client.sent).toHaveLength(1)
  expect(await read()).toMatchObject({ state: 'done', tasks: '' })
})

it('runs a callback that failed again by retryMissedInstalls, where that has it [D95]', async () => {
  let isDown = true
  const onInstalled = vi.fn(() => {
    if (isDown) throw new Error('down')
  })
  const { all, client, ledger, run } = setUp({ onInstalled })
  await run()
  isDown = false
  await vi.advanceTimersByTimeAsync(1000)
  expect(await retryMissedInstalls(setUp({ client, ledger }, false).all)).toMatchObject([
    { outcome: 'postponed', shop },
  ])
  expect(onInstalled).toHaveBeenCalledOnce()
  expect(await retryMissedInstalls(all)).toMatchObject([{ outcome: 'already_identified', shop }])
  expect(onInstalled).toHaveBeenCalledTimes(2)
  expect(client.sent).toHaveLength(1)
})

it('gives a callback that hangs 5,000 ms, and the call its own 5,000 ms after it [8-install-timeout] [D95]', async () => {
  const client = createFakeIdentify(hang)
  const { start, results } = setUp({ client, onInstalled: () => new Promise(() => undefined) })
  const work = start()
  await vi.advanceTimersByTimeAsync(4999)
  expect(client.sent).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(client.sent).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(4999)
  expect(results).toMatchObject([{ stage: 'event', code: 'timeout' }])
  await vi.advanceTimersByTimeAsync(1)
  await work
  expect(results[1]).toMatchObject({ stage: 'identify', code: 'timeout' })
})

it('runs the callback again when its process died in it, and not when it died in the call [D38] [D95]', async () => {
  for (const dies of ['callback', 'call']) {
    const { ledger, events, all, run } = setUp()
    // A process that is killed writes nothing any more.
    const killed: Ledger = { ...ledger }
    const never = () => new Promise<never>(() => undefined)
    const dying = dies === 'call' ? { client: { identify: never } } : { onInstalled: never }
    identifyOnInstall({ ...all, ...dying, ledger: killed })({ session: { shop, accessToken } })
    await vi.advanceTimersByTimeAsync(100)
    killed.replace = never
    await vi.advanceTimersByTimeAsync(29_000)
    expect(await run()).toBe('already_identified')
    await vi.advanceTimersByTimeAsync(1000)
    expect(await run()).toBe('identified')
    expect(events).toEqual(['installed'])
  }
})

it('sends nothing for a shop that uninstalled while the callback ran, and drops what was left [D95]', async () => {
  const { client, ledger, events, run, read } = setUp({
    onInstalled: async () => {
      await endInstall(ledgerOf(), shop, Date.now())
    },
  })
  const ledgerOf = () => ledger
  expect(await run()).toBe('already_identified')
  expect(client.sent).toEqual([])
  expect(await read()).toMatchObject({ state: 'ended', tasks: '' })
  await run()
  expect(events).toEqual(['reinstalled'])
})

it('takes no shop that uninstalled meanwhile for a reinstall when a missed call is sent again [D67] [D95]', async () => {
  const { ledger } = setUp()
  await primeInstall(ledger, shop)
  await endInstall(ledger, shop, Date.now())
  expect(await claimInstall(ledger, shop, {})).toEqual({ rejection: 'done' })
  expect(await claimInstall(ledger, 'unknown.myshopify.com', {})).toEqual({
    rejection: 'done',
  })
})

it('costs one write more per install, and none per renewal or without a callback [D95]', async () => {
  for (const [hasCallbacks, writes] of [
    [true, 3],
    [false, 2],
  ] as const) {
    const ledger = createMemoryLedger()
    const replace = vi.fn(ledger.replace)
    const { run } = setUp({ ledger: { ...ledger, replace } }, hasCallbacks)
    await run()
    expect(replace).toHaveBeenCalledTimes(writes)
    for (let renewal = 0; renewal < 100; renewal += 1) await run()
    expect(replace).toHaveBeenCalledTimes(writes)
  }
})

it('starts with the installs after the callbacks were added, and tells none from before [D95]', async () => {
  const { ledger, run } = setUp({}, false)
  await run()
  const later = setUp({ ledger })
  await later.run()
  expect(later.events).toEqual([])
  await endInstall(ledger, shop, Date.now())
  await later.run()
  expect(later.events).toEqual(['reinstalled'])
})
