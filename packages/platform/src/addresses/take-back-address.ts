import { actAs } from '../audit/act-as.ts'
import { readSecret } from '../database/requests/read-secret.ts'
import type { Database, Statement } from '../database/statements/database.ts'
import { tellAddressByMail } from '../outbox/tell-by-mail.ts'
import { lockAccount } from '../people/accounts.ts'
import { findAddressChange, isWaiting } from '../people/address-changes.ts'
import { createAddressLinks } from '../people/address-links.ts'
import { signOutEverywhere } from '../people/sign-out-everywhere.ts'
import { toActor } from './prove-address.ts'
import { setAddress } from './take-effect.ts'

/** What came of it: the change did not take effect, was undone, or is no longer to be undone. */
export type AddressReturn = 'stopped' | 'taken_back' | 'too_late'

// What was changed on from there ends too: else whoever has the later address would take it back.
const endStatement: Statement = {
  name: 'address_change_end_since',
  text: `
    update address_changes set ended_at = date_trunc('milliseconds', now())
    where workspace_id = $1 and account_id = $2 and ended_at is null and (created_at, id) >= ($3, $4::uuid)`,
}

/**
 * Lets a person keep the address that a link was sent to, or have it again: by the link, without being signed in, until seven days
 * after it was changed. Whoever is signed in as them then is signed out, and their passkeys are removed.
 */
export async function takeBackAddress(database: Database, token: string): Promise<AddressReturn> {
  const link = createAddressLinks(await readSecret(database)).read('take_back', token)
  const found = link && (await findAddressChange(database, link))
  if (link === undefined || found === undefined) return 'too_late'
  const { workspaceId } = link
  const key = { workspaceId, accountId: found.accountId }
  return await actAs(database, await toActor(database, key)).transaction(async (tx) => {
    const account = await lockAccount(tx, key)
    const change = await findAddressChange(tx, link)
    if (account === undefined || change === undefined) return 'too_late'
    const { id, formerEmail, createdAt, takeBackUntil } = change
    if (!isWaiting(change) && takeBackUntil === null) return 'too_late'
    await tx.query(endStatement, [workspaceId, account.id, createdAt, id])
    if (takeBackUntil === null) {
      await signOutEverywhere(tx, key)
      return 'stopped'
    }
    await setAddress(tx, key, { from: account.email, to: formerEmail })
    await tellAddressByMail(tx, key, { kind: 'address_changed', addressChangeId: id })
    return 'taken_back'
  })
}
