import { createKeyValueLedger } from '@affiliate-platform/shopify-recipes'
import { beforeEach, expect, it, vi } from 'vitest'

vi.stubEnv('DATABASE_FILE', ':memory:')
const { openDatabase } = await import('../app/database.server.ts')
const { createLedgerStore } = await import('../app/install-ledger.server.ts')

const shop = 'maple-lantern.myshopify.com'
const leaseMs = 30_000
let nowMs = 0
let ledger = createKeyValueLedger(createLedgerStore(openDatabase(':memory:')))

beforeEach(() => {
  nowMs = Date.UTC(2026, 10, 21)
  const now = () => nowMs
  ledger = createKeyValueLedger(createLedgerStore(openDatabase(':memory:'), now), { now })
})

it('gives a shop to one of many callers [D38]', async () => {
  const claims = await Promise.all(Array.from({ length: 20 }, () => ledger.claim(shop, leaseMs)))
  expect(claims.filter((claim) => claim !== null)).toHaveLength(1)
})

it('gives a shop again when its claim was released or has run out, not before [D38]', async () => {
  const first = await ledger.claim(shop, leaseMs)
  await ledger.release(shop, first ?? '')
  expect(await ledger.claim(shop, leaseMs)).not.toBeNull()
  nowMs += leaseMs - 1
  expect(await ledger.claim(shop, leaseMs)).toBeNull()
  nowMs += 1
  expect(await ledger.claim(shop, leaseMs)).not.toBeNull()
})

it('keeps a confirmed shop for ever, until an uninstall clears it [D38]', async () => {
  await ledger.confirm(shop, (await ledger.claim(shop, leaseMs)) ?? '')
  nowMs += 1000 * leaseMs
  expect(await ledger.claim(shop, leaseMs)).toBeNull()
  await ledger.clear(shop, nowMs)
  expect(await ledger.claim(shop, leaseMs)).not.toBeNull()
})

it('does not let a claim that has run out confirm or release a later one [D38]', async () => {
  const late = await ledger.claim(shop, leaseMs)
  nowMs += leaseMs
  const current = await ledger.claim(shop, leaseMs)
  await ledger.release(shop, late ?? '')
  await ledger.confirm(shop, late ?? '')
  expect(await ledger.claim(shop, leaseMs)).toBeNull()
  await ledger.release(shop, current ?? '')
  expect(await ledger.claim(shop, leaseMs)).not.toBeNull()
})
