import type { Statement } from '../database/database.ts'

const check = (text: string): Statement => ({ name: '', text })

// T(B) = floor(rate × B × 10^scale / 10^4); div() is exact where a quotient would be rounded.
const worth = (base: string): string =>
  `div(greatest(${base}, 0) * 1e9 * rate * power(10::numeric, scale), 10000 * 1e9)`

/** Each finds the first row of the ledger that does not add up. Values: the workspace, the scales of currencies. */
export const ledgerChecks: readonly Statement[] = [
  check(`
    with entries as (
      select
        commission.id, commission.base_before, commission.base_change, commission.amount_minor,
        (contract.rules ->> 'rateBps')::numeric as rate, ($2::jsonb ->> commission.currency)::numeric as scale,
        coalesce(sum(commission.base_change) over (
          partition by commission.referral_id, commission.contract_id, commission.currency
          order by commission.sequence rows between unbounded preceding and 1 preceding
        ), 0) as before
      from commissions commission
      join referral_contracts contract
        on contract.workspace_id = commission.workspace_id and contract.id = commission.contract_id
      where commission.workspace_id = $1 and commission.cause <> 'manual'
    )
    select
      'amount' as kind, jsonb_build_object('commissionId', entry.id) as subject,
      trim_scale(entry.before)::text || ' worth ' || entry.amount::text as expected,
      trim_scale(entry.base_before)::text || ' worth ' || entry.amount_minor::text as found
    from (
      select *, ${worth('before + base_change')} - ${worth('before')} as amount
      from entries
    ) entry
    where entry.base_before <> entry.before or entry.base_change <> 0 and entry.amount_minor <> entry.amount
    order by entry.id
    limit 1`),
  check(`
    with rewards as (
      select
        referral.id,
        case when referral.voided_at is null and referral.earns_install_reward
          then (contract.rules #>> '{cpi,amountMinor}')::numeric else 0 end as wanted,
        coalesce((
          select sum(amount_minor) from commissions
          where workspace_id = referral.workspace_id and referral_id = referral.id and platform_id is null
            and contract_id = contract.id and currency = contract.rules #>> '{cpi,currency}'
        ), 0) as found,
        (
          select count(*) from commissions
          where workspace_id = referral.workspace_id and referral_id = referral.id and platform_id is null
            and (contract_id <> contract.id or currency <> contract.rules #>> '{cpi,currency}')
        ) as elsewhere
      from referrals referral
      join lateral (
        select id, rules from referral_contracts
        where workspace_id = referral.workspace_id and referral_id = referral.id
        order by applies_from, id
        limit 1
      ) contract on true
      where referral.workspace_id = $1 and $2::jsonb is not null
    )
    select
      'install_reward' as kind, jsonb_build_object('referralId', id) as subject, wanted::text as expected,
      found::text as found
    from rewards
    where wanted <> found or elsewhere > 0
    order by id
    limit 1`),
  check(`
    select
      'available_at' as kind, jsonb_build_object('commissionId', commission.id) as subject,
      (collection.collected_at + hold.length)::text as expected, commission.available_at::text as found
    from commissions commission
    join collections collection
      on collection.workspace_id = commission.workspace_id and collection.app_id = commission.app_id
      and collection.platform_id = commission.platform_id and collection.revision = 1
    join referral_contracts contract
      on contract.workspace_id = commission.workspace_id and contract.id = commission.contract_id
    cross join lateral (
      -- Hours: a day is 24 of them, whatever the clocks do.
      select make_interval(hours => 24 * (contract.rules ->> 'holdDays')::integer) as length
    ) hold
    where commission.workspace_id = $1 and commission.cause = 'sale' and $2::jsonb is not null
      and commission.available_at < collection.collected_at + hold.length
      and not exists (
        select from collections later
        where later.workspace_id = collection.workspace_id and later.app_id = collection.app_id
          and later.platform_id = collection.platform_id and later.revision > 1
      )
    order by commission.id
    limit 1`),
  check(`
    select
      'payout' as kind, jsonb_build_object('payoutId', payout.id) as subject,
      payout.line_count || ' lines of ' || payout.amount_minor as expected,
      sums.lines || ' lines of ' || sums.amount as found
    from payouts payout
    cross join lateral (
      select
        count(*) as lines, coalesce(sum(commission.amount_minor), 0) as amount,
        count(*) filter (
          where (commission.membership_id, commission.currency) <> (payout.membership_id, payout.currency)
        ) as foreigners,
        count(*) filter (where commission.payout_id is not distinct from payout.id) as living
      from payout_commissions line
      join commissions commission
        on commission.workspace_id = line.workspace_id and commission.id = line.commission_id
      where line.workspace_id = payout.workspace_id and line.payout_id = payout.id
    ) sums
    where payout.workspace_id = $1 and $2::jsonb is not null
      and (
        sums.lines <> payout.line_count or sums.amount <> payout.amount_minor or sums.foreigners > 0
        or sums.living <> case when payout.is_voided then 0 else sums.lines end
      )
    order by payout.id
    limit 1`),
]
