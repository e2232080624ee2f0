import { DatabaseSync } from 'node:sqlite'
import {
  createMemoryLedger,
  createSqlLedger,
  type InstallResult,
  type InstallSession,
  identifyOnInstall,
  ledgerMigration,
  retryMissedInstalls,
} from '@affiliate-platform/shopify-recipes'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { useFakeClock } from '../support/fake-clock.ts'
import { buildRejection, createFakeIdentify } from '../support/fake-identify.ts'
import { accessToken, appId } from '../support/fixtures.ts'

const shops = ['a', 'b', 'c'].map((name) => `${name}.myshopify.com`)

beforeEach(useFakeClock)

/** An app with non-expiring tokens, whose hook runs once per shop, and a platform that can be switched off. */
function setUp() {
  const platform = { rejection: undefined as Error | undefined }
  const client = createFakeIdentify(() => {
    if (platform.rejection) throw platform.rejection
    return { ok: true }
  })
  const sessions = new Map<string, InstallSession>(
    shops.map((shop) => [`offline_${shop}`, { shop, accessToken }]),
  )
  const sessionStorage = { loadSession: async (id: string) => sessions.get(id) }
  const ledger = createMemoryLedger()
  const results: InstallResult[] = []
  const onResult = (result: InstallResult) => void results.push(result)
  const options = { client, appId, ledger, sessionStorage, onResult }
  const install = async (shop: string, further: object = {}) => {
    const pending: Promise<unknown>[] = []
    const waitUntil = (promise: Promise<unknown>) => void pending.push(promise)
    identifyOnInstall({ ...options, waitUntil, ...further })({ session: { shop, accessToken } })
    await Promise.all(pending)
  }
  const count = (outcome: InstallResult['outcome']) => results.filter((result) => result.outcome === outcome)
  return { platform, client, sessions, ledger, options, install, results, count }
}

it('identifies shops that installed in an outage once each after it, by a loader or a timer [D67]', async () => {
  const { platform, options, install, count, client } = setUp()
  platform.rejection = buildRejection(500, 'internal_error')
  for (const shop of shops) await install(shop, { sessionStorage: undefined })
  expect(count('failed').map(({ shop }) => shop)).toEqual(shops)
  platform.rejection = undefined
  const sentBefore = client.sent.length
  await vi.advanceTimersByTimeAsync(1000)
  await Promise.all([retryMissedInstalls(options), retryMissedInstalls(options)])
  for (let call = 0; call < 5; call += 1) expect(await retryMissedInstalls(options)).toEqual([])
  expect(client.sent.slice(sentBefore).map(({ myshopifyDomain }) => myshopifyDomain)).toEqual(shops)
  expect(count('identified')).toHaveLength(3)
})

it('identifies missed shops in a later run of the hook, of any shop [D67]', async () => {
  const { platform, install, count } = setUp()
  platform.rejection = buildRejection(503, 'unavailable')
  for (const shop of shops) await install(shop)
  platform.rejection = undefined
  await vi.advanceTimersByTimeAsync(60_000)
  await install('d.myshopify.com')
  const identified = count('identified').map(({ shop }) => shop)
  expect(identified.sort()).toEqual([...shops, 'd.myshopify.com'])
})

it('sends a shop again whose process died in the call, once, when its claim has lapsed [D38] [D67]', async () => {
  const { options, ledger, client, install } = setUp()
  const never = { identify: () => new Promise<never>(() => undefined) }
  // A process that is killed writes nothing any more.
  const killed = {
    ...ledger,
    replace: (...input: Parameters<typeof ledger.replace>) => ledger.replace(...input),
  }
  void install(shops[0] ?? '', { client: never, ledger: killed })
  await vi.advanceTimersByTimeAsync(100)
  killed.replace = () => new Promise(() => undefined)
  await vi.advanceTimersByTimeAsync(29_000)
  expect(await retryMissedInstalls(options)).toEqual([])
  await vi.advanceTimersByTimeAsync(61_000)
  expect(await retryMissedInstalls(options)).toMatchObject([{ outcome: 'identified', shop: shops[0] }])
  expect(client.sent).toHaveLength(1)
})

it('waits as long as the platform asks, and ever longer while it keeps failing [D67]', async () => {
  const { platform, options, install, ledger, client } = setUp()
  const [shop = ''] = shops
  const dueInMs = async () => ((await ledger.read(`install:${shop}`))?.dueAtMs ?? 0) - Date.now()
  platform.rejection = buildRejection(429, 'quota_exceeded', { retryAfterMs: 90_000 })
  await install(shop)
  expect(await dueInMs()).toBe(90_000)
  await install(shop)
  expect(client.sent).toHaveLength(1)
  platform.rejection = buildRejection(500, 'internal_error')
  for (const delayMs of [90_000, 180_000, 360_000, 720_000, 1_440_000, 2_880_000, 3_600_000, 3_600_000]) {
    await vi.advanceTimersByTimeAsync(await dueInMs())
    await retryMissedInstalls(options)
    expect(await dueInMs()).toBe(delayMs)
  }
})

