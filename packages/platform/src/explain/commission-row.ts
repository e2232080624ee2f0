import type { Entry } from '@affiliate-platform/commission-engine'
import type { SavedTermsRules } from '@affiliate-platform/contract'
import type { Queryable, Statement } from '../database/database.ts'
import type { DebtFactKind } from '../debts/record-debt-fact.ts'
import type { AppTransactionRow } from '../posting/read-shop.ts'

/** An app transaction as an explanation shows it, in its latest revision. */
export interface AppTransactionJson extends Omit<AppTransactionRow, 'collectedAt'> {
  readonly collectedAt: string
  readonly runId: string
}

/** A commission with everything beside it that its explanation is made from. */
export interface CommissionRow {
  readonly id: string
  readonly appId: string
  readonly membershipId: string
  readonly referralId: string | null
  readonly contractId: string | null
  readonly currency: string
  readonly entry: 'accrual' | 'reversal'
  readonly cause: Entry['cause'] | 'manual' | DebtFactKind
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
  readonly appliesFrom: Date | null
  readonly rules: SavedTermsRules | null
  readonly rulesText: string | null
  readonly termsVersionId: string | null
  readonly agreement: string | null
  readonly shopDomain: string | null
  readonly installedAt: Date | null
  readonly evidence: readonly { readonly kind: string; readonly at: string }[] | null
  readonly appTransaction: AppTransactionJson | null
  readonly original: AppTransactionJson | null
  readonly takenBack: readonly (AppTransactionJson & { readonly base: string })[] | null
}

/** The columns of an app transaction as one JSON object; amounts as text, so that no reader rounds them. */
const appTransactionJson = (row: string, more = ''): string => `
        json_build_object(
          'platformId', ${row}.platform_id, 'revision', ${row}.revision, 'kind', ${row}.kind,
          'chargeId', ${row}.charge_id, 'gross', ${row}.gross::text, 'grossCurrency', ${row}.gross_currency,
          'net', ${row}.net::text, 'netCurrency', ${row}.net_currency, 'collectedAt', ${row}.collected_at,
          'runId', ${row}.run_id${more}
        )`

const latestOf = (platformId: string, more = ''): string => `(
        select ${appTransactionJson('found', more)}
        from app_transactions found
        where found.workspace_id = commission.workspace_id
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
 * Selects commissions with everything beside them.
 *
 * @param wanted - a relation whose one column has their ids
 */
export const selectCommissions = (wanted: string): string => `
    select
      commission.id, commission.app_id as "appId", commission.membership_id as "membershipId",
      commission.referral_id as "referralId", commission.contract_id as "contractId", commission.currency,
      commission.entry, commission.cause, commission.platform_id as "platformId",
      commission.original_platform_id as "originalPlatformId", commission.base_before::text as "baseBefore",
      commission.base_change::text as "baseChange", commission.amount_minor::text as "amountMinor",
      commission.accrued_at as "accruedAt", commission.available_at as "availableAt", commission.actor,
      commission.reason, commission.payout_id as "payoutId", contract.applies_from as "appliesFrom", contract.rules,
      contract.rules::text as "rulesText", contract.terms_version_id as "termsVersionId",
      contract.reason as agreement, referral.shop_domain as "shopDomain", referral.installed_at as "installedAt",
      (
        select json_agg(json_build_object('kind', kind, 'at', occurred_at) order by occurred_at, id)
        from referral_evidence evidence
        where evidence.workspace_id = commission.workspace_id and evidence.referral_id = commission.referral_id
      ) as evidence,
      ${latestOf('commission.platform_id')} as "appTransaction",
      ${latestOf('commission.original_platform_id')} as original,
      (
        select json_agg(${latestOf('taken.platform_id', `, 'base', taken.base::text`)} order by taken.platform_id)
        from (
          select taking.platform_id, -sum(taking.base_change) as base
          from commissions taking
          where taking.workspace_id = commission.workspace_id
            and taking.app_id = commission.app_id
            and taking.original_platform_id = commission.platform_id
            and taking.contract_id = commission.contract_id
            and taking.currency = commission.currency
          group by taking.platform_id
          having sum(taking.base_change) <> 0
        ) taken
      ) as "takenBack"
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
): Promise<readonly CommissionRow[]> {
  const rows: CommissionRow[] = []
  for (let start = 0; start < ids.length; start += partRows) {
    const part = JSON.stringify(ids.slice(start, start + partRows))
    rows.push(...(await database.query<CommissionRow>(listStatement, [workspaceId, part])))
  }
  return rows
}
