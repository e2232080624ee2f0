import { Readable } from 'node:stream'
import { payoutStatuses } from '@affiliate-platform/contract'
import type { Database } from '@affiliate-platform/platform/database'
import { freezeRun, previewRun } from '@affiliate-platform/platform/payout-runs'
import { importSalesFile } from '@affiliate-platform/platform/sales'
import { type DemoPayout, toFactRows, toVoidRows } from './payouts.ts'
import { createRandom, type Random } from './random.ts'
import type { DemoReferral } from './referrals.ts'
import { insertRows } from './rows.ts'
import { buildSalesFile } from './sales.ts'
import { at, type DemoApp } from './structure.ts'
import { seed } from './world.ts'

const firstMonth = Date.UTC(2025, 7)

/** The first and the sixteenth of each month, up to the first of April. */
const runTimes = Array.from({ length: 17 }, (_, index) => {
  const month = new Date(firstMonth)
  month.setUTCMonth(month.getUTCMonth() + Math.floor(index / 2), index % 2 === 0 ? 1 : 16)
  return month
})

/** From midnight, as of which a run is, until the operator who freezes it comes. */
const officeOpensMs = 9 * 3_600_000

/** Imports and posts the sales to referred shops. */
export async function earn(
  database: Database,
  { workspaceId, id: appId }: DemoApp,
  referrals: readonly DemoReferral[],
): Promise<void> {
  const { idAt } = createRandom(seed + 6)
  const order = { workspaceId, appId, actor: 'system', idAt }
  const bytes = buildSalesFile(referrals)
  await importSalesFile(database, { ...order, file: 'demo-sales.ndjson', open: () => Readable.from([bytes]) })
}

/**
 * Pays what is available, run by run as an operator does. What is voided after a run is in the next one again.
 *
 * @returns the payouts
 */
export async function pay(
  database: Database,
  { workspaceId }: Pick<DemoApp, 'workspaceId'>,
): Promise<readonly DemoPayout[]> {
  const random = createRandom(seed + 7)
  const payouts: DemoPayout[] = []
  for (const asOf of runTimes) {
    const frozen = await freezeOne(database, random, { workspaceId, asOf })
    await insertRows(database, toVoidRows(frozen))
    payouts.push(...frozen)
  }
  await insertRows(database, toFactRows(random, payouts))
  return payouts
}

async function freezeOne(
  database: Database,
  random: Random,
  { workspaceId, asOf }: { readonly workspaceId: string; readonly asOf: Date },
): Promise<readonly DemoPayout[]> {
  const previewing = await previewRun(database, { workspaceId, asOf })
  const frozenAt = new Date(asOf.getTime() + officeOpensMs)
  const { idAt } = random
  const plan = { workspaceId, asOf, runId: idAt(asOf.getTime()), actor: 'system', frozenAt, idAt }
  const frozen = previewing.ok
    ? await freezeRun(database, { ...plan, previewHash: previewing.preview.hash })
    : previewing
  if (!frozen.ok)
    throw new Error(`The demo's payout run of ${asOf.toISOString()} was rejected: ${frozen.rejection}.`)
  const created_at = frozenAt.toISOString()
  return frozen.run.payouts.map(({ id, membershipId, amountMinor }, index) => ({
    workspace_id: workspaceId,
    id,
    membership_id: membershipId,
    amount_minor: amountMinor,
    created_at,
    status: at(payoutStatuses, index),
  }))
}
