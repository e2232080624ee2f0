import type { Money } from '@affiliate-platform/contract'
import type { Database, Statement, Transaction } from '../database/statements/database.ts'
import { rejectingConstraint } from '../database/statements/faults.ts'
import { newId } from '../database/statements/new-id.ts'
import { readDatabaseTime } from '../database/statements/time.ts'
import { listDifferences, type OtherContent } from '../idempotency/other-content.ts'
import { findMembership } from '../memberships/store.ts'
import { findPayout, type PayoutView } from './store.ts'

export interface NewPayout {
  /** Chosen by the caller: the same id again creates nothing (D71). */
  readonly id: string
  readonly workspaceId: string
  readonly membershipId: string
  /** More than nothing. */
  readonly amount: Money
  /** Why it is paid by hand. */
  readonly reason: string
  /** Who decided it (D65). */
  readonly actor: string
  /** Default: the database's time when the transaction begins. */
  readonly createdAt?: Date
}

/** What a payout is, without its state. */
export type CreatedPayout = Omit<PayoutView, 'runId' | 'status' | 'unpaidMinor'>

/** The payout, new or as it was created before; or why there is none, and nothing was written. */
export type PayoutCreation =
  | { readonly ok: true; readonly payout: CreatedPayout; readonly isNew: boolean }
  | { readonly ok: false; readonly rejection: 'unknown_membership' }
  /** The workspace has another payout with this id. */
  | OtherContent

const insertStatement: Statement = {
  name: 'payout_insert',
  text: `
    insert into payouts
      (workspace_id, id, app_id, program_id, group_id, membership_id, amount_minor, currency, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
}

// D64: a payout by hand is the sum of one line, a commission by hand.
const insertCommissionStatement: Statement = {
  name: 'payout_insert_commission',
  text: `
    insert into commissions
      (workspace_id, id, app_id, program_id, group_id, membership_id, amount_minor, currency, accrued_at, available_at,
       created_at, entry, cause, reason, actor)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $9, 'accrual', 'manual', $10, $11)`,
}

const insertLineStatement: Statement = {
  name: 'payout_insert_line',
  text: 'insert into payout_commissions (workspace_id, payout_id, commission_id) values ($1, $2, $3)',
}

/**
 * Adds a payout to a membership, in the program and the group that the membership is in at this moment. With the id and
 * the content of an earlier payout it adds nothing and returns that one.
 */
export async function createPayout(database: Database, plan: NewPayout): Promise<PayoutCreation> {
  const create = () => database.transaction((tx) => createOnce(tx, plan))
  try {
    return await create()
  } catch (error) {
    // A rival with the same id was faster. What it has committed is seen now.
    if (rejectingConstraint(error) !== 'payouts_pkey') throw error
    return await create()
  }
}

async function createOnce(tx: Transaction, plan: NewPayout): Promise<PayoutCreation> {
  const { workspaceId, id, membershipId, amount, reason, actor } = plan
  const { createdAt = await readDatabaseTime(tx) } = plan
  const [found, membership] = await Promise.all([
    findPayout(tx, { workspaceId, payoutId: id }),
    findMembership(tx, { workspaceId, id: membershipId }),
  ])
  if (found !== undefined) {
    const { runId: _runId, status: _status, unpaidMinor: _unpaidMinor, ...payout } = found
    const differences = listDifferences(payout, { membershipId, ...amount })
    if (differences.length > 0) return { ok: false, rejection: 'other_content', differences }
    return { ok: true, payout, isNew: false }
  }
  if (membership === undefined) return { ok: false, rejection: 'unknown_membership' }
  const { appId, programId, groupId } = membership
  const { amountMinor, currency } = amount
  const place = [appId, programId, groupId, membershipId]
  const content = [...place, amountMinor, currency, createdAt]
  const commissionId = newId()
  tx.write(insertStatement, [workspaceId, id, ...content])
  tx.write(insertCommissionStatement, [workspaceId, commissionId, ...content, reason, actor])
  tx.write(insertLineStatement, [workspaceId, id, commissionId])
  const payout = { id, appId, programId, groupId, membershipId, amountMinor, currency, createdAt }
  return { ok: true, payout, isNew: true }
}
