import type { Database, Queryable, Statement } from '../database/statements/database.ts'
import { newId } from '../database/statements/new-id.ts'
import { type AccountKey, findAccount, findAccountByEmail, insertAccount } from './accounts.ts'

/** A person who acts as a member, and sees all that the member has. */
export interface MembershipPerson {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly since: Date
}

/** A membership that a person acts for. */
export interface OwnMembership {
  readonly id: string
  readonly name: string
  readonly appId: string
  readonly appName: string
  readonly programId: string
  readonly programName: string
}

/** What was said last of a person and a membership, of which `person` is the row. */
export const isNewest = `not exists (
      select from membership_people later
      where later.workspace_id = $1 and later.account_id = person.account_id
        and later.membership_id = person.membership_id and later.number > person.number
    )`

/** Whether the `account` of the workspace `$1` acts for any membership. */
export const isMemberSql = `exists (
    select from membership_people person
    where person.workspace_id = $1 and person.account_id = account.id and person.is_member and ${isNewest}
  )`

/** Selects the accounts of the workspace `$1` that act for a membership. */
export const selectActingFor = (membershipId: string): string => `
    select person.account_id as "accountId"
    from membership_people person
    where person.workspace_id = $1 and person.membership_id = ${membershipId} and person.is_member and ${isNewest}`

const listOwnStatement: Statement = {
  name: 'membership_people_list_own',
  text: `
    select membership.id, membership.member_name as name, membership.app_id as "appId", app.name as "appName",
      program.id as "programId", program.name as "programName"
    from membership_people person
    join memberships membership on membership.workspace_id = $1 and membership.id = person.membership_id
    join apps app on app.workspace_id = $1 and app.id = membership.app_id
    join programs program on program.workspace_id = $1 and program.id = membership.program_id
    where person.workspace_id = $1 and person.account_id = $2 and person.is_member and ${isNewest}
    order by membership.created_at, membership.id`,
}

const listStatement: Statement = {
  name: 'membership_people_list',
  text: `
    select account.id, account.email, account.name, person.created_at as since
    from membership_people person
    join accounts account on account.workspace_id = $1 and account.id = person.account_id
    where person.workspace_id = $1 and person.membership_id = $2 and person.is_member and ${isNewest}
    order by person.created_at, account.id`,
}

// Two who say the opposite of one membership at once take turns.
const lockStatement: Statement = {
  name: 'membership_people_lock',
  text: 'select app_id as "appId" from memberships where workspace_id = $1 and id = $2 for no key update',
}

const insertStatement: Statement = {
  name: 'membership_person_insert',
  text: `
    insert into membership_people (workspace_id, id, app_id, membership_id, account_id, number, is_member)
    select $1, $2, $3, $4, $5, coalesce(max(number), 0) + 1, $6
    from membership_people
    where workspace_id = $1 and account_id = $5 and membership_id = $4`,
}

/** Lists the memberships that a person acts for, the oldest first. */
export async function listOwnMemberships(
  database: Queryable,
  { workspaceId, accountId }: AccountKey,
): Promise<readonly OwnMembership[]> {
  return await database.query<OwnMembership>(listOwnStatement, [workspaceId, accountId])
}

/** Lists who acts as a member, who was first to do so first. */
export async function listMembershipPeople(
  database: Queryable,
  { workspaceId, membershipId }: { readonly workspaceId: string; readonly membershipId: string },
): Promise<readonly MembershipPerson[]> {
  return await database.query<MembershipPerson>(listStatement, [workspaceId, membershipId])
}

/** Who acts as a member, and whether they did before. */
export interface InvitedMember {
  readonly person: MembershipPerson
  readonly isNew: boolean
}

/** Who is to act as a member. */
export interface MemberInvitation {
  readonly workspaceId: string
  readonly membershipId: string
  readonly email: string
  readonly name: string
}

/**
 * Lets a person act as a member, from now on. Whoever has the address keeps their name, and may be an operator too: the
 * one opens nothing of the other.
 *
 * @returns `undefined` where there is no such membership
 */
export async function inviteMember(
  database: Database,
  invitation: MemberInvitation,
): Promise<InvitedMember | undefined> {
  return await database.transaction((tx) => addMember(tx, invitation))
}

/** Does so within a transaction. */
export async function addMember(
  tx: Queryable,
  { workspaceId, membershipId, email, name }: MemberInvitation,
): Promise<InvitedMember | undefined> {
  await insertAccount(tx, { workspaceId, email, name })
  const account = await findAccountByEmail(tx, workspaceId, email)
  if (account === undefined) throw new Error('An account that was added is there: none is ever deleted.')
  const isNew = await setMember(tx, { workspaceId, accountId: account.id, membershipId, isMember: true })
  const people = await listMembershipPeople(tx, { workspaceId, membershipId })
  const person = people.find(({ id }) => id === account.id)
  return isNew === undefined || person === undefined ? undefined : { person, isNew }
}

/**
 * Lets a person act as a member no more, from their next request on.
 *
 * @returns whether they did; `undefined` where there is no such membership or person
 */
export async function removeMember(
  database: Database,
  person: AccountKey & { readonly membershipId: string },
): Promise<boolean | undefined> {
  if ((await findAccount(database, person)) === undefined) return undefined
  return await database.transaction((tx) => setMember(tx, { ...person, isMember: false }))
}

/** Says whether a person acts as a member from now on; whether that is new. */
export async function setMember(
  tx: Queryable,
  {
    workspaceId,
    accountId,
    membershipId,
    isMember,
  }: AccountKey & { readonly membershipId: string; readonly isMember: boolean },
): Promise<boolean | undefined> {
  const locked = await tx.query<{ readonly appId: string }>(lockStatement, [workspaceId, membershipId])
  const [membership] = locked
  if (membership === undefined) return undefined
  const people = await listMembershipPeople(tx, { workspaceId, membershipId })
  if (people.some(({ id }) => id === accountId) === isMember) return false
  const values = [workspaceId, newId(), membership.appId, membershipId, accountId, isMember]
  await tx.query(insertStatement, values)
  return true
}
