import { allowTime } from '../database/statements/at-length.ts'
import type { Database, Statement, Transaction } from '../database/statements/database.ts'
import { rejectingConstraint } from '../database/statements/faults.ts'
import { type IdSource, newId } from '../database/statements/new-id.ts'
import { planAnew } from '../database/statements/plan-anew.ts'
import { timeSql } from '../database/statements/time.ts'
import { insertPayoutUnits } from '../explain/payout-units.ts'
import { listDifferences, type OtherContent } from '../idempotency/other-content.ts'
import { tell } from '../outbox/tell.ts'
import { findRun, type PayoutRun } from './payout-run.ts'
import {
  type PairPreview,
  previewRun,
  type RunPreview,
  type RunPreviewing,
  type RunScope,
} from './preview.ts'

export interface NewRun extends RunScope {
  /** Chosen by the caller: the same id again freezes nothing (D71). */
  readonly runId: string
  /** Of the preview that was looked at. */
  readonly previewHash: string
  /** Who decided it (D65). */
  readonly actor: string
  /** When it was frozen, where the demo backdates its data (D153): not before `asOf`. Default: the database's time. */
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

/** Serializes freezes within a workspace. */
const lockStatement: Statement = {
  name: 'payout_run_lock',
  text: 'select workspace_id from workspaces where workspace_id = $1 for no key update',
}

const insertRunStatement: Statement = {
  name: 'payout_run_insert',
  text: `
    insert into payout_runs (workspace_id, id, as_of, preview_hash, actor, created_at)
    values ($1, $2, $3, $4, $5, ${timeSql(6)})`,
}

/** Adds what was decided, given as one JSON document. */
const insertDecisionsStatement: Statement = {
  name: 'payout_run_insert_decisions',
  text: `
    insert into payout_run_decisions
      (workspace_id, run_id, membership_id, currency, sum_minor, held_minor, threshold_minor, terms_version_id,
       threshold_contract_id, decision, reason, warnings)
    select
      $1, $2, "membershipId", currency, "sumMinor", "heldMinor", "thresholdMinor", "termsVersionId",
      "thresholdContractId", decision, reason,
      warnings
    from jsonb_to_recordset($3) as decided(
      "membershipId" uuid, currency text, "sumMinor" numeric, "heldMinor" numeric, "thresholdMinor" numeric,
      "termsVersionId" uuid, "thresholdContractId" uuid, decision text, reason text, warnings text[]
    )`,
}

/**
 * Adds the payouts with all that is available of their memberships and currencies, debts included. Should that be other
 * money than was decided on, the database rejects the sums at the commit.
 */
const insertPayoutsStatement: Statement = {
  name: 'payout_run_insert_payouts',
  text: `
    with payout as (
      insert into payouts as made
        (workspace_id, id, app_id, program_id, group_id, membership_id, amount_minor, currency, run_id, line_count,
         created_at)
      select
        $1, paid.id, member.app_id, member.program_id, member.group_id, member.id, paid."sumMinor", paid.currency, $2,
        paid."lineCount", ${timeSql(5)}
      from jsonb_to_recordset($3) as paid(
        id uuid, "membershipId" uuid, currency text, "sumMinor" numeric, "lineCount" integer
      )
      join memberships member on member.workspace_id = $1 and member.id = paid."membershipId"
      returning id, membership_id, currency
    )
    insert into payout_commissions (workspace_id, payout_id, commission_id)
    select $1, payout.id, commission.id
    from payout
    join commissions commission
      on commission.workspace_id = $1
      and commission.membership_id = payout.membership_id
      and commission.currency = payout.currency
    where commission.payout_id is null and commission.available_at <= $4`,
}

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
  await tx.query(lockStatement, [workspaceId])
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
  tell(tx, workspaceId, [{ topic: 'payout_run.frozen', data: { runId, payouts: run.payouts.length } }])
  return { ok: true, run, isNew: true }
}

/** How many decisions are written together. */
const partDecisions = 1000

async function insertFrozen(tx: Transaction, plan: NewRun, { decisions }: RunPreview): Promise<void> {
  const { workspaceId, runId, asOf, previewHash, actor, frozenAt = null } = plan
  await tx.query(insertRunStatement, [workspaceId, runId, asOf, previewHash, actor, frozenAt])
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
  await tx.query(insertDecisionsStatement, [workspaceId, runId, JSON.stringify(rows)])
  await tx.query(insertPayoutsStatement, [workspaceId, runId, JSON.stringify(paid), asOf, frozenAt])
  for (const { id: payoutId, lineCount } of paid)
    await insertPayoutUnits(tx, { workspaceId, payoutId }, { lineCount })
}
