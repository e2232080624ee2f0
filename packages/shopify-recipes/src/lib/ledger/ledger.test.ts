import { describe, expect, it } from 'vitest'
import { createKeyValueLedger } from './key-value-ledger.ts'
import type { Ledger } from './ledger.ts'
import { createMemoryLedger, createMemoryStore } from './memory-ledger.ts'
import { createPrismaLedger, type PrismaLedgerModel, type PrismaLedgerRow } from './prisma-ledger.ts'

const ledgers: readonly [string, (now: () => number) => Ledger][] = [
  ['memory', (now) => createMemoryLedger({ now })],
  ['prisma', (now) => createPrismaLedger(createTable(), { now })],
]

describe.each(ledgers)('%s ledger', (_, create) => {
  function setUp() {
    const clock = { nowMs: 1_000_000 }
    return { clock, ledger: create(() => clock.nowMs) }
  }

  it('gives a key to exactly one of many who claim it at once [D38]', async () => {
    const { ledger } = setUp()
    const claims = await Promise.all(Array.from({ length: 50 }, () => ledger.claim('shop', 1000)))
    expect(claims.filter((claim) => claim !== null)).toHaveLength(1)
  })

  it('gives a key again after its lease, to exactly one [D38]', async () => {
    const { clock, ledger } = setUp()
    await ledger.claim('shop', 1000)
    clock.nowMs += 999
    expect(await ledger.claim('shop', 1000)).toBeNull()
    clock.nowMs += 1
    const claims = await Promise.all(Array.from({ length: 50 }, () => ledger.claim('shop', 1000)))
    expect(claims.filter((claim) => claim !== null)).toHaveLength(1)
  })

  it('keeps a confirmed key for good, and a released one not at all [D38]', async () => {
    const { clock, ledger } = setUp()
    const claim = await ledger.claim('shop', 1000)
    await ledger.confirm('shop', claim ?? '')
    await ledger.release('shop', claim ?? '')
    clock.nowMs += 1_000_000_000
    expect(await ledger.claim('shop', 1000)).toBeNull()
    const other = await ledger.claim('other', 1000)
    await ledger.release('other', other ?? '')
    expect(await ledger.claim('other', 1000)).not.toBeNull()
  })

  it('lets a claim that lapsed neither confirm nor release the one that followed [D38]', async () => {
    const { clock, ledger } = setUp()
    const lapsed = await ledger.claim('shop', 1000)
    clock.nowMs += 1000
    const current = await ledger.claim('shop', 1000)
    await ledger.release('shop', lapsed ?? '')
    expect(await ledger.claim('shop', 1000)).toBeNull()
    await ledger.confirm('shop', lapsed ?? '')
    clock.nowMs += 1000
    expect(current).not.toBeNull()
    expect(await ledger.claim('shop', 1000)).not.toBeNull()
  })

  it('forgets a key that is cleared, claimed or confirmed, and knows no other by it [D38]', async () => {
    const { clock, ledger } = setUp()
    const claim = await ledger.claim('shop', 1000)
    await ledger.claim('other', 1000)
    await ledger.clear('shop', clock.nowMs)
    await ledger.confirm('shop', claim ?? '')
    const again = await ledger.claim('shop', 1000)
    await ledger.confirm('shop', again ?? '')
    await ledger.clear('shop', clock.nowMs)
    expect(await ledger.claim('shop', 1000)).not.toBeNull()
    expect(await ledger.claim('other', 1000)).toBeNull()
    await ledger.clear('unknown', clock.nowMs)
  })

  it('keeps what was claimed after the moment that is cleared', async () => {
    const { clock, ledger } = setUp()
    await ledger.claim('shop', 1000)
    await ledger.clear('shop', clock.nowMs - 1)
    expect(await ledger.claim('shop', 1000)).toBeNull()
  })
})

it('clears a claim that is confirmed while it is cleared [D38]', async () => {
  const store = createMemoryStore()
  const ledger = createKeyValueLedger(store)
  const claim = await ledger.claim('shop', 1000)
  let confirm = () => ledger.confirm('shop', claim ?? '')
  const slow = createKeyValueLedger({
    ...store,
    get: async (key) => {
      const value = await store.get(key)
      await confirm()
      confirm = async () => undefined
      return value
    },
  })
  await slow.clear('shop', Date.now())
  expect(await ledger.claim('shop', 1000)).not.toBeNull()
})

it('tells of a store that never lets it clear, instead of asking for ever', async () => {
  const ledger = createKeyValueLedger({ get: async () => 'claimed:1:a', compareAndSet: async () => false })
  await expect(ledger.clear('shop', 1)).rejects.toThrow('could not be cleared')
})

it('keeps two apps in one store apart, and forgets what is confirmed after a time of its own', async () => {
  let nowMs = 0
  const now = () => nowMs
  const store = createMemoryStore({ now })
  const first = createKeyValueLedger(store, { prefix: 'first:', confirmedForMs: 5000, now })
  const second = createKeyValueLedger(store, { prefix: 'second:', now })
  const claim = await first.claim('shop', 1000)
  await first.confirm('shop', claim ?? '')
  expect(await second.claim('shop', 1000)).not.toBeNull()
  nowMs = 4999
  expect(await first.claim('shop', 1000)).toBeNull()
  nowMs = 5000
  expect(await first.claim('shop', 1000)).not.toBeNull()
})

it('forgets the oldest key beyond its size', async () => {
  const ledger = createMemoryLedger({ entriesMax: 2 })
  for (const key of ['a', 'b', 'c']) await ledger.claim(key, 1000)
  expect(await ledger.claim('b', 1000)).toBeNull()
  expect(await ledger.claim('a', 1000)).not.toBeNull()
})

it('lets any other fault of the database out', async () => {
  const create = () => Promise.reject(Object.assign(new Error('down'), { code: 'P1001' }))
  const ledger = createPrismaLedger({ ...createTable(), create })
  await expect(ledger.claim('shop', 1000)).rejects.toThrow('down')
})

/** A table as Prisma serves one: each statement is atomic, and others run between two of them. */
function createTable(): PrismaLedgerModel {
  const rows = new Map<string, PrismaLedgerRow>()
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  return {
    create: async ({ data }) => {
      await turn()
      if (rows.has(data.key)) throw Object.assign(new Error('unique'), { code: 'P2002' })
      rows.set(data.key, data)
    },
    updateMany: async ({ where, data }) => {
      await turn()
      const row = rows.get(where.key)
      const until = row?.claimedUntil ?? null
      const isDue =
        'lte' in where.claimedUntil ? until !== null && until <= where.claimedUntil.lte : until !== null
      if (row === undefined || !isDue || row.claim !== (where.claim ?? row.claim)) return { count: 0 }
      rows.set(where.key, { ...row, ...data })
      return { count: 1 }
    },
    deleteMany: async ({ where }) => {
      await turn()
      const row = rows.get(where.key)
      const isOther = row?.claim !== (where.claim ?? row?.claim)
      const isConfirmed = where.claimedUntil !== undefined && row?.claimedUntil === null
      const isLater =
        where.claimedAt !== undefined && row !== undefined && row.claimedAt > where.claimedAt.lte
      if (!isOther && !isConfirmed && !isLater) rows.delete(where.key)
    },
  }
}
