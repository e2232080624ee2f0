import type { Statement } from '../database/database.ts'

// Unnamed: the tables are gone with the transaction, and a prepared statement would remember them.
const unnamed = (text: string): Statement => ({ name: '', text })

/** Tables for one verification. A row of each sale and negative, and what each negative takes. */
export const createTables: readonly Statement[] = [
  unnamed(`
    create temporary table verified_rows (
      app_id uuid, shop_domain text, platform_id text collate "C", kind text, charge_id text, gross numeric,
      gross_currency text, collected_at timestamptz, linked_id text, referral_id uuid, contract_id uuid, currency text,
      base numeric, taken numeric not null default 0, primary key (app_id, platform_id)
    ) on commit drop`),
  unnamed(`
    create temporary table verified_takes (
      app_id uuid, platform_id text, sale_id text, before numeric, part numeric
    ) on commit drop`),
]

/**
 * Judges every posted collection: its contract and base, by the rules of the contract as they are stored. Value: the
 * workspace.
 */
export const insertRows = unnamed(`
  insert into verified_rows
  select
    row.app_id, row.shop_domain, row.platform_id, row.kind, row.charge_id, row.gross, row.gross_currency,
    row.collected_at, link.sale_platform_id, referral.id, contract.id,
    case contract.rules ->> 'basis' when 'gross' then row.gross_currency else row.net_currency end,
    case when
      row.kind not in ('adjustment', 'credit')
      and row.gross > 0
      and referral.voided_at is null
      and (contract.rules ->> 'rateBps')::integer > 0
      and contract.rules -> 'includedSaleKinds' ? row.kind
      and (
        contract.rules ->> 'durationMonths' is null
        or row.collected_at at time zone 'UTC' < referral.installed_at at time zone 'UTC'
          + make_interval(months => (contract.rules ->> 'durationMonths')::integer)
      )
    then greatest(case contract.rules ->> 'basis' when 'gross' then row.gross else row.net end, 0)
    else 0 end
  from (
    select distinct on (app_id, platform_id) *
    from collections collection
    where workspace_id = $1 and not exists (
      select from unposted_collections queued
      where queued.workspace_id = collection.workspace_id and queued.app_id = collection.app_id
        and queued.shop_domain = collection.shop_domain and queued.platform_id = collection.platform_id
        and queued.revision = collection.revision
    )
    order by app_id, platform_id, revision desc
  ) row
  left join refund_links link
    on link.workspace_id = $1 and link.app_id = row.app_id and link.platform_id = row.platform_id
  left join (
    select distinct on (app_id, shop_domain) app_id, shop_domain, id, installed_at, voided_at
    from referrals
    where workspace_id = $1
    order by app_id, shop_domain, voided_at is null desc, voided_at desc, id
  ) referral on referral.app_id = row.app_id and referral.shop_domain = row.shop_domain
  left join lateral (
    select id, rules
    from referral_contracts
    where workspace_id = $1 and referral_id = referral.id and applies_from <= row.collected_at
    order by applies_from desc, id desc
    limit 1
  ) contract on true`)

/** What each negative looks for: without it, every one of them would read the rows of all shops. */
export const indexRows: readonly Statement[] = [
  unnamed('create index on verified_rows (app_id, shop_domain, gross_currency)'),
  unnamed('analyze verified_rows'),
]

/** Lets each negative take from sales, one after the other. A set-based form would have to guess what is left. */
export const allocateTakes = unnamed(`
  do $$
  declare
    negative record;
    sale record;
    rest numeric;
    part numeric;
  begin
    for negative in
      select *, substring(charge_id from '^gid://\\w+/(\\w+)/') as gid
      from verified_rows
      where kind in ('adjustment', 'credit')
      order by app_id, shop_domain, gross_currency, collected_at, platform_id
    loop
      rest := -negative.gross;
      for sale in
        select platform_id, gross, taken
        from verified_rows found
        where found.app_id = negative.app_id and found.shop_domain = negative.shop_domain
          and found.gross_currency = negative.gross_currency
          and found.kind not in ('adjustment', 'credit') and found.gross > found.taken
        order by
          found.platform_id is not distinct from negative.linked_id desc,
          case
            when found.charge_id = negative.charge_id then 1
            when found.kind = case negative.gid
              when 'AppSubscription' then 'subscription_sale'
              when 'AppUsageRecord' then 'usage_sale'
              when 'AppPurchaseOneTime' then 'one_time_sale'
            end then 2
            else 3
          end,
          found.collected_at > negative.collected_at,
          case when found.collected_at <= negative.collected_at then found.collected_at end desc,
          found.collected_at, found.platform_id
      loop
        exit when rest = 0;
        part := least(rest, sale.gross - sale.taken);
        insert into verified_takes values
          (negative.app_id, negative.platform_id, sale.platform_id, sale.taken, part);
        update verified_rows set taken = sale.taken + part
        where app_id = negative.app_id and platform_id = sale.platform_id;
        rest := rest - part;
      end loop;
    end loop;
  end
  $$`)

// The base that is left of a sale is rounded down to a billionth; div() is exact where a quotient would be rounded.
const left = (taken: string): string =>
  `div(sale.base * 1e9 * (sale.gross - (${taken})) * 1e9, sale.gross * 1e9) / 1e9`

/** The first base that the ledger has and the facts do not want, or the other way round. Value: the workspace. */
export const findWrongBase = unnamed(`
  with
    expected as (
      select app_id, referral_id, contract_id, currency, platform_id, null::text as original, base
      from verified_rows
      where base <> 0
      union all
      select
        sale.app_id, sale.referral_id, sale.contract_id, sale.currency, take.platform_id, sale.platform_id,
        ${left('take.before + take.part')} - ${left('take.before')}
      from verified_takes take
      join verified_rows sale on sale.app_id = take.app_id and sale.platform_id = take.sale_id
      where sale.base <> 0
    ),
    posted as (
      select
        app_id, referral_id, contract_id, currency, platform_id, original_platform_id as original,
        sum(base_change) as base
      from commissions
      where workspace_id = $1 and platform_id is not null
      group by 1, 2, 3, 4, 5, 6
    ),
    compared as (
      select
        app_id, referral_id, contract_id, currency, platform_id, original, sum(wanted) as wanted, sum(found) as found
      from (
        select app_id, referral_id, contract_id, currency, platform_id, original, base as wanted, 0 as found
        from expected
        union all
        select app_id, referral_id, contract_id, currency, platform_id, original, 0, base from posted
      ) both_sides
      group by 1, 2, 3, 4, 5, 6
    )
  select
    'base' as kind,
    jsonb_build_object('referralId', referral_id, 'contractId', contract_id, 'currency', currency, 'platformId',
      platform_id, 'originalPlatformId', original) as subject,
    trim_scale(wanted)::text as expected, trim_scale(found)::text as found
  from compared
  where wanted <> found
  order by referral_id, contract_id, currency, platform_id, original
  limit 1`)
