import {
  createMemoryLedger,
  type IdentifyOnInstallOptions,
  type InstallResult,
  identifyOnInstall,
  type Ledger,
} from '@affiliate-platform/shopify-recipes'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { endInstall } from '../src/lib/ledger/end-install.ts'
import { buildRejection, createFakeIdentify, hang } from './support/fake-identify.ts'
import { accessToken, appId, shop } from './support/fixtures.ts'

const session = { shop, isOnline: false, accessToken }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})

afterEach(() => {
  vi.useRealTimers()
})

/** The hook, and all that it reports; `run` runs it once and waits for its result. */
function setUp(options: IdentifyOnInstallOptions = {}) {
  const client = createFakeIdentify()
  const results: InstallResult[] = []
  const onResult = (result: InstallResult) => void results.push(result)
  const ledger = createMemoryLedger()
  const hook = identifyOnInstall({ client, appId, ledger, onResult, ...options })
  const run = async (auth: Parameters<typeof hook>[0] = { session }) => {
    const count = results.length
    expect(hook(auth)).toBeUndefined()
    await expect.poll(() => results.length).toBe(count + 1)
    return results.at(-1)
  }
  return { hook, run, results, ledger, sent: client.sent }
}

describe('identifyOnInstall', () => {
  it('sends domain, token and app id, and reports no token [4.3-install]', async () => {
    const response = { ok: true, requestId: 'req-1', contact: 'read', uninstallWatch: 'registered' }
    const client = createFakeIdentify(() => response)
    const { run } = setUp({ client })
    expect(await run()).toEqual({
      outcome: 'identified',
      shop,
      requestId: 'req-1',
      contact: 'read',
      uninstallWatch: 'registered',
    })
    expect(client.sent).toEqual([{ myshopifyDomain: shop, accessToken, appId }])
  })

  it('identifies once, however often the hook runs [4.4-2] [D38]', async () => {
    const { run, sent } = setUp()
    await run()
    for (let renewal = 0; renewal < 24; renewal += 1) {
      await vi.advanceTimersByTimeAsync(3_600_000)
      expect(await run()).toEqual({ outcome: 'already_identified', shop })
    }
    expect(sent).toHaveLength(1)
  })

  it('sends once while a call is still running, and again when a process died in the middle [D38]', async () => {
    const client = createFakeIdentify(hang)
    const ledger = createMemoryLedger()
    setUp({ client, ledger }).hook({ session })
    await client.started
    await vi.advanceTimersByTimeAsync(4999)
    expect(await setUp({ client, ledger }).run()).toEqual({ outcome: 'already_identified', shop })
    expect(client.sent).toHaveLength(1)
    const dead = createMemoryLedger()
    const replace: Ledger['replace'] = (key, expected, next) =>
      expected === null ? dead.replace(key, expected, next) : Promise.reject(new Error('killed'))
    await setUp({ ledger: { ...dead, replace } }).run()
    expect(await setUp({ ledger: dead }).run()).toMatchObject({ outcome: 'already_identified' })
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await setUp({ ledger: dead }).run()).toMatchObject({ outcome: 'identified' })
  })

  it('sends the token of the moment of the hook, also when the session loses it afterwards', async () => {
    const { run, hook, sent, results } = setUp()
    const blanked = { ...session }
    hook({ session: blanked })
    blanked.accessToken = ''
    await expect.poll(() => results).toHaveLength(1)
    expect(sent).toMatchObject([{ accessToken }])
    expect(await run()).toMatchObject({ outcome: 'already_identified' })
  })

  it('tries again at the next occasion after a failure [D38]', async () => {
    const rejections = [buildRejection(503, 'unavailable'), buildRejection(500, 'internal_error')]
    const client = createFakeIdentify(() => {
      const rejection = rejections.shift()
      if (rejection) throw rejection
      return { ok: true }
    })
    const { run } = setUp({ client })
    expect(await run()).toMatchObject({
      outcome: 'failed',
      stage: 'identify',
      code: 'unavailable',
      status: 503,
    })
    expect(await run()).toMatchObject({ outcome: 'failed', code: 'internal_error' })
    expect(await run()).toEqual({ outcome: 'identified', shop })
    expect(client.sent).toHaveLength(3)
  })

  it('counts a response that is not ok as a failure [4.3-ok]', async () => {
    for (const response of [{ ok: false }, {}, { ok: 'true' }, undefined]) {
      const { run } = setUp({ client: createFakeIdentify(() => response as { ok: boolean }) })
      expect(await run()).toMatchObject({ outcome: 'failed', code: 'not_ok', status: null })
    }
  })

  it('ends at 5,000 ms, and not before [4.4-2] [8-install-timeout]', async () => {
    const client = createFakeIdentify(hang)
    const { hook, results } = setUp({ client })
    hook({ session })
    await client.started
    await vi.advanceTimersByTimeAsync(4999)
    expect(results).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(results).toEqual([{ outcome: 'failed', shop, stage: 'identify', code: 'timeout', status: null }])
  })

  it('has remembered a missed install when the work it handed to the host ends [4.4-2] [D67]', async () => {
    const ledger = createMemoryLedger()
    // A host that freezes after the work was handed over lets the aborted call never end.
    const client = createFakeIdentify(() => new Promise(() => undefined))
    const handed: Promise<unknown>[] = []
    setUp({ client, ledger, waitUntil: (promise) => void handed.push(promise) }).hook({ session })
    await client.started
    await vi.advanceTimersByTimeAsync(5000)
    await Promise.all(handed)
    expect(await ledger.read(`install:${shop}`)).toMatchObject({ state: 'missed' })
  })

  it('has one budget for all steps: a slow ledger leaves less for the call [4.4-2]', async () => {
    const read = () => new Promise<null>((resolve) => setTimeout(resolve, 4000, null))
    const client = createFakeIdentify(hang)
    const { hook, results } = setUp({ client, ledger: { ...createMemoryLedger(), read } })
    hook({ session })
    await vi.advanceTimersByTimeAsync(4000)
    await client.started
    await vi.advanceTimersByTimeAsync(1000)
    expect(results).toMatchObject([{ outcome: 'failed', code: 'timeout' }])
  })

  it('sends nothing any more once its time is over, and remembers the shop of a late claim as missed', async () => {
    const ledger = createMemoryLedger()
    const read = () => new Promise<null>((resolve) => setTimeout(resolve, 6000, null))
    const { hook, results, sent } = setUp({ ledger: { ...ledger, read } })
    hook({ session })
    await vi.advanceTimersByTimeAsync(6000)
    expect(results).toMatchObject([{ outcome: 'failed', stage: 'ledger', code: 'timeout' }])
    await expect.poll(() => ledger.read(`install:${shop}`)).toMatchObject({ state: 'missed' })
    expect(sent).toEqual([])
  })

  it('does not keep the process alive for its timer', async () => {
    const unref = vi.fn()
    const start = globalThis.setTimeout
    const timers = vi.spyOn(globalThis, 'setTimeout').mockImplementation((work, ms) => {
      return Object.assign(start(work, ms), { unref })
    })
    await setUp().run()
    // One timer for the claim, and one for the call.
    expect(unref).toHaveBeenCalledTimes(2)
    timers.mockRestore()
    await Promise.resolve()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('takes the offline token when the hook got an online session [4.3-accessToken]', async () => {
    const loadSession = vi.fn(async () => session)
    const { run, sent } = setUp({ sessionStorage: { loadSession } })
    await run({ session: { shop, isOnline: true, accessToken: 'shpua_online' } })
    expect(loadSession).toHaveBeenCalledExactlyOnceWith(`offline_${shop}`)
    expect(sent).toMatchObject([{ accessToken }])
  })

  it.each([
    [
      'an online session without a storage',
      { session: { ...session, isOnline: true } },
      'offline_session_missing',
    ],
    ['no token', { session: { shop, isOnline: false } }, 'access_token_missing'],
  ])('sends nothing for %s, and may try again', async (_, auth, code) => {
    const { run, sent } = setUp()
    expect(await run(auth)).toMatchObject({ outcome: 'failed', stage: 'session', code })
    expect(sent).toEqual([])
    expect(await run()).toMatchObject({ outcome: 'identified' })
  })

  it('sends nothing without an app id', async () => {
    const { run, sent } = setUp({ appId: undefined })
    expect(await run()).toMatchObject({ outcome: 'failed', code: 'app_id_missing' })
    expect(sent).toEqual([])
  })

  it('reports a client that cannot be made from the environment', async () => {
    const results: InstallResult[] = []
    const hook = identifyOnInstall({
      appId,
      ledger: createMemoryLedger(),
      onResult: (result) => void results.push(result),
    })
    hook({ session })
    await expect.poll(() => results).toHaveLength(1)
    expect(results).toMatchObject([{ outcome: 'failed', stage: 'identify', code: 'missing_api_key' }])
  })

  it('reports a failure that throws when it is looked at [4.4-2]', async () => {
    const hostile = Object.defineProperty(new Error(), 'code', {
      get: () => {
        throw new Error('from a getter')
      },
    })
    const { run } = setUp({ client: createFakeIdentify(() => Promise.reject(hostile)) })
    expect(await run()).toEqual({
      outcome: 'failed',
      shop,
      stage: 'identify',
      code: 'unexpected',
      status: null,
    })
  })

  it('sends contact fields that the app read itself, without the token and the phone', async () => {
    const readContact = async () => ({
      email: 'a@b.example',
      country: null,
      phone: '+1 555 0100',
      other: 'x',
    })
    const { run, sent } = setUp({ readContact })
    await run()
    expect(sent).toEqual([{ myshopifyDomain: shop, appId, email: 'a@b.example' }])
  })

  it('sends the phone that the app read only by the option', async () => {
    const { run, sent } = setUp({ readContact: async () => ({ phone: '+1 555 0100' }), includePhone: true })
    await run()
    expect(sent).toEqual([{ myshopifyDomain: shop, appId, phone: '+1 555 0100' }])
  })

  it('identifies again after a reinstall, and only then [4.4-2]', async () => {
    const { run, sent, ledger } = setUp()
    await run()
    await endInstall(ledger, shop, Date.now())
    await run()
    await run()
    expect(sent).toHaveLength(2)
  })

  it('hands its work to the host, as one promise that never rejects [4.4-2]', async () => {
    const promises: Promise<unknown>[] = []
    const { hook, results } = setUp({
      client: createFakeIdentify(() => Promise.reject(buildRejection(500, 'internal_error'))),
      waitUntil: (promise) => void promises.push(promise),
    })
    hook({ session })
    await Promise.all(promises)
    expect(promises).toHaveLength(1)
    expect(results).toHaveLength(1)
  })
})

describe('identifyOnInstall among faults', () => {
  const fail = () => {
    throw new Error('synchronously')
  }
  const reject = () => Promise.reject(new Error('later'))
  const hostile = new Proxy({}, { get: fail }) as unknown as typeof session
  const broken = (method: keyof Ledger, work: () => never | Promise<never>): Ledger => ({
    ...createMemoryLedger(),
    [method]: work,
  })
  /** A ledger that takes a claim, and nothing after it. */
  const brokenAfterwards = (): Ledger => {
    const ledger = createMemoryLedger()
    const replace: Ledger['replace'] = (key, expected, next) =>
      expected === null ? ledger.replace(key, expected, next) : reject()
    return { ...ledger, replace }
  }

  it.each<[string, IdentifyOnInstallOptions, unknown?]>([
    ['a session whose fields throw', {}, { session: hostile }],
    ['no session', {}, {}],
    ['no argument', {}, undefined],
    ['a shop that is no text', {}, { session: { shop: 1 } }],
    ['a ledger whose read throws', { ledger: broken('read', fail) }],
    ['a ledger whose read rejects', { ledger: broken('read', reject) }],
    ['a ledger whose write rejects', { ledger: broken('replace', reject) }],
    ['a ledger that breaks after the claim', { ledger: brokenAfterwards() }],
    ['a client that throws', { client: { identify: fail } }],
    ['a client that rejects with nothing', { client: { identify: () => Promise.reject(undefined) } }],
    ['a client that responds with nothing', { client: createFakeIdentify(() => Object(null)) }],
    ['a reader that throws', { readContact: fail }],
    [
      'a reader that throws a Response',
      { readContact: () => Promise.reject(new Response(null, { status: 500 })) },
    ],
    [
      'a storage that rejects',
      { sessionStorage: { loadSession: reject } },
      { session: { ...session, isOnline: true } },
    ],
    ['an onResult that throws', { onResult: fail }],
    ['an onResult that rejects', { onResult: reject }],
    ['a waitUntil that throws', { waitUntil: fail }],
    ['a waitUntil that rejects', { waitUntil: reject }],
    [
      'an error that throws when it is looked at, on a host that hangs work on the promise',
      {
        client: { identify: () => Promise.reject(hostile) },
        waitUntil: (promise) => void promise.finally(() => undefined),
      },
    ],
    [
      'a ledger that breaks before it can remember a failure',
      { client: { identify: reject }, ledger: brokenAfterwards() },
    ],
  ])('neither throws nor leaves a rejection for %s [4.4-2]', async (_, options, auth = { session }) => {
    const unhandled = vi.fn()
    process.on('unhandledRejection', unhandled)
    const { hook } = setUp(options)
    expect(hook(auth as Parameters<typeof hook>[0])).toBeUndefined()
    await vi.advanceTimersByTimeAsync(6000)
    await new Promise((resolve) => setImmediate(resolve))
    process.off('unhandledRejection', unhandled)
    expect(unhandled).not.toHaveBeenCalled()
  })
})
