import type pg from 'pg'
import { drawn, startOfTime, toTimedId } from './drawn.ts'

/** So many payouts for each referral. */
const payoutsPerReferral = 5

/**
 * Adds what the lists beside the payouts are of: states of memberships, referrals with their contracts, and commissions.
 * Keys hold, and triggers but one, and only sums of payouts are made up: a payout here has no lines, and its commission
 * names it.
 */
export async function insertEarnings(
  client: pg.Client,
  { payouts, shares }: { readonly payouts: number; readonly shares: readonly number[] },
): Promise<void> {
  await client.query(insertReferrals, [Math.ceil(payouts / payoutsPerReferral), shares])
  // Without statistics the joins of the next statements are planned for empty tables.
  await client.query('analyze referrals; analyze payouts')
  await client.query(`
    alter table commissions disable trigger arrived_as_lines;
    ${insertStates}; ${insertReferralFacts}; ${insertCommissions};
    alter table commissions enable trigger arrived_as_lines`)
}

const insertStates = `
  insert into membership_states (workspace_id, id, app_id, membership_id, state, reason, actor, created_at)
  select workspace_id, ${toTimedId(startOfTime, "'state/' || id")}, app_id, id, 'suspended', 'benchmark', 'system',
    ${startOfTime}
  from memberships
  where hashtext(member_name) % 20 = 0`

const insertReferrals = `
  insert into referrals
    (workspace_id, id, app_id, program_id, group_id, membership_id, shop_domain, installed_at, created_at)
  select
    app.workspace_id,
    ${toTimedId('created_at', "'referral/' || number")},
    app.app_id,
    md5('program/' || app.rank || '/' || member % 3)::uuid,
    md5('group/' || app.rank || '/' || member % 3 || '/' || member % 2)::uuid,
    md5('membership/' || app.rank || '/' || member)::uuid,
    'shop-' || number || '.myshopify.com',
    created_at,
    created_at
  from ${drawn}
  order by number`

// Half of them end after a year, a tenth is voided, and a fifth of the shops has uninstalled.
const insertReferralFacts = `
  insert into referral_contracts (workspace_id, id, referral_id, rules, applies_from, reason, created_at)
  select workspace_id, id, id,
    jsonb_build_object('durationMonths', case when hashtext(shop_domain) % 2 = 0 then 12 end), installed_at,
    'benchmark', created_at
  from referrals;

  insert into referral_evidence (workspace_id, id, referral_id, kind, occurred_at, actor, created_at)
  select workspace_id, id, id, 'click', installed_at, 'system', created_at from referrals;

  insert into install_events
    (workspace_id, app_id, shop_domain, kind, occurred_at, source, actor, created_at)
  select workspace_id, app_id, shop_domain, 'installed', installed_at, 'partner', 'system', created_at from referrals
  union all
  select workspace_id, app_id, shop_domain, 'uninstalled', installed_at + interval '30 days', 'partner', 'system', created_at
  from referrals
  where hashtext(shop_domain) % 5 = 0;

  insert into referral_voids (workspace_id, referral_id, reason, actor, created_at)
  select workspace_id, id, 'benchmark', 'system', created_at from referrals where hashtext(shop_domain) % 10 = 1`

// The reward of each install, a tenth of them on hold, and behind each living payout a commission by hand (D64).
const insertCommissions = `
  insert into commissions
    (workspace_id, id, app_id, program_id, group_id, membership_id, referral_id, contract_id, currency, sequence, entry,
     cause, base_before, base_change, amount_minor, accrued_at, available_at)
  select workspace_id, id, app_id, program_id, group_id, membership_id, id, id, 'USD', 1, 'accrual', 'install_reward',
    0, 0, 500, created_at,
    created_at + case when hashtext(shop_domain) % 10 = 2 then interval '3650 days' else interval '30 days' end
  from referrals
  where voided_at is null
  order by id;

  insert into commissions
    (workspace_id, id, app_id, program_id, group_id, membership_id, currency, entry, cause, amount_minor, reason,
     accrued_at, available_at, payout_id)
  select workspace_id, id, app_id, program_id, group_id, membership_id, currency, 'accrual', 'manual', amount_minor,
    'benchmark', created_at, created_at, id
  from payouts
  where not is_voided
  order by id`
