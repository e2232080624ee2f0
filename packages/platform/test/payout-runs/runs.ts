import { expect } from 'vitest'
import type { Database } from '../../src/database/statements/database.ts'
import { newId } from '../../src/database/statements/new-id.ts'
import { freezeRun, type PayoutRun, previewRun, type RunPreview } from '../../src/payout-runs.ts'
import { recordPaymentFact } from '../../src/payouts.ts'

const actor = 'operator:mia'

/** Previews a run that can be previewed. */
export async function preview(database: Database, workspaceId: string, asOf: string): Promise<RunPreview> {
  const previewing = await previewRun(database, { workspaceId, asOf: new Date(asOf) })
  if (!previewing.ok) throw new Error(previewing.rejection)
  return previewing.preview
}

/** What a run decides, as `paid 380 USD` for each membership and currency. */
export async function decisions(
  database: Database,
  workspaceId: string,
  asOf: string,
): Promise<readonly string[]> {
  const found = await preview(database, workspaceId, asOf)
  return found.decisions.map(({ decision, sumMinor, currency }) => `${decision} ${sumMinor} ${currency}`)
}

/** Previews and freezes a run. */
export async function pay(database: Database, workspaceId: string, asOf: string): Promise<PayoutRun> {
  const { hash } = await preview(database, workspaceId, asOf)
  const plan = { workspaceId, runId: newId(), asOf: new Date(asOf), previewHash: hash, actor }
  const frozen = await freezeRun(database, plan)
  expect(frozen).toMatchObject({ ok: true, isNew: true })
  if (!frozen.ok) throw new Error(frozen.rejection)
  return frozen.run
}

/** The payouts of a run, as `380 USD in 1`: amount, currency, number of lines. */
export function payoutsOf({ payouts }: PayoutRun): readonly string[] {
  return payouts.map(({ amountMinor, currency, lines }) => `${amountMinor} ${currency} in ${lines}`).sort()
}

/** Voids a payout. */
export async function voidPayout(database: Database, workspaceId: string, payoutId: string) {
  const fact = { kind: 'void', payoutId, reason: 'wrong' } as const
  return await recordPaymentFact(database, fact, { workspaceId, id: newId(), createdAt: new Date() })
}
