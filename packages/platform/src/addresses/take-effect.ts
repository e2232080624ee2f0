import type { Queryable, Statement } from '../database/statements/database.ts'
import type { AccountKey } from '../people/accounts.ts'
import type { AddressChange } from '../people/address-changes.ts'
import { endOtherSessions } from '../people/sessions.ts'
import { voidSignInLinks } from '../people/sign-in-links.ts'
import { signOutEverywhere } from '../people/sign-out-everywhere.ts'
import { selectWhoMayTakeBack } from '../people/take-back.ts'

const listOwnersStatement: Statement = {
  name: 'address_list_owners',
  text: `
    select id from accounts where workspace_id = $1 and email = $2
    union all
    (${selectWhoMayTakeBack('$2')})`,
}

const setStatement: Statement = {
  name: 'account_set_email',
  text: 'update accounts set email = $3 where workspace_id = $1 and id = $2',
}

// What they applied for is theirs under the new address too. Of two open ones for a program, neither moves.
const moveApplicationsStatement: Statement = {
  name: 'application_set_email',
  text: `
    update applications moved set email = $3
    where moved.workspace_id = $1 and moved.email = $2 and not (
      moved.state = 'open' and exists (
        select from applications other
        where other.workspace_id = $1 and other.program_id = moved.program_id and other.email = $3 and other.state = 'open'
      )
    )`,
}

const markStatement: Statement = {
  name: 'address_change_apply',
  text: `
    update address_changes
    set proved_at = at_or_now(proved_at), applied_at = date_trunc('milliseconds', now())
    where workspace_id = $1 and id = $2`,
}

/** Whether somebody else has an address, or can still take it back. */
export async function isTaken(
  tx: Queryable,
  { workspaceId, accountId, email }: AccountKey & { readonly email: string },
): Promise<boolean> {
  const owners = await tx.query<{ readonly id: string }>(listOwnersStatement, [workspaceId, email])
  return owners.some(({ id }) => id !== accountId)
}

/**
 * Gives a person an address in the place of another one: links that were sent to that one are void, and its sessions end but for the
 * one that is named. Without one whoever was signed in may be somebody else, and passkeys go too.
 */
export async function setAddress(
  tx: Queryable,
  key: AccountKey,
  { from, to, sessionId }: { readonly from: string; readonly to: string; readonly sessionId?: string },
): Promise<void> {
  const { workspaceId, accountId } = key
  // In this order: a link that is being made meanwhile is found by its mail to go to the new address, or is void.
  await tx.query(setStatement, [workspaceId, accountId, to])
  await voidSignInLinks(tx, key)
  if (sessionId === undefined) await signOutEverywhere(tx, key)
  else await endOtherSessions(tx, { ...key, id: sessionId }, undefined)
  await tx.query(moveApplicationsStatement, [workspaceId, from, to])
}

export async function takeEffect(
  tx: Queryable,
  workspaceId: string,
  {
    change: { id, accountId, formerEmail: from, email: to },
    sessionId,
  }: { readonly change: AddressChange; readonly sessionId?: string },
): Promise<void> {
  await setAddress(
    tx,
    { workspaceId, accountId },
    { from, to, ...(sessionId !== undefined && { sessionId }) },
  )
  await tx.query(markStatement, [workspaceId, id])
}
