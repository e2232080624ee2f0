import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createEventApps, type Fault, type Uninstall } from '../support/event-apps.ts'
import { isSoak } from '../support/scale.ts'

const numRuns = isSoak ? 10_000 : 300
const seed = Number(process.env['GUARANTEE_SEED'] ?? Date.now() % 2 ** 31)

const minute = 60_000
const day = 24 * 60 * minute

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-21T12:00:00Z') })
})

afterEach(() => {
  vi.useRealTimers()
})

const shop = fc.constantFrom('a.myshopify.com', 'b.myshopify.com')
const on = fc.constantFrom(0, 1)
const optional = (...faults: readonly Fault[]) => fc.constantFrom(undefined, ...faults)

const step = fc.oneof(
  // The merchant opens the app: an install where it was not there, else a renewal.
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('open'),
      shop,
      on,
      fault: optional('callback throws', 'call fails'),
    }),
  },
  // The first page's two loaders reach both processes at once.
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('open twice'), shop }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('kill'),
      shop,
      on,
      fault: fc.constantFrom<Fault>('claim', 'callback', 'call'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('uninstall'), shop, on, fault: optional('uninstall throws') }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('redeliver'), pick: fc.nat(), on }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('deliver as another'), pick: fc.nat(), on }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('retry'), on }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('wait'), byMs: fc.constantFrom(1000, minute, 60 * minute) }),
  },
)

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** The truth: who is installed since when, and what an app must have been told, in this order. */
class Oracle {
  readonly expected = new Map<string, string[]>()
  readonly installedAtMs = new Map<string, number>()
  readonly uninstalls: Uninstall[] = []

  opens(domain: string): void {
    if (this.installedAtMs.has(domain)) return
    this.installedAtMs.set(domain, Date.now())
    const log = this.expected.get(domain) ?? []
    this.expected.set(domain, [...log, log.length === 0 ? 'installed' : 'reinstalled'])
  }

  leaves(domain: string): Uninstall {
    this.installedAtMs.delete(domain)
    this.expected.get(domain)?.push('uninstalled')
    const uninstall = { shop: domain, eventId: `event-${this.uninstalls.length}`, triggeredAt: new Date() }
    this.uninstalls.push(uninstall)
    return uninstall
  }
}

it('tells each install, reinstall and uninstall exactly once and in order, over renewals, failures, redeliveries and killed processes [4.4-2] [D95]', async () => {
  let told = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 30, size: 'max' }), async (steps) => {
      const apps = createEventApps()
      const oracle = new Oracle()
      for (const one of steps) await take(one, apps, oracle)
      for (const domain of oracle.installedAtMs.keys()) await comeToRest(domain, apps)
      for (const [domain, expected] of oracle.expected) {
        const log = apps.told.filter((line) => line.startsWith(domain))
        expect(log.map((line) => line.slice(domain.length + 1))).toEqual(expected)
      }
      told += apps.told.length
    }),
    { numRuns, seed },
  )
  expect(told).toBeGreaterThan(numRuns)
  if (isSoak) process.stdout.write(`measured: ${numRuns} orders, ${told} events, seed ${seed}\n`)
}, 3_600_000)

type Apps = ReturnType<typeof createEventApps>

async function take(one: Step, apps: Apps, oracle: Oracle): Promise<void> {
  if (one.kind === 'wait') vi.setSystemTime(Date.now() + one.byMs)
  else if (one.kind === 'retry') await apps.retry(one.on)
  else if (one.kind === 'redeliver' || one.kind === 'deliver as another') await redeliver(one, apps, oracle)
  else if (one.kind === 'uninstall') await uninstall(one, apps, oracle)
  else {
    oracle.opens(one.shop)
    if (one.kind === 'kill') await apps.kill(one.on, one.shop, one.fault)
    else if (one.kind === 'open') await apps.authorize(one.on, one.shop, one.fault)
    else await Promise.all([apps.authorize(0, one.shop), apps.authorize(1, one.shop)])
  }
}

/** Lets what failed be tried again: an uninstall would end it. */
async function comeToRest(domain: string, apps: Apps): Promise<void> {
  vi.setSystemTime(Date.now() + day)
  await apps.authorize(0, domain)
}

async function uninstall(
  one: Extract<Step, { kind: 'uninstall' }>,
  apps: Apps,
  oracle: Oracle,
): Promise<void> {
  if (!oracle.installedAtMs.has(one.shop)) return
  await comeToRest(one.shop, apps)
  const event = oracle.leaves(one.shop)
  // The platform delivers until it gets a 200; here from two subscriptions at once.
  const first = await apps.deliver(one.on, event, one.fault)
  expect(first).toBe(one.fault === undefined ? 200 : 500)
  expect(await Promise.all([apps.deliver(0, event), apps.deliver(1, event)])).toEqual([200, 200])
}

async function redeliver(
  one: Extract<Step, { kind: 'redeliver' | 'deliver as another' }>,
  apps: Apps,
  oracle: Oracle,
): Promise<void> {
  const event = oracle.uninstalls[one.pick % oracle.uninstalls.length]
  if (event === undefined) return
  if (one.kind === 'redeliver') {
    expect(await apps.deliver(one.on, event)).toBe(200)
    return
  }
  // Under another id only the time can tell that the shop is back; clocks may differ by 30 s.
  const backAtMs = oracle.installedAtMs.get(event.shop) ?? 0
  if (backAtMs - event.triggeredAt.getTime() <= 30_000) return
  await comeToRest(event.shop, apps)
  const another = { ...event, eventId: `${event.eventId}-${one.pick}` }
  expect(await apps.deliver(one.on, another)).toBe(200)
}
