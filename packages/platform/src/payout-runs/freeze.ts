import { allowTime } from '../database/statements/at-length.ts'
import type { Database, Transaction } from '../database/statements/database.ts'
import { rejectingConstraint } from '../database/statements/faults.ts'
import { type IdSource, newId } from '../database/statements/new-id.ts'
import { planAnew } from '../database/statements/plan-anew.ts'
import { insertPayoutUnits } from '../explain/payout-units.ts'
import { listDifferences, type OtherContent } from '../idempotency/other-content.ts'
import { insertDecisions, insertPayouts, insertRun, lockRuns } from './freeze-statements.ts'
import { findRun, type PayoutRun } from './payout-run.ts'
import {
  type PairPreview,
  previewRun,
  type RunPreview,
  type RunPreviewing,
  type RunScope,
} from './preview.ts'

/** A run that is to be frozen. */
export interface NewRun extends RunScope {
  /** Chosen by the caller: the same id again freezes nothing (D71). */
  readonly runId: string
  /** Of the preview that was looked at. */
  readonly previewHash: string
  /** Who decided it (D65). */
  readonly actor: string
  /** When the run was frozen, if its past is told again (D153): not before `asOf`. Default: the database's time. */
  readonly frozenAt?: Date
  /** Of the payouts. Default: new ids. */
  readonly idAt?: IdSource
}

/** The run, new or as it was frozen before; or why there is none, and nothing was written. */
export type RunFreezing =
  | { readonly ok: true; readonly run: PayoutRun; readonly isNew: boolean }
  /** A preview would say something else now. */
  | { readonly ok: false; readonly rejection: 'other_preview'; readonly preview: RunPreview | undefined }
  | Exclude<RunPreviewing, { readonly ok: true }>
  /** The workspace has another run with this id. */
  | OtherContent

// What is posted or released while the lines are collected is seen by them, and not by the preview before.
const movedConstraints = new Set([
  'payouts_sum_of_lines',
  'payout_commissions_with_their_payout',
  'payout_commissions_one_living_payout',
])

/**
 * Freezes a payout run: run, decisions, payouts and their lines, in one transaction, as the preview with this hash says.
 * With another hash it writes nothing. A large run takes minutes: open the database with `longSilenceTimeoutMs`.
 *
 * @example
 * ```ts
 * const frozen = await freezeRun(database, { workspaceId, asOf, runId, previewHash: preview.hash, actor })
 * if (frozen.ok) console.log(frozen.run.payouts.length)
 * ```
 */
export async function freezeRun(database: Database, plan: NewRun): Promise<RunFreezing> {
  try {
    return await database.transaction((tx) => freezeOnce(tx, plan))
  } catch (error) {
    if (!movedConstraints.has(rejectingConstraint(error) ?? '')) throw error
    return { ok: false, rejection: 'other_preview', preview: undefined }
  }
}

async function freezeOnce(tx: Transaction, plan: NewRun): Promise<RunFreezing> {
  const { workspaceId, runId, asOf, previewHash } = plan
  await planAnew(tx)
  await allowTime(tx)
  await tx.query(lockRuns, [workspaceId])
  const found = await findRun(tx, { workspaceId, runId })
  if (found !== undefined) {
    const differences = listDifferences(found, { asOf, previewHash })
    if (differences.length > 0) return { ok: false, rejection: 'other_content', differences }
    return { ok: true, run: found, isNew: false }
  }
  const previewing = await previewRun(tx, { workspaceId, asOf })
  if (!previewing.ok) return previewing
  const { preview } = previewing
  if (preview.hash !== previewHash) return { ok: false, rejection: 'other_preview', preview }
  await insertFrozen(tx, plan, preview)
  const run = await findRun(tx, { workspaceId, runId })
  if (run === undefined) throw new Error('A run is there once it was written.')
  return { ok: true, run, isNew: true }
}

/** How many decisions are written together. */
const partDecisions = 1000

async function insertFrozen(tx: Transaction, plan: NewRun, { decisions }: RunPreview): Promise<void> {
  const { workspaceId, runId, asOf, previewHash, actor, frozenAt = null } = plan
  await tx.query(insertRun, [workspaceId, runId, asOf, previewHash, actor, frozenAt])
  for (let start = 0; start < decisions.length; start += partDecisions)
    await insertPart(tx, plan, decisions.slice(start, start + partDecisions))
}

async function insertPart(tx: Transaction, plan: NewRun, decisions: readonly PairPreview[]): Promise<void> {
  const { workspaceId, runId, asOf, frozenAt = null, idAt = newId } = plan
  const rows = decisions.map(({ sumMinor, heldMinor, thresholdMinor, ...decision }) => ({
    ...decision,
    sumMinor: `${sumMinor}`,
    heldMinor: `${heldMinor}`,
    thresholdMinor: `${thresholdMinor}`,
  }))
  const paid = rows
    .filter(({ decision }) => decision === 'paid')
    .map((row) => ({ id: idAt(asOf.getTime()), ...row }))
  await tx.query(insertDecisions, [workspaceId, runId, JSON.stringify(rows)])
  await tx.query(insertPayouts, [workspaceId, runId, JSON.stringify(paid), asOf, frozenAt])
  for (const { id: payoutId, lineCount } of paid)
    await insertPayoutUnits(tx, { workspaceId, payoutId }, { lineCount })
}
