import { DatabaseSync } from 'node:sqlite'
import {
  createMemoryLedger,
  createSqlLedger,
  handleUninstall,
  type InstallResult,
  identifyOnInstall,
  type Ledger,
  ledgerMigration,
  type Uninstall,
  type UninstallResult,
} from '@affiliate-platform/shopify-recipes'
import { beforeEach, expect, it, vi } from 'vitest'
import { claimInstall } from '../src/lib/ledger/install-entry.ts'
import { useFakeClock } from './support/fake-clock.ts'
import { createFakeIdentify } from './support/fake-identify.ts'
import { accessToken, appId, buildRequest, secret, shop } from './support/fixtures.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const delays = [2 * second, 5 * second, 40 * second, 2 * hour]

beforeEach(useFakeClock)

/** An app of one process on a ledger, as the README writes it. */
function setUp({ ledger = createMemoryLedger(), tellsEvents = true } = {}) {
  const sessions = new Set<string>()
  const events: string[] = []
  const results: (InstallResult | UninstallResult)[] = []
  const client = createFakeIdentify()
  const pending: Promise<unknown>[] = []
  const onResult = (result: InstallResult | UninstallResult) => void results.push(result)
  const hook = identifyOnInstall({
    client,
    appId,
    ledger,
    sessionStorage: { loadSession: async () => ({ shop, accessToken }) },
    waitUntil: (promise) => void pending.push(promise),
    onResult,
    ...(tellsEvents && {
      onInstalled: () => void events.push('installed'),
      onReinstalled: () => void events.push('reinstalled'),
    }),
  })
  let isCleanupDown = false
  const uninstall = handleUninstall({
    ledger,
    secrets: secret,
    onResult,
    onUninstalled: ({ shop, isBack }: Uninstall) => {
      if (isCleanupDown) throw new Error('down')
      events.push('uninstalled')
      if (!isBack) sessions.delete(shop)
    },
  })
  return {
    ledger,
    sessions,
    events,
    results,
    client,
    failCleanup: (isDown: boolean) => {
      isCleanupDown = isDown
    },
    /** A token is obtained, and all that follows from it is done. */
    authorize: async () => {
      sessions.add(shop)
      hook({ session: { shop, accessToken } })
      await Promise.all(pending)
    },
    deliver: async (triggeredAtMs: number, eventId: string = crypto.randomUUID(), more: object = {}) => {
      const payload = { myshopify_domain: shop, ...more }
      const response = await uninstall(buildRequest({ triggeredAtMs, eventId, payload }))
      await Promise.all(pending)
      return response.json()
    },
  }
}

it.each(delays)(
  'keeps the session of a reinstall from an uninstall that comes %i ms late, and tells it [4.4-2, D260]',
  async (lateMs) => {
    const { authorize, deliver, events, sessions, client } = setUp()
    await authorize()
    await vi.advanceTimersByTimeAsync(minute)
    const uninstalledAtMs = Date.now()
    await vi.advanceTimersByTimeAsync(lateMs / 2)
    await authorize()
    await vi.advanceTimersByTimeAsync(lateMs / 2)
    expect(await deliver(uninstalledAtMs, 'event')).toEqual({ code: 'superseded' })
    expect([...sessions]).toEqual([shop])
    expect(events).toEqual(['installed', 'uninstalled', 'reinstalled'])
    expect(client.sent).toHaveLength(2)
    // Nor does a redelivery end it, or the delivery of a subscription to other fields.
    expect(await deliver(uninstalledAtMs, 'event')).toEqual({ code: 'duplicate' })
    expect(await deliver(uninstalledAtMs, 'other', { id: 1 })).toEqual({ code: 'superseded' })
    expect([...sessions]).toEqual([shop])
    expect(events).toHaveLength(3)
  },
)

it('counts the next uninstall of a shop whose former one came late [D260]', async () => {
  const { authorize, deliver, events, sessions } = setUp()
  for (let round = 0; round < 2; round += 1) {
    await authorize()
    await vi.advanceTimersByTimeAsync(minute)
    const uninstalledAtMs = Date.now()
    await vi.advanceTimersByTimeAsync(minute)
    await authorize()
    await deliver(uninstalledAtMs)
    await vi.advanceTimersByTimeAsync(hour)
  }
  await deliver(Date.now())
  expect(sessions.size).toBe(0)
  const again = ['uninstalled', 'reinstalled']
  expect(events).toEqual(['installed', ...again, ...again, 'uninstalled'])
})

it('tells nothing of a reinstall to an app without callbacks, and identifies it [D260]', async () => {
  const { authorize, deliver, client, ledger } = setUp({ tellsEvents: false })
  await authorize()
  await vi.advanceTimersByTimeAsync(minute)
  const uninstalledAtMs = Date.now() - 30 * second
  await authorize()
  await deliver(uninstalledAtMs)
  expect(client.sent).toHaveLength(2)
  expect(await ledger.read(`install:${shop}`)).toMatchObject({ state: 'done', tasks: '' })
})

