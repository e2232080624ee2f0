import { type Balance, listBalances } from '../balances/list-balances.ts'
import type { Statement, Transaction } from '../database/statements/database.ts'
import { newId } from '../database/statements/new-id.ts'
import { changeState, lockMembership } from '../memberships/set-membership-state.ts'
import { erasePayees } from '../payees/erase-payees.ts'
import { listMembershipPeople, type MembershipPerson, setMember } from '../people/membership-people.ts'
import { deleteMailTo, type Eraser, eraseAccount } from './erase-account.ts'
import { hashText, isErasedName, toErasedName } from './erased-name.ts'

const hashStatement: Statement = {
  name: 'erase_membership',
  text: 'update memberships set member_name = $3 where workspace_id = $1 and id = $2',
}

// What an import has set aside, as another platform told it.
const deleteHistoryStatement: Statement = {
  name: 'erase_history_rows',
  text: `delete from history_rows where workspace_id = $1 and kind = 'member' and record_id = $2`,
}

const insertStatement: Statement = {
  name: 'erasure_insert_membership',
  text: `
    insert into erasures (workspace_id, id, membership_id, actor, erased_at)
    values ($1, $2, $3, $4, date_trunc('milliseconds', now()))`,
}

const countPayeesStatement: Statement = {
  name: 'erase_count_payees',
  text: `
    select count(*)::integer as kept from payees
    where workspace_id = $1 and membership_id = $2 and details_salt is not null`,
}

export interface MemberErasurePlan extends Eraser {
  readonly workspaceId: string
  readonly membershipId: string
}

/** What an erasure of a member came to. */
export interface MemberErasure {
  readonly membershipId: string
  /** What the member is called from then on. */
  readonly name: string
  /** Who acted for the member, and does no more. */
  readonly people: readonly ErasedPerson[]
  /** Payees whose details are gone. */
  readonly payeesErased: number
  /** Payees by which something is still to be paid: they go when it was, and after half a year at the latest. */
  readonly payeesKept: number
  /** What is open, and stays payable. */
  readonly open: readonly Balance[]
}

/** Somebody who acted for a member who was erased. */
export interface ErasedPerson extends Pick<MembershipPerson, 'id' | 'name' | 'email'> {
  /** False for somebody who also acts for another member, or is an operator. */
  readonly isErased: boolean
}

/**
 * Erases a member: the name becomes a hash, the details of payees go, and whoever acted for the member acts for them no more. The
 * membership is closed, unless it is suspended. What was earned and said stays, and what is open stays payable (D447). Run again, it erases what has come
 * since.
 *
 * @returns `undefined` where the workspace has no such membership
 */
export async function eraseMembership(
  tx: Transaction,
  plan: MemberErasurePlan,
): Promise<MemberErasure | undefined> {
  const { workspaceId, membershipId, actor, secret } = plan
  const key = [workspaceId, membershipId]
  const membership = await lockMembership(tx, { workspaceId, id: membershipId })
  if (membership === undefined) return undefined
  const name = isErasedName(membership.name)
    ? membership.name
    : toErasedName(hashText(secret, { workspaceId, id: membershipId, text: membership.name }))
  const people = await erasePeople(tx, plan)
  // What a suspension holds back is not paid because its member is gone.
  if (membership.state === 'active') {
    await changeState(tx, { workspaceId, membershipId, state: 'closed', reason: 'erased' })
  }
  await tx.query(insertStatement, [workspaceId, newId(), membershipId, actor])
  if (name !== membership.name) await tx.query(hashStatement, [...key, name])
  const payeesErased = await erasePayees(tx, { workspaceId, membershipId })
  const [left] = await tx.query<{ readonly kept: number }>(countPayeesStatement, key)
  await deleteMailTo(tx, key)
  await tx.query(deleteHistoryStatement, key)
  const balances = await listBalances(tx, { workspaceId, membershipIds: [membershipId] })
  return {
    ...{ membershipId, name, people, payeesErased, payeesKept: left?.kept ?? 0 },
    open: balances.filter(isOpen),
  }
}

async function erasePeople(
  tx: Transaction,
  { workspaceId, membershipId, actor, secret }: MemberErasurePlan,
): Promise<readonly ErasedPerson[]> {
  const erased: ErasedPerson[] = []
  for (const { id, name, email } of await listMembershipPeople(tx, { workspaceId, membershipId })) {
    const person = { workspaceId, accountId: id }
    await setMember(tx, { ...person, membershipId, isMember: false })
    erased.push({ id, name, email, isErased: await eraseAccount(tx, { ...person, actor, secret }) })
  }
  return erased
}

const isOpen = ({ dueMinor, heldMinor, unpaidMinor }: Balance): boolean =>
  [dueMinor, heldMinor, unpaidMinor].some((minor) => minor !== '0')
