import type { Queryable, Statement } from '../database/statements/database.ts'
import type { AccountKey } from './accounts.ts'
import type { Audience } from './sign-in-links.ts'
import { canBeTakenBack } from './take-back.ts'

/** An address that a person is to have, has, or had. */
export interface AddressChange {
  readonly id: string
  readonly accountId: string
  /** Where its person has asked for it; null where an operator has said it for them. */
  readonly audience: Audience | null
  /** Both in lower case. */
  readonly formerEmail: string
  readonly email: string
  /** The operator's; null where there was none. */
  readonly reason: string | null
  readonly createdAt: Date
  /** It takes effect no earlier. */
  readonly appliesFrom: Date
  /** When its link was used. */
  readonly provedAt: Date | null
  readonly appliedAt: Date | null
  /** When it was taken back, or another one took its place. */
  readonly endedAt: Date | null
  /** Until when it can be taken back; null where it did not take effect, or cannot be any more. */
  readonly takeBackUntil: Date | null
}

/** The id of a change, with the workspace that it has to be in. */
export interface AddressChangeKey {
  readonly workspaceId: string
  readonly id: string
}

const selectChanges = `
    select id, account_id as "accountId", audience, former_email as "formerEmail", email, reason, created_at as "createdAt",
      applies_from as "appliesFrom", proved_at as "provedAt", applied_at as "appliedAt", ended_at as "endedAt",
      case when ${canBeTakenBack('change')} then applied_at + interval '168 hours' end as "takeBackUntil"
    from address_changes change`

const listStatement: Statement = {
  name: 'address_change_list',
  text: `
    ${selectChanges}
    where workspace_id = $1 and account_id = $2
    order by created_at desc, id desc`,
}

const findStatement: Statement = {
  name: 'address_change_find',
  text: `${selectChanges} where workspace_id = $1 and id = $2`,
}

/** Lists the changes of a person's address, the latest first. */
export async function listAddressChanges(
  database: Queryable,
  { workspaceId, accountId }: AccountKey,
): Promise<readonly AddressChange[]> {
  return await database.query<AddressChange>(listStatement, [workspaceId, accountId])
}

export async function findAddressChange(
  database: Queryable,
  { workspaceId, id }: AddressChangeKey,
): Promise<AddressChange | undefined> {
  const [change] = await database.query<AddressChange>(findStatement, [workspaceId, id])
  return change
}

/** Whether a change is still to take effect. */
export const isWaiting = ({ appliedAt, endedAt }: Pick<AddressChange, 'appliedAt' | 'endedAt'>): boolean =>
  appliedAt === null && endedAt === null

/** The change of a person's address that is still to take effect: there is one at most. */
export const findWaiting = (changes: readonly AddressChange[]): AddressChange | undefined =>
  changes.find(isWaiting)

/** Until when an address that a person had can be taken back; `undefined` where none can. */
export const findTakeBackEnd = (changes: readonly AddressChange[]): Date | undefined =>
  changes.find(({ takeBackUntil }) => takeBackUntil !== null)?.takeBackUntil ?? undefined
