import type { FoundKind } from '@affiliate-platform/contract/console'
import { instantSql } from '../records/wire-sql.ts'

/** A record that an id, a name, a reference, a domain or an e-mail address leads to. */
export interface FoundRecord {
  readonly kind: FoundKind
  readonly id: string
  /** A name or a domain; null for what is told by what it belongs to, or by its time. */
  readonly name: string | null
  /** What it belongs to, where it has no name. */
  readonly of: { readonly kind: FoundKind; readonly id: string } | null
  /** When terms take effect, the date of a payout run, the outcome of a receipt, what a transaction is, why it is set aside. */
  readonly detail: string | null
  readonly createdAt: Date
}

type Source = readonly [kind: FoundKind, table: string]

const select = ([kind, table]: Source, name: string, detail = 'null'): string => `
    select '${kind}' as kind, id::text, ${name} as name, null::json as of, ${detail}::text as detail,
      created_at as "createdAt"
    from ${table} where workspace_id = $1`

const selectPart = ([kind, table]: Source, [of, column]: Source, at = 'created_at'): string => `
    select '${kind}' as kind, id::text, null as name, json_build_object('kind', '${of}', 'id', ${column}) as of,
      null as detail, ${at} as "createdAt"
    from ${table} where workspace_id = $1`

/** The kinds that are found by the id of a record of the workspace. */
export type IdKind = Exclude<FoundKind, 'workspace' | 'contact' | 'transaction' | 'set-aside sale'>

/** The rows of each kind, as SQL that ends within its conditions; `$1` is the workspace. */
export const rowsByKind: Readonly<Record<IdKind, string>> = {
  app: select(['app', 'apps'], 'name'),
  key: select(['key', 'api_keys'], 'name'),
  program: select(['program', 'programs'], 'name'),
  group: select(['group', 'groups'], 'name'),
  membership: select(['membership', 'memberships'], 'member_name'),
  'terms version': select(['terms version', 'terms_versions'], 'null', instantSql('effective_at')),
  payout: selectPart(['payout', 'payouts'], ['membership', 'membership_id']),
  report: selectPart(['report', 'payment_reports'], ['payout', 'payout_id']),
  confirmation: selectPart(['confirmation', 'payment_confirmations'], ['report', 'report_id']),
  dispute: selectPart(['dispute', 'payment_disputes'], ['payout', 'payout_id']),
  'payout run': select(['payout run', 'payout_runs'], 'null', instantSql('as_of')),
  exclusion: selectPart(['exclusion', 'payout_exclusions'], ['membership', 'membership_id']),
  payee: selectPart(['payee', 'payees'], ['membership', 'membership_id']),
  referral: select(['referral', 'referrals'], 'shop_domain'),
  contract: selectPart(['contract', 'referral_contracts'], ['referral', 'referral_id']),
  proposal: selectPart(['proposal', 'contract_proposals'], ['referral', 'referral_id']),
  link: selectPart(['link', 'links'], ['membership', 'membership_id']),
  evidence: select(['evidence', 'evidence'], 'shop_domain', 'kind'),
  'analytics import': selectPart(['analytics import', 'analytics_imports'], ['app', 'app_id']),
  case: select(
    ['case', 'attribution_cases'],
    '(select shop_domain from evidence where workspace_id = $1 and id = evidence_id)',
    'kind',
  ),
  commission: selectPart(['commission', 'commissions'], ['membership', 'membership_id'], 'accrued_at'),
  'import run': selectPart(['import run', 'import_runs'], ['app', 'app_id']),
  receipt: select(['receipt', 'receipts'], 'shop_domain', 'outcome'),
}

/** So many of a kind are shown. */
export const foundMax = 20
