import type { Queryable, Statement } from '../database/statements/database.ts'
import { isSameText } from '../database/statements/fold-case.ts'

/** A record that an id, a domain or an e-mail address leads to. */
export interface FoundRecord {
  /** What kind of record it is, such as `payout`. */
  readonly kind: string
  readonly id: string
  /** What a person calls it: a name, a domain, an amount's payee. */
  readonly about: string
  readonly createdAt: Date
}

const byIdStatement: Statement = {
  name: 'record_find_by_id',
  text: `
    select 'workspace' as kind, workspace_id::text as id, name as about, created_at as "createdAt"
    from workspaces where workspace_id = $2
    union all
    select 'app', id::text, name, created_at from apps where workspace_id = $1 and id = $2
    union all
    select 'key', id::text, name, created_at from api_keys where workspace_id = $1 and id = $2
    union all
    select 'program', id::text, name, created_at from programs where workspace_id = $1 and id = $2
    union all
    select 'group', id::text, name, created_at from groups where workspace_id = $1 and id = $2
    union all
    select 'membership', id::text, member_name, created_at from memberships where workspace_id = $1 and id = $2
    union all
    select 'terms version', id::text, 'effective at ' || effective_at, created_at
    from terms_versions where workspace_id = $1 and id = $2
    union all
    select 'payout', id::text, 'membership ' || membership_id, created_at
    from payouts where workspace_id = $1 and id = $2
    union all
    select 'report', id::text, 'payout ' || payout_id, created_at
    from payment_reports where workspace_id = $1 and id = $2
    union all
    select 'confirmation', id::text, 'report ' || report_id, created_at
    from payment_confirmations where workspace_id = $1 and id = $2
    union all
    select 'dispute', id::text, 'payout ' || payout_id, created_at
    from payment_disputes where workspace_id = $1 and id = $2
    union all
    select 'payout run', id::text, 'as of ' || as_of, created_at from payout_runs where workspace_id = $1 and id = $2
    union all
    select 'referral', id::text, shop_domain, created_at from referrals where workspace_id = $1 and id = $2
    union all
    select 'commission', id::text, 'membership ' || membership_id, accrued_at
    from commissions where workspace_id = $1 and id = $2
    union all
    select 'receipt', id::text, shop_domain, created_at from receipts where workspace_id = $1 and id = $2`,
}

// A request id has no index: it is looked for among the latest receipts only.
const byTextStatement: Statement = {
  name: 'record_find_by_text',
  text: `
    select * from (
      select 'contact' as kind, shop_domain as id, coalesce(owner_name, email, shop_domain) as about,
        created_at as "createdAt"
      from contacts where workspace_id = $1 and (shop_domain = $2 or ${isSameText('email', '$2')})
      limit 20
    ) contact
    union all
    select * from (
      select 'referral', id::text, shop_domain, created_at
      from referrals where workspace_id = $1 and shop_domain = $2
      order by id desc limit 20
    ) referral
    union all
    select * from (
      select 'membership', id::text, member_name, created_at
      from memberships where workspace_id = $1 and id in (
        select membership_id from payees where workspace_id = $1 and ${isSameText('email', '$2')}
      )
      order by id limit 20
    ) membership
    union all
    select * from (
      select 'receipt', id::text, shop_domain || ': ' || outcome, created_at
      from receipts where workspace_id = $1 and shop_domain = $2
      order by id desc limit 20
    ) receipt
    union all
    select 'receipt', id::text, shop_domain || ': ' || outcome, created_at
    from (
      select id, shop_domain, outcome, request_id, created_at
      from receipts where workspace_id = $1 order by id desc limit 100000
    ) latest
    where ${isSameText('request_id', '$2')}`,
}

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Finds the records of a workspace that a text leads to: a record id, a shop's domain, the e-mail address of a
 * contact or of a payee, or the request id of an identify call (among the latest 100,000 receipts).
 */
export async function findRecords(
  database: Queryable,
  workspaceId: string,
  text: string,
): Promise<readonly FoundRecord[]> {
  const wanted = text.trim().toLowerCase()
  const byText = await database.query<FoundRecord>(byTextStatement, [workspaceId, wanted])
  if (!idPattern.test(wanted)) return byText
  return [...(await database.query<FoundRecord>(byIdStatement, [workspaceId, wanted])), ...byText]
}
