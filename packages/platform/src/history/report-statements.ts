import type { Statement } from '../database/statements/database.ts'
import { instantSql } from '../records/wire-sql.ts'
import { canBeginTerm } from './judge-money.ts'
import { isReferralHere } from './take-commissions.ts'

export const countStatement: Statement = {
  name: 'history_count_rows',
  isSlow: true,
  text: `
    select kind, reason, is_known as "isKnown", currency, count(*)::integer as count,
      sum(amount_minor)::text as "amountMinor",
      (
        array_agg(file || ' ' || number || ' ' || source_id || coalesce(': ' || detail, '') order by file, number) filter (where reason is not null)
      )[1:20] as first
    from history_rows
    where workspace_id = $1 and import_id = $2
    group by kind, reason, is_known, currency
    order by kind, reason, is_known, currency`,
}

const sumsSql = `
      trim_scale(coalesce(sum(amount) filter (where kind = 'commission' and state = 'active'), 0))::text as earned,
      coalesce(sum(amount_minor) filter (where kind = 'commission' and state = 'active'), 0)::text as "earnedMinor",
      coalesce(sum(amount_minor) filter (where kind = 'commission' and state = 'cancelled'), 0)::text
        as "cancelledMinor",
      coalesce(sum(amount_minor) filter (where kind = 'payout'), 0)::text as "paidMinor",
      coalesce(sum(amount_minor - lines_minor) filter (where kind = 'payout'), 0)::text as "differenceMinor",
      coalesce(
        sum(greatest(amount_minor - (content ->> 'paidMinor')::numeric, 0)) filter (where kind = 'payout'), 0
      )::text as "keptMinor",
      coalesce(
        sum(amount_minor) filter (where kind = 'commission' and state = 'active' and payout_id is null), 0
      )::text as "openMinor"`

export const sumStatement: Statement = {
  name: 'history_sum_rows',
  isSlow: true,
  text: `
    select
      ${sumsSql}
    from history_rows
    where workspace_id = $1 and import_id = $2 and reason is null and kind in ('commission', 'payout')
      and currency = $3`,
}

// How many of them are kept with the import.
const namedMax = 1000

export const listMembersStatement: Statement = {
  name: 'history_list_member_sums',
  isSlow: true,
  text: `
    select sums.member_id as "sourceId", member.name, sums.earned, sums."earnedMinor", sums."cancelledMinor",
      sums."paidMinor", sums."differenceMinor", sums."openMinor", (count(*) over ())::integer as count
    from (
      select member_id, ${sumsSql}
      from history_rows
      where workspace_id = $1 and import_id = $2 and reason is null and kind in ('commission', 'payout')
        and currency = $3
      group by member_id
    ) sums
    join history_rows member on member.workspace_id = $1 and member.import_id = $2 and member.kind = 'member'
      and member.source_id = sums.member_id
    order by member.name, sums.member_id
    limit ${namedMax}`,
}

export const listOverpaidStatement: Statement = {
  name: 'history_list_overpaid',
  isSlow: true,
  text: `
    select source_id as "sourceId", amount_minor::text as "amountMinor", content ->> 'paidMinor' as "paidMinor",
      (count(*) over ())::integer as count
    from history_rows
    where workspace_id = $1 and import_id = $2 and kind = 'payout' and reason is null and currency = $3
      and (content ->> 'paidMinor')::numeric > amount_minor
    order by source_id
    limit 20`,
}

// Of those who have sold something, the term begins as it began there.
export const listBegunStatement: Statement = {
  name: 'history_list_begun',
  isSlow: true,
  text: `
    select row.source_id as "sourceId", row.shop_domain as "shopDomain", ${instantSql('row.occurred_at')} as "beginsAt",
      ${instantSql(`((row.occurred_at at time zone 'UTC' + make_interval(
        months => (row.content -> 'rules' ->> 'durationMonths')::integer
      )) at time zone 'UTC')`)} as "endsAt",
      (count(*) over ())::integer as count
    from history_rows row
    where row.workspace_id = $1 and row.import_id = $2 and row.kind = 'referral' and row.reason is null
      and not row.is_known and row.ended_at is null and row.content -> 'rules' ->> 'durationMonths' is not null
      and not exists (
        select from (
          select referral_id, member_id from history_rows
          where workspace_id = $1 and import_id = $2 and ${canBeginTerm}
        ) sold
        where sold.referral_id = row.source_id and sold.member_id = row.member_id
      )
    order by row.source_id
    limit ${namedMax}`,
}

export const listRoundedStatement: Statement = {
  name: 'history_list_rounded',
  isSlow: true,
  text: `
    select source_id as "sourceId", amount::text as amount, amount_minor::text as "amountMinor",
      (count(*) over ())::integer as count
    from history_rows
    where workspace_id = $1 and import_id = $2 and kind = 'commission' and reason is null
      and currency = $4 and amount * $3::numeric <> amount_minor
    order by source_id
    limit 20`,
}

export const countAloneStatement: Statement = {
  name: 'history_count_without_referral',
  isSlow: true,
  text: `
    select count(*)::integer as count
    from history_rows row
    where row.workspace_id = $1 and row.import_id = $2 and row.kind = 'commission' and row.reason is null
      and not row.is_known and row.referral_id is not null and not exists (
        select from (
          select source_id, member_id from history_rows
          where workspace_id = $1 and import_id = $2 and kind = 'referral' and ${isReferralHere}
        ) referral
        where referral.source_id = row.referral_id and referral.member_id = row.member_id
      )`,
}

export const listUnsupportedStatement: Statement = {
  name: 'history_list_unsupported',
  isSlow: true,
  text: `
    select name.name, row.kind, count(*)::integer as count
    from history_rows row
    cross join lateral jsonb_array_elements_text(row.content -> 'unsupported') as name (name)
    where row.workspace_id = $1 and row.import_id = $2 and row.kind in ('program', 'referral')
    group by name.name, row.kind
    order by row.kind, name.name`,
}
