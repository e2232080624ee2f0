import { actAs } from '../audit/act-as.ts'
import { readSecret } from '../database/requests/read-secret.ts'
import type { Database, Transaction } from '../database/statements/database.ts'
import { tryOut } from '../database/statements/try-out.ts'
import { tellMoneyMovers } from '../outbox/tell-money-movers.ts'
import { type AccountKey, findAccount } from '../people/accounts.ts'
import { listMembershipPeople, listOwnMemberships, setMember } from '../people/membership-people.ts'
import { type Eraser, eraseAccount } from './erase-account.ts'
import { eraseMembership, type MemberErasure } from './erase-membership.ts'
import { isErasedName } from './erased-name.ts'

/** What an erasure of a person came to. */
export interface PersonErasure {
  readonly id: string
  /** Whether they are erased; else they are an operator, who stays one. */
  readonly isErased: boolean
  /** The members for whom they alone acted. */
  readonly erased: readonly OfPerson[]
  /** The ids of members for whom others act too: the person has left these. */
  readonly left: readonly string[]
}

/** A member who was erased with a person, by the name that it had. */
export interface OfPerson extends Pick<MemberErasure, 'membershipId' | 'payeesKept' | 'open'> {
  readonly name: string
  readonly programName: string
}

type PersonErasurePlan = AccountKey & Pick<Eraser, 'actor'> & { readonly isDryRun: boolean }

/**
 * Erases a person and every member for whom they alone act, or says what that would come to. A member for whom somebody else acts
 * too stays: it is not theirs alone. Where they do it themself, whoever moves money is told.
 *
 * @returns `undefined` where there is no such person
 */
export async function erasePerson(
  database: Database,
  { isDryRun, ...plan }: PersonErasurePlan,
): Promise<PersonErasure | undefined> {
  const secret = await readSecret(database)
  const acting = actAs(database, plan.actor)
  const erase = (tx: Transaction) => eraseWithMembers(tx, { ...plan, secret })
  return isDryRun ? await tryOut(acting, erase) : await acting.transaction(erase)
}

async function eraseWithMembers(
  tx: Transaction,
  plan: AccountKey & Eraser,
): Promise<PersonErasure | undefined> {
  const { workspaceId, accountId } = plan
  const isByThemself = plan.actor.startsWith('member:')
  const erased: OfPerson[] = []
  const left: string[] = []
  for (const { id: membershipId, name, programName } of await listOwnMemberships(tx, plan)) {
    const people = await listMembershipPeople(tx, { workspaceId, membershipId })
    if (people.length > 1) {
      await setMember(tx, { workspaceId, accountId, membershipId, isMember: false })
      left.push(membershipId)
      continue
    }
    const erasure = await eraseMembership(tx, { ...plan, membershipId })
    if (erasure === undefined) continue
    erased.push({ ...erasure, name, programName })
    if (isByThemself) await tellMoneyMovers(tx, workspaceId, { leftMembershipId: membershipId })
  }
  await eraseAccount(tx, plan)
  const account = await findAccount(tx, plan)
  return account && { id: accountId, isErased: isErasedName(account.name), erased, left }
}
