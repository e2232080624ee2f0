import { scale } from '@affiliate-platform/test-support/guarantee-scale'
import {
  insertApp,
  insertGroup,
  insertMembership,
  insertProgram,
  type TestApp,
} from '@affiliate-platform/test-support/payout-builders'
import type { Database } from '../../src/database/statements/database.ts'
import { newId } from '../../src/database.ts'
import { insertSkewedEarnings } from './skewed-earnings.ts'

/** An app whose programs, groups, members, currencies and states are of very different sizes. */
export interface SkewedApp extends TestApp {
  /** Values of each filter: a common one, a rare one, and one that few or no rows of the others share. */
  readonly values: Readonly<
    Record<'programId' | 'groupId' | 'membershipId' | 'payoutId' | 'currency' | 'status', string[]> &
      Record<'postedFromMs' | 'postedToMs', number[]>
  >
}

const neighbours = scale({ quick: 50, soak: 1000 })

/**
 * Inserts nine tenths of the payouts into one app, and the rest into its neighbours. Of the app's payouts a tenth is
 * one member's; the oldest alone are in KWD, disputed, or in the second program.
 */
export async function insertSkewedApp(
  database: Database,
  { payouts, members }: { readonly payouts: number; readonly members: number },
): Promise<SkewedApp> {
  const app = await insertApp(database, { programName: 'Partners', memberName: 'Whale' })
  const second = await insertProgram(database, app, 'Second')
  const empty = await insertProgram(database, app, 'Empty')
  const [rareGroup, secondGroup, emptyGroup] = [
    await insertGroup(database, app),
    await insertGroup(database, { ...app, programId: second }),
    await insertGroup(database, { ...app, programId: empty }),
  ]
  const inSecond = { ...app, programId: second, groupId: secondGroup }
  const secondMember = await insertMembership(database, inSecond, 'Member of the second')
  await insertMembers(database, app, members)
  await insertRecords(database, app, 1000)
  const rare = { rareGroup, second, secondGroup, secondMember }
  const workspaceIds = [app.workspaceId]
  await withoutIndexes(database, async () => {
    await insertManyPayouts(database, app, { count: Math.round(payouts * 0.9), members, rare })
    for (let neighbour = 0; neighbour < neighbours; neighbour += 1) {
      const count = Math.round((payouts * 0.1) / neighbours)
      const other = await insertApp(database)
      workspaceIds.push(other.workspaceId)
      await insertManyPayouts(database, other, { count, members: 0 })
    }
  })
  await insertSkewedEarnings(database, workspaceIds)
  await database.script(
    'analyze payouts; analyze memberships; analyze programs; analyze groups; analyze terms_versions',
  )
  const [ordinary] = await database.query<{ readonly id: string; readonly payout_id: string }>(
    {
      name: 'test_ordinary_member',
      text: `
        select id, (select id from payouts where workspace_id = $1 and membership_id = member.id limit 1) as payout_id
        from memberships member where workspace_id = $1 and member_name = 'Member 17'`,
    },
    [app.workspaceId],
  )
  return {
    ...app,
    values: {
      programId: [app.programId, second, empty],
      groupId: [app.groupId, rareGroup, secondGroup, emptyGroup],
      membershipId: [app.membershipId, ordinary?.id ?? '', secondMember],
      payoutId: [ordinary?.payout_id ?? '', newId()],
      // A time in the midst of them, and one when nothing was booked.
      postedFromMs: [Date.parse('2026-01-01T06:00:00Z'), Date.parse('2036-01-01T00:00:00Z')],
      postedToMs: [Date.parse('2026-01-01T06:00:00Z'), Date.parse('2016-01-01T00:00:00Z')],
      currency: ['USD', 'JPY', 'KWD', 'CHF'],
      status: ['confirmed', 'unreported', 'disputed', 'voided'],
    },
  }
}

