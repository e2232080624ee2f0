import type { TestApp } from '@affiliate-platform/test-support/payout-builders'
import type { Database } from '../../src/database/statements/database.ts'

/** Inserts memberships of these names, the first ones the oldest, each with a payout, a referral and a commission of it. */
export async function insertNamed(
  database: Database,
  { workspaceId, appId, programId, groupId }: TestApp,
  names: readonly string[],
): Promise<void> {
  const text = `
    with named as (
      select gen_random_uuid() as id, name, position, timestamptz '2026-01-01' + position * interval '1 second' as created_at
      from unnest($5::text[]) with ordinality named(name, position)
    ), own_memberships as (
      insert into memberships (workspace_id, id, app_id, program_id, group_id, member_name, created_at)
      select $1, id, $2, $3, $4, name, created_at from named
    ), own_payouts as (
      insert into payouts (workspace_id, id, app_id, program_id, group_id, membership_id, amount_minor, currency, created_at)
      select $1, id, $2, $3, $4, id, 100, 'USD', created_at from named
    ), own_referrals as (
      insert into referrals
        (workspace_id, id, app_id, program_id, group_id, membership_id, shop_domain, installed_at, created_at)
      select $1, id, $2, $3, $4, id, 'numbered-' || position || '-' || right($3::text, 12) || '.myshopify.com', created_at, created_at from named
    )
    insert into commissions
      (workspace_id, id, app_id, program_id, group_id, membership_id, referral_id, contract_id, currency, sequence, entry,
       cause, base_before, base_change, amount_minor, accrued_at, available_at)
    select $1, id, $2, $3, $4, id, id, id, 'USD', 1, 'accrual', 'install_reward', 0, 0, 100, created_at, created_at
    from named`
  await database.transaction(async (tx) => {
    // Without triggers: the payouts have no lines.
    await tx.query({ name: '', text: 'set local session_replication_role = replica' }, [])
    await tx.query({ name: '', text }, [workspaceId, appId, programId, groupId, names])
  })
}