it('sends again within the time of the call only where nothing can have been accepted [D67]', async () => {
  const asked = { retryAfterMs: 1000 }
  for (const [error, calls] of [
    [Object.assign(new Error(), { code: 'not_connected', reason: 'UND_ERR_CONNECT_TIMEOUT' }), 2],
    [Object.assign(new Error(), { code: 'not_connected', reason: 'ConnectionRefused' }), 2],
    // Of another client than the SDK's.
    [Object.assign(new Error(), { code: 'ECONNREFUSED' }), 2],
    [buildRejection(429, 'quota_exceeded', asked), 2],
    [buildRejection(503, 'unavailable', asked), 2],
    [buildRejection(503, 'unavailable'), 1],
    [buildRejection(503, 'unavailable', { retryAfterMs: 60_000 }), 1],
    [buildRejection(500, 'internal_error', asked), 1],
    [Object.assign(new Error(), { code: 'network_error', reason: 'ECONNRESET' }), 1],
    [Object.assign(new Error(), { code: 'attempt_timeout' }), 1],
  ] as const) {
    const { install, client, platform, count } = setUp()
    platform.rejection = error
    const done = install(shops[0] ?? '')
    await client.started
    platform.rejection = undefined
    await vi.advanceTimersByTimeAsync(5000)
    await done
    expect([error, client.sent.length]).toEqual([error, calls])
    expect(count('identified')).toHaveLength(calls - 1)
  }
})

it('reads the ledger once a minute while nothing is missed, and never more [D67]', async () => {
  const { options, ledger } = setUp()
  const listDue = vi.fn(ledger.listDue)
  const watched = { ...options, ledger: { ...ledger, listDue } }
  for (let second = 0; second < 180; second += 1) {
    await retryMissedInstalls(watched)
    await vi.advanceTimersByTimeAsync(1000)
  }
  expect(listDue).toHaveBeenCalledTimes(3)
})

it('costs one read and no write for each of 1,000 renewals of identified shops [4.4-2] [D38]', async () => {
  const { install } = setUp()
  const client = new DatabaseSync(':memory:')
  client.exec(ledgerMigration('sqlite'))
  const statements: string[] = []
  const prepare = (text: string) => {
    statements.push(text.slice(0, 6))
    return client.prepare(text)
  }
  const ledger = createSqlLedger({ dialect: 'sqlite', client: { prepare } })
  for (const shop of shops) await install(shop, { ledger, sessionStorage: undefined })
  statements.length = 0
  for (let run = 0; run < 1000; run += 1) {
    await install(shops[run % 3] ?? '', { ledger, sessionStorage: undefined })
  }
  expect(statements).toEqual(Array.from({ length: 1000 }, () => 'SELECT'))
})

it('sends no token that has expired, and keeps the shop for its own next run [D67]', async () => {
  const { platform, options, install, sessions, client, count } = setUp()
  const [shop = ''] = shops
  platform.rejection = buildRejection(500, 'internal_error')
  await install(shop)
  platform.rejection = undefined
  sessions.set(`offline_${shop}`, { shop, accessToken, expires: new Date() })
  await vi.advanceTimersByTimeAsync(1000)
  expect(await retryMissedInstalls(options)).toMatchObject([{ code: 'access_token_expired' }])
  expect(client.sent).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(60_000)
  await install(shop)
  expect(count('identified')).toHaveLength(1)
})

it.each([
  ['has expired', { accessToken, expires: new Date(0) }],
  ['is gone', undefined],
])(
  'lets a shop that was missed for hours in at its next run, though its token %s in between [D277]',
  async (_, session) => {
    const { platform, options, install, sessions, client, count } = setUp()
    const [shop = ''] = shops
    platform.rejection = buildRejection(500, 'internal_error')
    await install(shop)
    platform.rejection = undefined
    await vi.advanceTimersByTimeAsync(7_200_000)
    if (session) sessions.set(`offline_${shop}`, { shop, ...session })
    else sessions.delete(`offline_${shop}`)
    expect(await retryMissedInstalls(options)).toMatchObject([{ outcome: 'failed', stage: 'session' }])
    // Nobody else looks at it meanwhile.
    expect(await retryMissedInstalls(options)).toEqual([])
    await install(shop)
    expect(count('identified')).toHaveLength(1)
    expect(client.sent).toHaveLength(2)
  },
)

it('reads missed shops by readShop, and keeps the token where the app sends contacts alone [4.3-install]', async () => {
  const { platform, install, client } = setUp()
  const readShop = async () => ({ accessToken, email: 'owner@example.com', phone: '+1 555 0100' })
  const readContact = async () => ({ email: 'owner@example.com' })
  platform.rejection = buildRejection(500, 'internal_error')
  await install(shops[0] ?? '')
  platform.rejection = undefined
  await vi.advanceTimersByTimeAsync(1000)
  await install(shops[1] ?? '', { readShop, readContact })
  expect(client.sent.at(-1)).toEqual({ myshopifyDomain: shops[0], appId, email: 'owner@example.com' })
})

it('names each missed shop in a warning, and holds no secret anywhere [D67]', async () => {
  const emit = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
  onTestFinished(() => emit.mockRestore())
  const { platform, install, ledger } = setUp()
  platform.rejection = buildRejection(500, accessToken, { requestId: 'req-1' })
  for (const shop of shops) await install(shop, { onResult: undefined })
  const warnings = emit.mock.calls.map(([text]) => String(text))
  for (const shop of shops) expect(warnings.filter((text) => text.includes(shop))).toHaveLength(1)
  const written = JSON.stringify([warnings, await ledger.listDue('install', Number.MAX_SAFE_INTEGER, 10)])
  expect(written).toContain('missed')
  expect(written).not.toContain(accessToken)
})
