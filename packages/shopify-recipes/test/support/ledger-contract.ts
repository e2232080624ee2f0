import type { Ledger, LedgerEntry } from '@affiliate-platform/shopify-recipes'
import { beforeEach, expect, it } from 'vitest'

/** Registers what every ledger must do, on an empty one for each test. */
export function testLedger(open: () => Ledger | Promise<Ledger>): void {
  let ledger: Ledger

  beforeEach(async () => {
    ledger = await open()
  })

  const build = (changes: Partial<LedgerEntry> = {}): LedgerEntry => ({
    key: 'install:a.myshopify.com',
    state: 'claimed',
    tasks: 'identify reinstalled',
    claim: 'claim-1',
    sinceMs: 1_795_262_400_123,
    dueAtMs: 1_795_262_430_123,
    ...changes,
  })

  it('reads what was written, field by field, and nothing for a key that is not there [D38] [D82]', async () => {
    const entry = build()
    expect(await ledger.read(entry.key)).toBeNull()
    expect(await ledger.replace(entry.key, null, entry)).toBe(true)
    expect(await ledger.read(entry.key)).toEqual(entry)
    expect(await ledger.read('install:b.myshopify.com')).toBeNull()
    const done = build({ state: 'done', tasks: '', claim: 'claim-2', dueAtMs: null })
    expect(await ledger.replace(entry.key, 'claim-1', done)).toBe(true)
    expect(await ledger.read(entry.key)).toEqual(done)
  })

  it('gives a key to exactly one of many who claim it at once [D38]', async () => {
    const { key } = build()
    const claims = Array.from({ length: 50 }, (_, index) => `claim-${index}`)
    const first = await Promise.all(claims.map((claim) => ledger.replace(key, null, build({ claim }))))
    expect(first.filter(Boolean)).toHaveLength(1)
    const won = claims[first.indexOf(true)] ?? ''
    const later = await Promise.all(
      claims.map((claim) => ledger.replace(key, won, build({ claim: `next-${claim}` }))),
    )
    expect(later.filter(Boolean)).toHaveLength(1)
    expect((await ledger.read(key))?.claim).toBe(`next-${claims[later.indexOf(true)]}`)
  })

  it('replaces and deletes nothing for a claim that is not the current one [D38]', async () => {
    const entry = build()
    await ledger.replace(entry.key, null, entry)
    expect(await ledger.replace(entry.key, null, build({ claim: 'other' }))).toBe(false)
    expect(await ledger.replace(entry.key, 'other', build({ claim: 'another' }))).toBe(false)
    expect(await ledger.replace(entry.key, 'other', null)).toBe(false)
    expect(await ledger.replace('install:unknown', 'claim-1', entry)).toBe(false)
    expect(await ledger.read(entry.key)).toEqual(entry)
    expect(await ledger.replace(entry.key, 'claim-1', null)).toBe(true)
    expect(await ledger.read(entry.key)).toBeNull()
  })

  it('tells two keys apart that differ in case alone', async () => {
    await ledger.replace('delivery:ABC', null, build({ key: 'delivery:ABC' }))
    expect(await ledger.read('delivery:abc')).toBeNull()
  })

  it('lists what is due, of one kind, earliest first [D67]', async () => {
    for (const [key, dueAtMs] of [
      ['install:late', 3000],
      ['install:early', 1000],
      ['install:middle', 2000],
      ['install:never', null],
      ['delivery:early', 500],
    ] as const) {
      await ledger.replace(key, null, build({ key, dueAtMs }))
    }
    const keys = async (untilMs: number, limit = 10) =>
      (await ledger.listDue('install', untilMs, limit)).map(({ key }) => key)
    expect(await keys(999)).toEqual([])
    expect(await keys(2000)).toEqual(['install:early', 'install:middle'])
    expect(await keys(9000)).toEqual(['install:early', 'install:middle', 'install:late'])
    expect(await keys(9000, 1)).toEqual(['install:early'])
    await ledger.replace('install:early', 'claim-1', build({ key: 'install:early', dueAtMs: null }))
    await ledger.replace('install:middle', 'claim-1', null)
    expect(await keys(9000)).toEqual(['install:late'])
  })
}
