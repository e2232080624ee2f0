import {
  type CommissionExplanation,
  importedCause,
  type PayoutExplanation,
} from '@affiliate-platform/contract'
import type { Queryable, Statement } from '../database/statements/database.ts'
import { findStandingFacts } from '../payouts/standing-facts.ts'
import { type PayoutFact, type PayoutKey, selectPayoutFacts } from '../payouts/store.ts'
import { objectSql } from '../records/wire-sql.ts'
import { instantText } from './commission-row.ts'

/** A payout as an explanation shows it, with what was said about its payment and not taken back. */
export interface PaidPayout extends Pick<CommissionExplanation, 'reports' | 'confirmations'> {
  readonly appId: string
  readonly payout: PayoutExplanation['payout']
}

/** A fact as the statement returns it; what its kind does not have is null. */
type FactInJson =
  | {
      kind: 'report'
      id: string
      about: null
      amountMinor: string
      method: string
      reference: string | null
      paidAt: string
    }
  | { kind: 'confirmation'; id: string; about: string; amountMinor: string; createdAt: string }
  | { kind: Exclude<PayoutFact['kind'], 'report' | 'confirmation'>; id: string | null; about: string | null }

/** A payout as the database tells it. */
export interface PaidPayoutRow extends Pick<PaidPayout, 'appId' | 'payout'> {
  readonly facts: readonly FactInJson[] | null
}

// Its lines are all of one kind: one of them tells.
const isImported = `(
      select commission.cause = '${importedCause}'
      from payout_commissions line
      join commissions commission on commission.workspace_id = $1 and commission.id = line.commission_id
      where line.workspace_id = $1 and line.payout_id = payout.id
      limit 1
    )`

const thresholdFrom = `
  case
    when payout.run_id is null then case when ${isImported} then ${objectSql({ code: "'paid_elsewhere'" })}
      else ${objectSql({ code: "'by_hand'" })} end
    when decision.threshold_contract_id is not null
      then ${objectSql({ code: "'contract'", id: 'decision.threshold_contract_id' })}
    when version.id is null then ${objectSql({ code: "'no_terms'" })}
    else ${objectSql({ code: "'terms_version'", id: 'version.id', targetKind: 'version.target_kind' })}
  end`

/** Selects the payout `$2` of the workspace `$1` as a `PaidPayoutRow`. */
export const selectPaidPayout = `
  select
    payout.app_id as "appId",
    ${objectSql({
      id: 'payout.id',
      amount: objectSql({ amountMinor: 'payout.amount_minor::text', currency: 'payout.currency' }),
      run: 'payout.run_id',
      asOf: instantText('coalesce(run.as_of, payout.created_at)'),
      threshold: objectSql({
        amountMinor: 'coalesce(decision.threshold_minor, 0)::text',
        from: thresholdFrom,
      }),
    })} as payout,
    (select json_agg(fact) from (${selectPayoutFacts}) fact) as facts
  from payouts payout
  left join payout_runs run on run.workspace_id = payout.workspace_id and run.id = payout.run_id
  left join payout_run_decisions decision
    on decision.workspace_id = payout.workspace_id
    and decision.run_id = payout.run_id
    and decision.membership_id = payout.membership_id
    and decision.currency = payout.currency
  left join terms_versions version
    on version.workspace_id = payout.workspace_id and version.id = decision.terms_version_id
  where payout.workspace_id = $1 and payout.id = $2`

const findStatement: Statement = { name: 'explain_find_payout', text: selectPaidPayout }

/** Finds a payout as an explanation shows it. */
export async function findPaidPayout(
  database: Queryable,
  { workspaceId, payoutId }: PayoutKey,
): Promise<PaidPayout | undefined> {
  const [row] = await database.query<PaidPayoutRow>(findStatement, [workspaceId, payoutId])
  return row && toPaidPayout(row)
}

/** Leaves out of the facts what was taken back or returned, and gives each amount the payout's currency. */
export function toPaidPayout({ appId, payout, facts }: PaidPayoutRow): PaidPayout {
  const { currency } = payout.amount
  const standing = findStandingFacts(facts ?? [])
  return {
    appId,
    payout,
    reports: standing.flatMap((fact) => {
      if (fact.kind !== 'report') return []
      const { id, amountMinor, method, reference, paidAt } = fact
      const amount = { amountMinor, currency }
      return [{ id, amount, method, reference, paidAt: new Date(paidAt).toISOString() }]
    }),
    confirmations: standing.flatMap((fact) => {
      if (fact.kind !== 'confirmation') return []
      const { id, about, amountMinor, createdAt } = fact
      const amount = { amountMinor, currency }
      return [{ id, reportId: about, amount, at: new Date(createdAt).toISOString() }]
    }),
  }
}
