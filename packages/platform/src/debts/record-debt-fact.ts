import type { directCauses, Money } from '@affiliate-platform/contract'
import type { Database, Queryable, Statement, Transaction } from '../database/statements/database.ts'
import { rejectingConstraint } from '../database/statements/faults.ts'
import { listDifferences, type OtherContent } from '../idempotency/other-content.ts'
import { findMembership } from '../memberships/store.ts'

/** What a person may add to what sales lead to. Each is an entry of the ledger, for the next run (D225). */
export type DebtFactKind = (typeof directCauses)[number]

/** `sign`: whether it raises or lowers the balance. `isOfDebt`: whether it is never more than what the member owes. */
const effects: Readonly<Record<DebtFactKind, { readonly sign: bigint; readonly isOfDebt: boolean }>> = {
  // The member does not have to pay it back.
  write_off: { sign: 1n, isOfDebt: true },
  // The member has paid it back.
  repayment: { sign: 1n, isOfDebt: true },
  // The member gets that much less.
  deduction: { sign: -1n, isOfDebt: false },
}

/** An entry that a person adds. */
export interface NewDebtFact {
  /** Chosen by the caller: the same id again adds nothing (D71). */
  readonly id: string
  readonly workspaceId: string
  readonly kind: DebtFactKind
  readonly membershipId: string
  /** More than nothing. */
  readonly amount: Money
  readonly reason: string
  readonly actor: string
}

/** Such an entry, as it was added. */
export interface DebtFact extends Omit<NewDebtFact, 'workspaceId' | 'actor'> {
  /** Of the same membership and currency, with it; below 0 the member owes. */
  readonly balanceMinor: string
}

/** The entry, new or as it was added before; or why there is none, and nothing was written. */
export type DebtRecording =
  | { readonly ok: true; readonly fact: DebtFact; readonly isNew: boolean }
  | { readonly ok: false; readonly rejection: 'unknown_membership' }
  /** The member owes less. */
  | { readonly ok: false; readonly rejection: 'above_debt'; readonly owed: Money }
  /** The workspace has another commission with this id. */
  | OtherContent

const lockStatement: Statement = {
  name: 'debt_lock_membership',
  text: 'select id from memberships where workspace_id = $1 and id = $2 for no key update',
}

const balanceStatement: Statement = {
  name: 'debt_find_balance',
  text: `
    select coalesce(sum(amount_minor), 0)::text as "balanceMinor"
    from commissions
    where workspace_id = $1 and membership_id = $2 and currency = $3 and payout_id is null`,
}

const findStatement: Statement = {
  name: 'debt_find_fact',
  text: `
    select
      cause as kind, membership_id as "membershipId", abs(amount_minor)::text as "amountMinor", currency, reason,
      reverses
    from commissions
    where workspace_id = $1 and id = $2`,
}

// Available as early as anything of the membership: no run, as of whenever, pays what is known not to be owed (D186).
const insertStatement: Statement = {
  name: 'debt_insert_fact',
  text: `
    insert into commissions
      (workspace_id, id, app_id, program_id, group_id, membership_id, currency, entry, cause, amount_minor, reason,
       accrued_at, available_at, actor)
    select
      workspace_id, $2, app_id, program_id, group_id, id, $4, case when $6::numeric < 0 then 'reversal' else 'accrual' end,
      $5, $6, $7, date_trunc('milliseconds', now()),
      least(
        created_at, date_trunc('milliseconds', now()),
        (select min(available_at) from commissions where workspace_id = $1 and membership_id = $3 and currency = $4)
      ),
      $8
    from memberships
    where workspace_id = $1 and id = $3`,
}

/** Adds an entry by hand. What is written off or was repaid is at most what the member owes, held amounts included. */
export async function recordDebtFact(database: Database, plan: NewDebtFact): Promise<DebtRecording> {
  const record = () => database.transaction((tx) => recordOnce(tx, plan))
  try {
    return await record()
  } catch (error) {
    // A rival with the same id was faster. What it has committed is seen now.
    if (rejectingConstraint(error) !== 'commissions_pkey') throw error
    return await record()
  }
}

async function recordOnce(tx: Transaction, plan: NewDebtFact): Promise<DebtRecording> {
  const { workspaceId, id, kind, membershipId, amount, reason, actor } = plan
  const { amountMinor, currency } = amount
  const membership = await findMembership(tx, { workspaceId, id: membershipId })
  if (membership === undefined) return { ok: false, rejection: 'unknown_membership' }
  await tx.query(lockStatement, [workspaceId, membershipId])
  const before = await readBalance(tx, plan)
  const fact = { id, kind, membershipId, amount, reason }
  const [found] = await tx.query<FoundFact>(findStatement, [workspaceId, id])
  if (found !== undefined) {
    const differences = listDifferences(found, { kind, membershipId, ...amount, reason })
    if (differences.length > 0) return { ok: false, rejection: 'other_content', differences }
    return { ok: true, fact: { ...fact, balanceMinor: `${before}` }, isNew: false }
  }
  const { sign, isOfDebt } = effects[kind]
  const changeMinor = sign * BigInt(amountMinor)
  if (isOfDebt && before + changeMinor > 0n) {
    const owed = { amountMinor: `${before < 0n ? -before : 0n}`, currency }
    return { ok: false, rejection: 'above_debt', owed }
  }
  const values = [workspaceId, id, membershipId, currency, kind, `${changeMinor}`, reason, actor]
  await tx.query(insertStatement, values)
  return { ok: true, fact: { ...fact, balanceMinor: `${before + changeMinor}` }, isNew: true }
}

/** What a membership has in no payout, held amounts included; below 0 it owes. */
async function readBalance(
  tx: Queryable,
  { workspaceId, membershipId, amount: { currency } }: NewDebtFact,
): Promise<bigint> {
  const values = [workspaceId, membershipId, currency]
  const [row] = await tx.query<{ readonly balanceMinor: string }>(balanceStatement, values)
  return BigInt(row?.balanceMinor ?? '0')
}

interface FoundFact {
  readonly kind: string
  readonly membershipId: string
  readonly amountMinor: string
  readonly currency: string
  readonly reason: string | null
  readonly reverses: string | null
}