/** Programs, ten groups for each, and terms for the hundredth part of both, the oldest. */
async function insertRecords(database: Database, app: TestApp, programs: number): Promise<void> {
  const text = `
    with own_programs as (
      insert into programs (workspace_id, id, app_id, name, created_at)
      select $1, lpad(to_hex(n), 32, '0')::uuid, $2, 'Partners ' || n || case n % 10 when 0 then ' Bright' else '' end,
        timestamptz '2026-01-01 00:00:00Z' + n * interval '1 second'
      from generate_series(1, $3::integer) n
      returning workspace_id, app_id, id as program_id, id as target_id, 'program' as kind, created_at
    ), own_groups as (
      insert into groups (workspace_id, id, app_id, program_id, name, created_at)
      select workspace_id, gen_random_uuid(), app_id, program_id, 'Members ' || n, created_at
      from own_programs, generate_series(1, 10) n
      returning workspace_id, app_id, program_id, id as target_id, 'group' as kind, created_at
    )
    insert into terms_versions
      (workspace_id, id, app_id, program_id, target_kind, target_id, rules, effective_at, operator, created_at)
    select workspace_id, gen_random_uuid(), app_id, program_id, kind, target_id, '{}', created_at, 'test', created_at
    from (table own_programs union all table own_groups) record
    where created_at < timestamptz '2026-01-01 00:00:00Z' + $3::integer / 100 * interval '1 second'`
  const values = [app.workspaceId, app.appId, programs]
  await database.query({ name: 'test_insert_records', text }, values)
}

/** Of the members, every tenth is bright; three are called Ann. */
async function insertMembers(
  database: Database,
  { workspaceId, appId, programId, groupId }: TestApp,
  members: number,
): Promise<void> {
  await database.script(`
    insert into memberships (workspace_id, id, app_id, program_id, group_id, member_name, created_at)
    -- Ids in the order of the rows, as ours are.
    select '${workspaceId}', lpad(to_hex(n), 32, '0')::uuid, '${appId}', '${programId}', '${groupId}',
      case when n in (11, 12, 13) then 'Ann ' else 'Member ' end || n || case n % 10 when 0 then ' Bright' else '' end,
      now()
    from generate_series(1, ${members}) n`)
}

/** Drops the indexes of payouts that are no key while a function inserts many, and makes them anew as they were. */
async function withoutIndexes(database: Database, insert: () => Promise<void>): Promise<void> {
  const text = `
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index where indrelid = 'payouts'::regclass and not indisunique`
  const indexes = await database.query<{ readonly name: string; readonly definition: string }>(
    { name: 'test_payout_indexes', text },
    [],
  )
  await database.script(`drop index ${indexes.map(({ name }) => name).join(', ')}`)
  await insert()
  await database.script(
    `set local maintenance_work_mem = '256MB'; ${indexes.map(({ definition }) => definition).join('; ')}`,
  )
}

/** Who has some of the oldest payouts, and no later one. */
interface RareIds {
  readonly rareGroup: string
  readonly second: string
  readonly secondGroup: string
  readonly secondMember: string
}

// As scripts, which have no time limit. Without triggers, because the sums are made up and the payouts have no lines.
async function insertManyPayouts(
  database: Database,
  { workspaceId, appId, programId, groupId, membershipId }: TestApp,
  { count, members, rare }: { readonly count: number; readonly members: number; readonly rare?: RareIds },
): Promise<void> {
  const member = `lpad(to_hex(1 + n % ${members}), 32, '0')::uuid`
  await database.script(`
    set local session_replication_role = replica;
    insert into payouts
      (workspace_id, id, app_id, program_id, group_id, membership_id, amount_minor, currency, created_at,
       claimed_minor, reported_minor, confirmed_minor, open_disputes)
    select
      -- Ids in the order of the rows, as ours are.
      '${workspaceId}', lpad(to_hex(n), 32, '0')::uuid, '${appId}',
      case when rare = 4 then '${rare?.second ?? programId}' else '${programId}' end::uuid,
      case rare when 3 then '${rare?.rareGroup ?? groupId}' when 4 then '${rare?.secondGroup ?? groupId}'
        else '${groupId}' end::uuid,
      case when rare = 4 then '${rare?.secondMember ?? membershipId}'::uuid
        when n % 10 = 0 then '${membershipId}' else ${members === 0 ? `'${membershipId}'` : member} end,
      100,
      case when rare = 1 then 'KWD' when n % 20 = 3 then 'JPY' when n % 4 = 1 then 'EUR' else 'USD' end,
      timestamptz '2026-01-01 00:00:00Z' + n * interval '1 second', sums.reported, sums.reported, sums.confirmed,
      case when rare = 2 then 1 else 0 end
    from generate_series(0, ${count - 1}) n
    cross join lateral (select case when n < 1000 and ${rare !== undefined} then n % 5 end as rare) oldest
    join (
      values (0, 0, 0), (1, 100, 100), (2, 100, 100)
    ) sums (position, reported, confirmed) on sums.position = n % 3`)
}
