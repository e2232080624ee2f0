import type { CommissionCause, CommissionExplanation } from '@affiliate-platform/contract'
import type { Queryable, Statement } from '../database/statements/database.ts'
import { instantSql, objectSql } from '../records/wire-sql.ts'

/** A commission with everything beside it that its explanation is made from. */
export interface ExplainedRow {
  readonly id: string
  readonly currency: string
  readonly entry: 'accrual' | 'reversal'
  readonly cause: CommissionCause
  /** Whether it takes back what a person entered, or what was imported. */
  readonly isUndoing: boolean
  readonly saleKind: string | null
  readonly platformId: string | null
  readonly originalPlatformId: string | null
  readonly baseBefore: string | null
  readonly baseChange: string | null
  readonly amountMinor: string
  readonly accruedAt: Date
  readonly availableAt: Date
  readonly actor: string
  readonly reason: string | null
  readonly payoutId: string | null
  readonly contractId: string | null
  readonly appliesFrom: Date | null
  /** As text, because the hash is of the text. */
  readonly rules: string | null
  readonly termsVersionId: string | null
  readonly agreement: string | null
  readonly referralId: string | null
  readonly shopDomain: string | null
  readonly installedAt: Date | null
  readonly evidence: NonNullable<CommissionExplanation['referral']>['evidence'] | null
  readonly appTransaction: CommissionExplanation['appTransaction']
  readonly takenBack: CommissionExplanation['takenBack'] | null
  /** The sale that it takes something from, or gives it back to. */
  readonly takenFrom: RefundedSale | null
}

export interface RefundedSale {
  readonly platformId: string
  readonly collectedAt: string
  readonly gross: string
}

/** An instant as an explanation shows it: with milliseconds only where there are some. */
export const instantText = (column: string): string => `replace(${instantSql(column)}, '.000Z', 'Z')`

/** An exact amount in its shortest form, one decimal at least, as the platform writes it: `19.0`, `-6.66`, `0`. */
export const exactText = (amount: string): string =>
  `case when ${amount} = 0 then '0' when scale(trim_scale(${amount})) = 0 then round(${amount}, 1)::text
    else trim_scale(${amount})::text end`

const found = {
  platformId: 'found.platform_id',
  collectedAt: instantText('found.collected_at'),
  gross: `${exactText('found.gross')} || ' ' || found.gross_currency`,
}

const latestOf = (platformId: string, members: Parameters<typeof objectSql>[0]): string => `(
        select ${objectSql(members)}
        from app_transactions found
        where found.workspace_id = $1
          and found.app_id = commission.app_id
          and found.platform_id = ${platformId}
        order by found.revision desc
        limit 1
      )`

/**
 * A row of the workspace by its id. The limit keeps it looked up: the planner expects a hundred ids of a JSON array, and
 * would read a whole table for one of them.
 */
export const rowById = (table: string, id: string): string =>
  `(select * from ${table} where workspace_id = $1 and id = ${id} limit 1)`

/**
 * Selects commissions of the workspace `$1` with everything beside them.
 *
 * @param wanted - a relation whose one column has their ids
 */
export const selectCommissions = (wanted: string): string => `
    select
      commission.id, commission.currency, commission.entry, commission.cause,
      commission.reverses is not null as "isUndoing", commission.sale_kind as "saleKind",
      commission.platform_id as "platformId", commission.original_platform_id as "originalPlatformId",
      commission.base_before::text as "baseBefore", commission.base_change::text as "baseChange",
      commission.amount_minor::text as "amountMinor", commission.accrued_at as "accruedAt",
      commission.available_at as "availableAt", commission.actor, commission.reason,
      commission.payout_id as "payoutId", commission.contract_id as "contractId", contract.applies_from as "appliesFrom",
      contract.rules::text as rules, contract.terms_version_id as "termsVersionId", contract.reason as agreement,
      commission.referral_id as "referralId", referral.shop_domain as "shopDomain", referral.installed_at as "installedAt",
      (
        select json_agg(${objectSql({ kind: 'kind', at: instantText('occurred_at') })} order by occurred_at, id)
        from referral_evidence evidence
        where evidence.workspace_id = $1 and evidence.referral_id = commission.referral_id
      ) as evidence,
      ${latestOf('commission.platform_id', {
        platformId: found.platformId,
        revision: 'found.revision',
        gross: found.gross,
        net: `${exactText('found.net')} || ' ' || found.net_currency`,
        chargeId: 'found.charge_id',
        collectedAt: found.collectedAt,
        importRun: 'found.run_id',
      })} as "appTransaction",
      (
        select json_agg(${latestOf('taken.platform_id', { ...found, base: exactText('taken.base') })} order by taken.platform_id)
        from (
          select taking.platform_id, -sum(taking.base_change) as base
          from commissions taking
          where taking.workspace_id = $1
            and taking.app_id = commission.app_id
            and taking.original_platform_id = commission.platform_id
            and taking.contract_id = commission.contract_id
            and taking.currency = commission.currency
          group by taking.platform_id
          having sum(taking.base_change) <> 0
        ) taken
      ) as "takenBack",
      ${latestOf('commission.original_platform_id', found)} as "takenFrom"
    from ${wanted} wanted (id)
    cross join lateral ${rowById('commissions', 'wanted.id::uuid')} commission
    left join lateral ${rowById('referral_contracts', 'commission.contract_id')} contract on true
    left join lateral ${rowById('referrals', 'commission.referral_id')} referral on true
    order by commission.accrued_at, commission.id`

const listStatement: Statement = {
  name: 'explain_list_commissions',
  text: selectCommissions('jsonb_array_elements_text($2::jsonb)'),
}

/** How many commissions one statement reads. */
const partRows = 2000

/** Reads commissions by their ids, in the order of their accrual. */
export async function listCommissionRows(
  database: Queryable,
  workspaceId: string,
  ids: readonly string[],
): Promise<readonly ExplainedRow[]> {
  const rows: ExplainedRow[] = []
  for (let start = 0; start < ids.length; start += partRows) {
    const part = JSON.stringify(ids.slice(start, start + partRows))
    rows.push(...(await database.query<ExplainedRow>(listStatement, [workspaceId, part])))
  }
  return rows
}
