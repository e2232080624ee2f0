import { expect } from 'vitest'
import type { Database } from '../../src/database/statements/database.ts'
import { explainPayoutUnit } from '../../src/explain.ts'
import { explainWhole } from './explain-whole.ts'

/** The payouts of a workspace, with their amounts. */
export async function listPayouts(database: Database, workspaceId: string) {
  const text = 'select id, amount_minor::text as "amountMinor" from payouts where workspace_id = $1'
  return await database.query<{ id: string; amountMinor: string }>({ name: '', text }, [workspaceId])
}

interface Expectation {
  readonly amountMinor: bigint
  /** How many units have led to what. */
  readonly ends: Map<string, number>
}

/** Explains every unit of a payout; beyond 2,000 units, the first and last of each line. */
export async function expectUnits(
  database: Database,
  key: Parameters<typeof explainWhole>[1],
  { amountMinor, ends }: Expectation,
): Promise<void> {
  const entries = (await explainWhole(database, key))?.entries ?? []
  expect(entries.reduce((total, entry) => total + BigInt(entry.amountMinor), 0n)).toBe(amountMinor)
  let explainedUntil = 0n
  for (const { commission, units } of entries) {
    if (units === null) continue
    const [first, last] = [BigInt(units.first), BigInt(units.last)]
    expect(first).toBe(explainedUntil + 1n)
    explainedUntil = last
    const step = amountMinor <= 2000n || first === last ? 1n : last - first
    for (let unit = first; unit <= last; unit += step) {
      const explained = await explainPayoutUnit(database, key, unit)
      expect(explained?.commission.id).toBe(commission.id)
      const [end = ''] = endOf(explained).match(/^(gid|installed|manual)\b/) ?? []
      ends.set(end, (ends.get(end) ?? 0) + 1)
    }
  }
  expect(explainedUntil).toBe(amountMinor)
  expect(ends.has('')).toBe(false)
}

/** Where the chain of a unit ends: the id of an app transaction, or the code of an install or of what a person entered. */
const endOf = (explained: Awaited<ReturnType<typeof explainPayoutUnit>>): string =>
  explained?.appTransaction?.platformId ?? explained?.commission.because.code ?? ''