it('leaves the reinstall to the next run of the hook where the webhook is a process of its own [D260]', async () => {
  const { authorize, events, sessions, ledger, client } = setUp()
  await authorize()
  await vi.advanceTimersByTimeAsync(minute)
  const triggeredAtMs = Date.now() - 30 * second
  await authorize()
  // The same entries, seen through another object: this process has no hook on it.
  const elsewhere = { ...ledger }
  await handleUninstall({ ledger: elsewhere, secrets: secret, onResult: () => undefined })(
    buildRequest({ triggeredAtMs }),
  )
  expect(events).toEqual(['installed'])
  await authorize()
  expect(events).toEqual(['installed', 'reinstalled'])
  expect(client.sent).toHaveLength(2)
  expect(sessions.size).toBe(1)
})

it('tells a late uninstall again until the cleanup has succeeded, and the reinstall after it [D260]', async () => {
  const { authorize, deliver, failCleanup, events } = setUp()
  await authorize()
  await vi.advanceTimersByTimeAsync(minute)
  const uninstalledAtMs = Date.now() - 30 * second
  await authorize()
  failCleanup(true)
  expect(await deliver(uninstalledAtMs, 'event')).toEqual({ code: 'cleanup_failed' })
  expect(events).toEqual(['installed'])
  failCleanup(false)
  expect(await deliver(uninstalledAtMs, 'event')).toEqual({ code: 'superseded' })
  expect(events).toEqual(['installed', 'uninstalled', 'reinstalled'])
})

it('writes one proof in ten minutes at most, and none for parallel first requests [D260]', async () => {
  const memory = createMemoryLedger()
  const replace = vi.fn(memory.replace)
  const { authorize } = setUp({ ledger: { ...memory, replace } })
  await authorize()
  const writesAfter = async (ms: number) => {
    replace.mockClear()
    await vi.advanceTimersByTimeAsync(ms)
    await authorize()
    return replace.mock.calls.length
  }
  expect(await writesAfter(second - 1)).toBe(0)
  expect(await writesAfter(1)).toBe(1)
  expect(await writesAfter(10 * minute - 1)).toBe(0)
  expect(await writesAfter(1)).toBe(1)
  expect(await writesAfter(1)).toBe(0)
  expect(await writesAfter(hour)).toBe(1)
})

it('identifies as ever where a proof cannot be written, or only slowly [4.4-2, D260]', async () => {
  const memory = createMemoryLedger()
  const broken = [() => Promise.reject(new Error('down')), () => new Promise<never>(() => undefined)]
  for (const replace of broken) {
    const ledger: Ledger = { ...memory }
    const { authorize, results } = setUp({ ledger })
    await authorize()
    results.length = 0
    ledger.replace = replace
    await vi.advanceTimersByTimeAsync(hour)
    const renewal = authorize()
    await vi.advanceTimersByTimeAsync(second)
    await renewal
    expect(results).toEqual([{ outcome: 'already_identified', shop }])
  }
})

it('remembers the proof in a table of before, whose claims tell no time [D82, D260]', async () => {
  const client = new DatabaseSync(':memory:')
  client.exec(ledgerMigration('sqlite'))
  const ledger = createSqlLedger({ dialect: 'sqlite', client })
  const { authorize, deliver, sessions, events } = setUp({ ledger })
  const key = `install:${shop}`
  const claim = crypto.randomUUID()
  const sinceMs = Date.now() - hour
  await ledger.replace(key, null, { key, state: 'done', tasks: '', claim, sinceMs, dueAtMs: null })
  const uninstalledAtMs = Date.now() - minute
  await authorize()
  expect(await ledger.read(key)).toMatchObject({ sinceMs, state: 'done' })
  await deliver(uninstalledAtMs)
  expect(sessions.size).toBe(1)
  expect(events).toEqual(['uninstalled', 'reinstalled'])
})

it('keeps a proof while a missed install is sent again [D67, D260]', async () => {
  const ledger = createMemoryLedger()
  await claimInstall(ledger, shop, { tasks: ['identify'], seenAtMs: Date.now() })
  const uninstalledAtMs = Date.now() + minute
  await vi.advanceTimersByTimeAsync(hour)
  await claimInstall(ledger, shop, { tasks: ['identify'], seenAtMs: Date.now() })
  await vi.advanceTimersByTimeAsync(hour)
  await claimInstall(ledger, shop, {})
  const handle = handleUninstall({ ledger, secrets: secret, onResult: () => undefined })
  const response = await handle(buildRequest({ triggeredAtMs: uninstalledAtMs }))
  expect(await response.json()).toEqual({ code: 'superseded' })
})
