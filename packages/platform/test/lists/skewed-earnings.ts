import { scale } from '@affiliate-platform/test-support/guarantee-scale'
import type { Database } from '../../src/database/statements/database.ts'

/** Of how many payouts one has a referral, and of how many one has its commission. */
const every = { referral: scale({ quick: 7, soak: 70 }), commission: scale({ quick: 1, soak: 5 }) }

/**
 * Inserts a referral for each seventh payout of some workspaces, its install reward, and the commission behind each
 * payout, at full size for fewer of them: as skewed as the payouts are. Half of the referrals end after a year, a tenth is voided, a fifth of the shops
 * has uninstalled, and a tenth of the rewards is on hold.
 */
export async function insertSkewedEarnings(
  database: Database,
  workspaceIds: readonly string[],
): Promise<void> {
  const isOurs = `workspace_id in (${workspaceIds.map((id) => `'${id}'`).join(', ')})`
  // Without triggers: they would check millions of rows that are made up, and write nothing.
  await database.script(`set local session_replication_role = replica; ${insertReferrals(isOurs)}`)
  // Without statistics the joins of the next statements are planned for empty tables.
  await database.script('analyze referrals; analyze payouts')
  await database.script(insertVoids(isOurs))
  await database.script(`set local session_replication_role = replica; ${insertFacts(isOurs)}`)
  await database.script(`set local session_replication_role = replica; ${insertCommissions(isOurs)}`)
  // As the server does by itself in time: an index alone then tells what is there. Of 10,000,000 rows it takes minutes.
  await database.session(async ({ query }) => {
    await query({ name: '', text: 'set statement_timeout = 0' }, [])
    for (const table of ['memberships', 'referrals', 'referral_contracts', 'install_events', 'commissions']) {
      await query({ name: '', text: `vacuum analyze ${table}` }, [])
    }
    await query({ name: '', text: 'reset statement_timeout' }, [])
  })
}

const insertReferrals = (isOurs: string): string => `
  insert into referrals
    (workspace_id, id, app_id, program_id, group_id, membership_id, shop_domain, installed_at, created_at)
  select workspace_id, id, app_id, program_id, group_id, membership_id, 'skewed-' || position || '.myshopify.com',
    created_at, created_at
  from (select payouts.*, row_number() over (order by id) as position from payouts where ${isOurs}) payout
  where position % ${every.referral} = 0`

const insertVoids = (isOurs: string): string => `
  insert into referral_voids (workspace_id, referral_id, reason, actor, created_at)
  select workspace_id, id, 'test', 'system', created_at
  from referrals where ${isOurs} and hashtext(shop_domain) % 10 = 1`

const insertFacts = (isOurs: string): string => `
  insert into referral_contracts (workspace_id, id, referral_id, rules, applies_from, reason, created_at)
  select workspace_id, id, id,
    jsonb_build_object('durationMonths', case when hashtext(shop_domain) % 2 = 0 then 12 end), installed_at, 'test',
    created_at
  from referrals where ${isOurs};

  insert into referral_evidence (workspace_id, id, referral_id, kind, occurred_at, actor, created_at)
  select workspace_id, id, id, 'click', installed_at, 'system', created_at from referrals where ${isOurs};

  insert into install_events
    (workspace_id, app_id, shop_domain, kind, occurred_at, source, actor, created_at)
  select workspace_id, app_id, shop_domain, 'installed', installed_at, 'partner', 'system', created_at
  from referrals where ${isOurs}
  union all
  select workspace_id, app_id, shop_domain, 'uninstalled', installed_at + interval '30 days', 'partner', 'system', created_at
  from referrals where ${isOurs} and hashtext(shop_domain) % 5 = 0`

const insertCommissions = (isOurs: string): string => `
  insert into commissions
    (workspace_id, id, app_id, program_id, group_id, membership_id, referral_id, contract_id, currency, sequence, entry,
     cause, base_before, base_change, amount_minor, accrued_at, available_at, created_at)
  -- Ids in the order of the rows, as ours are, and not those of the payouts.
  select workspace_id, overlay(id::text placing 'a' from 1)::uuid, app_id, program_id, group_id, membership_id, id, id,
    'USD', 1, 'accrual', 'install_reward', 0, 0, 500, created_at,
    created_at + case when hashtext(shop_domain) % 10 = 2 then interval '3650 days' else interval '30 days' end,
    created_at + interval '1 hour'
  from referrals where ${isOurs} and voided_at is null;

  insert into commissions
    (workspace_id, id, app_id, program_id, group_id, membership_id, currency, entry, cause, amount_minor, reason,
     accrued_at, available_at, payout_id, created_at)
  select workspace_id, id, app_id, program_id, group_id, membership_id, currency, 'accrual', 'manual', amount_minor,
    'test', created_at, created_at, id, created_at
  from (select payouts.*, row_number() over (order by id) as position from payouts where ${isOurs}) payout
  where position % ${every.commission} = 0 and not is_voided
  order by id`
