import {
  insertApp,
  insertGroup,
  insertMembership,
  insertProgram,
  type TestApp,
} from '@affiliate-platform/test-support/payout-builders'
import type { Database } from '../../src/database/statements/database.ts'

/** An app that has its database to itself, and everything in one program, group, membership, currency and state. */
export interface AppAlone extends TestApp {
  /** Values of each filter: that of all records at first, that of those which come later, and one that no record has. */
  readonly values: Readonly<
    Record<'programId' | 'groupId' | 'membershipId' | 'payoutId' | 'currency', readonly string[]>
  >
}

type Owner = Pick<TestApp, 'programId' | 'groupId' | 'membershipId'> & { readonly currency: string }

/** Inserts the app. It has no records yet but those that filters name. */
export async function insertAppAlone(database: Database): Promise<AppAlone> {
  const app = await insertApp(database)
  const owners: Owner[] = [{ ...app, currency: 'USD' }]
  for (const currency of ['EUR', 'JPY']) {
    const programId = await insertProgram(database, app)
    const groupId = await insertGroup(database, { ...app, programId })
    const membershipId = await insertMembership(database, { ...app, programId, groupId })
    owners.push({ programId, groupId, membershipId, currency })
  }
  return {
    ...app,
    values: {
      programId: owners.map(({ programId }) => programId),
      groupId: owners.map(({ groupId }) => groupId),
      membershipId: owners.map(({ membershipId }) => membershipId),
      payoutId: [app.appId],
      currency: owners.map(({ currency }) => currency),
    },
  }
}

/** Which records: so many of each list from a number on, all of one program, group, membership and currency. */
export interface Records {
  readonly first: number
  readonly count: number
  /** Whose values they have. */
  readonly owner: number
}

/** Inserts records of every list, each later than those before, and all over the disk: a page that reads them all shows. */
export async function insertAlike(
  database: Database,
  { workspaceId, appId, values }: AppAlone,
  { first, count, owner }: Records,
): Promise<void> {
  const [programId, groupId, membershipId, currency] = [
    ...[values.programId[owner], values.groupId[owner], values.membershipId[owner], values.currency[owner]],
  ]
  const home = `'${workspaceId}'::uuid, md5('${appId}' || n)::uuid, '${appId}'::uuid, '${programId}'::uuid`
  const member = `'${groupId}'::uuid, '${membershipId}'::uuid`
  const time = `timestamptz '2026-01-01' + n * interval '1 second'`
  const from = `from generate_series(${first}, ${first + count - 1}) n order by md5(n::text)`
  // Without triggers: sums and positions are made up.
  await database.script(`
    set local session_replication_role = replica;
    insert into groups (workspace_id, id, app_id, program_id, name, created_at)
    select ${home}, 'Alike', ${time} ${from};
    insert into memberships (workspace_id, id, app_id, program_id, group_id, member_name, created_at)
    select ${home}, '${groupId}'::uuid, 'Alike', ${time} ${from};
    insert into payouts
      (workspace_id, id, app_id, program_id, group_id, membership_id, amount_minor, currency, created_at)
    select ${home}, ${member}, 100, '${currency}', ${time} ${from};
    insert into referrals
      (workspace_id, id, app_id, program_id, group_id, membership_id, shop_domain, installed_at, created_at)
    select ${home}, ${member}, 'alike-' || n || '.myshopify.com', ${time}, ${time} ${from};
    insert into commissions
      (workspace_id, id, app_id, program_id, group_id, membership_id, currency, entry, cause, amount_minor, reason,
       accrued_at, available_at)
    select ${home}, ${member}, '${currency}', 'accrual', 'manual', 100, 'test', ${time}, ${time} ${from}`)
}
