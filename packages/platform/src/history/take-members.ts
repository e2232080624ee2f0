import type { Queryable, Statement } from '../database/statements/database.ts'
import { newId } from '../database/statements/new-id.ts'
import { type HistoryScope, sourceNames } from './store.ts'
import { insertRecords, type TakenRow } from './taken-rows.ts'

// A program and a member of an import that was undone are there, and closed.
const insertProgramsStatement: Statement = {
  name: 'history_insert_programs',
  text: `
    insert into programs (workspace_id, id, app_id, name, created_at, closed_at)
    select $1, told."recordId", $2, told.name, date_trunc('milliseconds', now()),
      case when told."isOver" then date_trunc('milliseconds', now()) end
    from jsonb_to_recordset($3) as told("recordId" uuid, name text, "isOver" boolean)
    on conflict (workspace_id, id) do nothing`,
}

const reopenProgramsStatement: Statement = {
  name: 'history_reopen_programs',
  text: `
    update programs set closed_at = null
    where workspace_id = $1 and id = any($2::uuid[]) and closed_at is not null`,
}

const insertMembersStatement: Statement = {
  name: 'history_insert_members',
  text: `
    insert into memberships as made (workspace_id, id, app_id, program_id, member_name, created_at)
    select $1, told."recordId", $2, told."programRecordId", told.name, date_trunc('milliseconds', now())
    from jsonb_to_recordset($3) as told("recordId" uuid, "programRecordId" uuid, name text)
    on conflict (workspace_id, id) do nothing
    returning id`,
}

const insertStatesStatement: Statement = {
  name: 'history_insert_states',
  text: `
    insert into membership_states (workspace_id, id, app_id, membership_id, state, reason, actor)
    select $1, told.id, $2, told."recordId", told.state, told.reason, $4
    from jsonb_to_recordset($3) as told(id uuid, "recordId" uuid, state text, reason text)`,
}

const insertHoldsStatement: Statement = {
  name: 'history_insert_holds',
  text: `
    insert into payout_exclusions (workspace_id, id, app_id, membership_id, is_excluded, reason, actor)
    select $1, told.id, $2, told."recordId", true, told.reason, $4
    from jsonb_to_recordset($3) as told(id uuid, "recordId" uuid, reason text)
    where (
      select is_excluded from payout_exclusions latest
      where latest.workspace_id = $1 and latest.membership_id = told."recordId" and latest.currency is null
      order by latest.id desc
      limit 1
    ) is not true`,
}

const insertPayeesStatement: Statement = {
  name: 'history_insert_payees',
  text: `
    insert into payees (workspace_id, id, app_id, membership_id, effective_from, name, method, email, actor)
    select $1, told.id, $2, told."recordId", date_trunc('milliseconds', now()), told.name, 'paypal', told.email, $4
    from jsonb_to_recordset($3) as told(id uuid, "recordId" uuid, name text, email text)
    where not exists (
      select from payees payee
      where payee.workspace_id = $1 and payee.membership_id = told."recordId" and payee.email = told.email
    )`,
}

// What a person had erased does not come back with another import.
const listErasedStatement: Statement = {
  name: 'history_list_erased',
  text: `
    select membership_id as id from erasures
    where workspace_id = $1 and membership_id = any ($2::uuid[])`,
}

const insertLinksStatement: Statement = {
  name: 'history_insert_links',
  text: `
    insert into links (workspace_id, id, app_id, membership_id, code, label, actor)
    select $1, told."recordId", $2, told."memberRecordId", told.name, told.label, $4
    from jsonb_to_recordset($3) as told("recordId" uuid, "memberRecordId" uuid, name text, label text)
    on conflict (workspace_id, id) do nothing`,
}

export async function takePrograms(
  tx: Queryable,
  scope: HistoryScope,
  rows: readonly TakenRow[],
): Promise<void> {
  const programs = rows.map(({ recordId, name, endedAt }) => ({ recordId, name, isOver: endedAt !== null }))
  await tx.query(insertProgramsStatement, [scope.workspaceId, scope.appId, JSON.stringify(programs)])
  const open = programs.flatMap(({ recordId, isOver }) => (isOver ? [] : [recordId]))
  await tx.query(reopenProgramsStatement, [scope.workspaceId, open])
  await insertRecords(tx, scope, { kind: 'program', rows })
}

const states: Readonly<Record<string, string>> = {
  deleted: 'closed',
  rejected: 'closed',
  pending: 'suspended',
  disabled: 'suspended',
}

interface MemberContent {
  readonly paypalEmail: string | null
  readonly isHeld: boolean
}

/** Adds members as they stood: suspended where nobody had let them in, closed where they had left. */
export async function takeMembers(
  tx: Queryable,
  scope: HistoryScope,
  rows: readonly TakenRow[],
): Promise<void> {
  const { workspaceId, appId, actor, source } = scope
  const label = sourceNames[source]
  const members = rows.map((row) => ({ ...row, ...(JSON.parse(row.content) as MemberContent), id: newId() }))
  const insert = (statement: Statement, values: readonly object[], ...more: readonly string[]) =>
    tx.query<{ id: string }>(statement, [workspaceId, appId, JSON.stringify(values), ...more])
  const made = new Set((await insert(insertMembersStatement, members)).map(({ id }) => id))
  const recordIds = members.map(({ recordId }) => recordId)
  const erased = new Set(
    (await tx.query<{ id: string }>(listErasedStatement, [workspaceId, recordIds])).map(({ id }) => id),
  )
  const living = members.filter(({ recordId }) => !erased.has(recordId))
  const stated = living.flatMap(({ state, ...member }) => {
    const here = states[state ?? ''] ?? (made.has(member.recordId) ? undefined : 'active')
    return here === undefined ? [] : [{ ...member, state: here, reason: `${state} in ${label}` }]
  })
  await insert(insertStatesStatement, stated, actor)
  const held = living.filter(({ isHeld }) => isHeld)
  await insert(
    insertHoldsStatement,
    held.map((member) => ({ ...member, reason: `payouts held in ${label}` })),
    actor,
  )
  const paid = living.filter(({ paypalEmail }) => paypalEmail !== null)
  await insert(
    insertPayeesStatement,
    paid.map((member) => ({ ...member, email: member.paypalEmail })),
    actor,
  )
  await insertRecords(tx, scope, { kind: 'member', rows })
}

/** Adds the codes of old links. */
export async function takeCodes(
  tx: Queryable,
  scope: HistoryScope,
  rows: readonly TakenRow[],
): Promise<void> {
  const links = rows.map((row) => ({ ...row, label: `from ${sourceNames[scope.source]}` }))
  await tx.query(insertLinksStatement, [scope.workspaceId, scope.appId, JSON.stringify(links), scope.actor])
  await insertRecords(tx, scope, { kind: 'code', rows })
}
