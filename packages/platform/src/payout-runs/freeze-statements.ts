import type { Statement } from '../database/statements/database.ts'
import { timeSql } from '../database/statements/time.ts'

/** Serializes freezes within a workspace. */
export const lockRuns: Statement = {
  name: 'payout_run_lock',
  text: 'select workspace_id from workspaces where workspace_id = $1 for no key update',
}

/** Adds the run. */
export const insertRun: Statement = {
  name: 'payout_run_insert',
  text: `
    insert into payout_runs (workspace_id, id, as_of, preview_hash, actor, created_at)
    values ($1, $2, $3, $4, $5, ${timeSql(6)})`,
}

/** Adds what was decided, given as one JSON document. */
export const insertDecisions: Statement = {
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
export const insertPayouts: Statement = {
  name: 'payout_run_insert_payouts',
  text: `
    with payout as (
      insert into payouts
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
