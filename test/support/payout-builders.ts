import type { Queryable } from '@affiliate-platform/platform/database'
import { newId } from '@affiliate-platform/platform/database'

/** An app with one program, one group and one member. */
export interface TestApp {
  readonly workspaceId: string
  readonly appId: string
  readonly programId: string
  readonly groupId: string
  readonly membershipId: string
}

/** A payout to insert; what is left out is that of the app's own program, group and member. */
export interface TestPayout {
  readonly id?: string
  readonly programId?: string
  readonly groupId?: string | null
  readonly membershipId?: string
  readonly amountMinor?: bigint
  readonly currency?: string
  readonly createdAt?: string
}

/** When everything here was created, unless a test says otherwise. */
export const createdAt = '2026-01-01T00:00:00.000Z'

/** Inserts an app into a workspace of its own, or into the one given. */
export async function insertApp(
  database: Queryable,
  {
    workspaceId,
    programName,
    memberName,
  }: { workspaceId?: string; programName?: string; memberName?: string } = {},
): Promise<TestApp> {
  const app = { workspaceId: workspaceId ?? newId(), appId: newId() }
  if (workspaceId === undefined) {
    await insertRow(database, 'workspaces', {
      workspace_id: app.workspaceId,
      name: 'Studio',
      created_at: createdAt,
    })
  }
  await insertRow(database, 'apps', {
    workspace_id: app.workspaceId,
    id: app.appId,
    name: 'App',
    created_at: createdAt,
  })
  const programId = await insertProgram(database, app, programName)
  const groupId = await insertGroup(database, { ...app, programId })
  const membershipId = await insertMembership(database, { ...app, programId, groupId }, memberName)
  return { ...app, programId, groupId, membershipId }
}

/** Inserts a program and returns its id. */
export async function insertProgram(
  database: Queryable,
  app: Pick<TestApp, 'workspaceId' | 'appId'>,
  name = 'Partners',
): Promise<string> {
  return await insertRecord(database, 'programs', { ...inApp(app), name })
}

/** Inserts a group of a program and returns its id. */
export async function insertGroup(
  database: Queryable,
  app: Pick<TestApp, 'workspaceId' | 'appId' | 'programId'>,
): Promise<string> {
  return await insertRecord(database, 'groups', { ...inApp(app), program_id: app.programId, name: 'Gold' })
}

/** Inserts a member of a program and returns the membership's id. */
export async function insertMembership(
  database: Queryable,
  app: Pick<TestApp, 'workspaceId' | 'appId' | 'programId' | 'groupId'>,
  memberName = 'Mia Moore',
): Promise<string> {
  return await insertRecord(database, 'memberships', {
    ...inApp(app),
    program_id: app.programId,
    group_id: app.groupId,
    member_name: memberName,
  })
}

/** Inserts one payout and returns its id. */
export async function insertPayout(
  database: Queryable,
  app: TestApp,
  payout: TestPayout = {},
): Promise<string> {
  const id = payout.id ?? newId()
  await insertPayouts(database, app, [{ ...payout, id }])
  return id
}

/** Inserts any number of payouts with one statement and returns their ids in the order given. */
export async function insertPayouts(
  database: Queryable,
  app: TestApp,
  payouts: readonly TestPayout[],
): Promise<readonly string[]> {
  const rows = payouts.map((payout) => ({
    workspace_id: app.workspaceId,
    id: payout.id ?? newId(),
    app_id: app.appId,
    program_id: payout.programId ?? app.programId,
    group_id: payout.groupId === undefined ? app.groupId : payout.groupId,
    membership_id: payout.membershipId ?? app.membershipId,
    amount_minor: String(payout.amountMinor ?? 10_000n),
    currency: payout.currency ?? 'USD',
    created_at: payout.createdAt ?? createdAt,
  }))
  const columns = Object.keys(rows[0] ?? {}).join(', ')
  const insertion = `insert into payouts (${columns}) select ${columns} from jsonb_populate_recordset(null::payouts, $1)`
  await database.query({ name: 'test_insert_payouts', text: paidByHand(insertion) }, [JSON.stringify(rows)])
  return rows.map(({ id }) => id)
}

/** The statement that inserts payouts, with a commission by hand behind each of them (D64), which has its id. */
export function paidByHand(insertion: string): string {
  return `
    with payout as (${insertion} returning *),
    manual as (
      insert into commissions
        (workspace_id, id, app_id, program_id, group_id, membership_id, currency, entry, cause, amount_minor, reason,
         accrued_at, available_at, created_at)
      select workspace_id, id, app_id, program_id, group_id, membership_id, currency, 'accrual', 'manual',
        amount_minor, 'by hand', created_at, created_at, created_at
      from payout
      returning workspace_id, id
    )
    insert into payout_commissions (workspace_id, payout_id, commission_id)
    select workspace_id, id, id from manual`
}

const inApp = ({ workspaceId, appId }: Pick<TestApp, 'workspaceId' | 'appId'>) => ({
  workspace_id: workspaceId,
  app_id: appId,
  created_at: createdAt,
})

type Row = Readonly<Record<string, unknown>>

/** Inserts a row under a new id, and returns the id. */
export async function insertRecord(database: Queryable, table: string, row: Row): Promise<string> {
  const id = newId()
  await insertRow(database, table, { ...row, id })
  return id
}

/** Inserts a row. */
export async function insertRow(database: Queryable, table: string, row: Row): Promise<void> {
  await insertRows(database, table, [row])
}

/** Inserts rows with one statement. */
export async function insertRows(database: Queryable, table: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).join(', ')
  const statement = {
    // Unnamed: two sets of columns of one table would share a name.
    name: '',
    text: `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1)`,
  }
  await database.query(statement, [JSON.stringify(rows)])
}
