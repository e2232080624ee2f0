import { actAs } from '../audit/act-as.ts'
import { readSecret } from '../database/requests/read-secret.ts'
import type { Database, Queryable, Statement, Transaction } from '../database/statements/database.ts'
import { rejectingConstraint } from '../database/statements/faults.ts'
import { tellAddressByMail } from '../outbox/tell-by-mail.ts'
import { type Account, type AccountKey, findAccount, lockAccount } from '../people/accounts.ts'
import {
  type AddressChange,
  type AddressChangeKey,
  findAddressChange,
  isWaiting,
} from '../people/address-changes.ts'
import { createAddressLinks } from '../people/address-links.ts'
import type { SessionKey } from '../people/sessions.ts'
import type { Audience } from '../people/sign-in-links.ts'
import { isTaken, takeEffect } from './take-effect.ts'

/** A session in which a link is used. */
export interface ProvingSession extends AccountKey, SessionKey {
  readonly audience: Audience
}

/** Whether an address is theirs from now on; or why not: the link is no good any more, or somebody else has the address. */
export type AddressProof = 'changed' | 'expired' | 'taken'

// Of several who use one link at once, the lock on the account lets one win.
const proveStatement: Statement = {
  name: 'address_change_prove',
  text: `
    update address_changes set proved_at = date_trunc('milliseconds', now())
    where workspace_id = $1 and id = $2 and account_id = $3 and audience is not distinct from $4
      and proved_at is null and ended_at is null and $5::timestamptz > now() - interval '30 minutes'
    returning 1`,
}

const endStatement: Statement = {
  name: 'address_change_end',
  text: `
    update address_changes set ended_at = date_trunc('milliseconds', now())
    where workspace_id = $1 and id = $2 and applied_at is null and ended_at is null`,
}

const listDueStatement: Statement = {
  name: 'address_change_list_due',
  text: `
    select workspace_id as "workspaceId", id
    from address_changes
    where proved_at is not null and applied_at is null and ended_at is null and applies_from <= now()
    order by applies_from
    limit 250`,
}

/**
 * Gives who is signed in the address that their link was sent to. The link is good once, for half an hour, for the person and in the
 * half where it was asked for.
 */
export async function confirmAddress(
  database: Database,
  session: ProvingSession,
  token: string,
): Promise<AddressProof> {
  const { workspaceId, accountId, audience, id: sessionId } = session
  const link = createAddressLinks(await readSecret(database)).read('proof', token)
  if (link === undefined || link.workspaceId !== workspaceId) return 'expired'
  return await rejectTaken(() =>
    database.transaction(async (tx) => {
      const account = await lockAccount(tx, session)
      if (account === undefined || (audience === 'member' && account.role !== null)) return 'expired'
      const values = [workspaceId, link.id, accountId, audience, link.madeAt]
      if ((await tx.query(proveStatement, values)).length === 0) return 'expired'
      const change = await findAddressChange(tx, link)
      return await settle(tx, workspaceId, { account, change, sessionId })
    }),
  )
}

/**
 * Records that somebody reads mail at the address that an operator has said for them, whoever it is.
 *
 * @returns when it takes effect; `undefined` where the link is no good any more
 */
export async function proveAddress(database: Database, token: string): Promise<Date | undefined> {
  const link = createAddressLinks(await readSecret(database)).read('proof', token)
  const found = link && (await findAddressChange(database, link))
  if (link === undefined || found === undefined) return undefined
  const { workspaceId } = link
  const { accountId, appliesFrom } = found
  const acting = actAs(database, await toActor(database, { workspaceId, accountId }))
  return await acting.transaction(async (tx) => {
    await lockAccount(tx, { workspaceId, accountId })
    const values = [workspaceId, link.id, accountId, null, link.madeAt]
    return (await tx.query(proveStatement, values)).length === 0 ? undefined : appliesFrom
  })
}

/** Has those changes take effect whose time has come. Called by whoever serves. */
export async function applyDueAddresses(database: Database): Promise<void> {
  for (const key of await database.query<AddressChangeKey>(listDueStatement, [])) {
    await applyDue(database, key)
  }
}

async function applyDue(database: Database, due: AddressChangeKey): Promise<void> {
  const { workspaceId } = due
  const found = await findAddressChange(database, due)
  if (found === undefined) return
  const ended = await rejectTaken(() =>
    database.transaction(async (tx) => {
      const account = await lockAccount(tx, { workspaceId, accountId: found.accountId })
      const change = await findAddressChange(tx, due)
      if (account === undefined || change === undefined || !isWaiting(change)) return 'expired'
      const proof = await settle(tx, workspaceId, { account, change })
      if (proof === 'changed') {
        const key = { workspaceId, accountId: account.id }
        await tellAddressByMail(tx, key, { kind: 'address_changed', addressChangeId: change.id })
      }
      return proof
    }),
  )
  // Somebody was given the address meanwhile, or they were given another one.
  if (ended !== 'changed') await database.query(endStatement, [workspaceId, due.id])
}

interface Settling {
  readonly account: Account
  readonly change: AddressChange | undefined
  readonly sessionId?: string
}

async function settle(
  tx: Transaction,
  workspaceId: string,
  { account, change, sessionId }: Settling,
): Promise<AddressProof> {
  if (change === undefined || change.formerEmail !== account.email) return 'expired'
  if (await isTaken(tx, { workspaceId, accountId: account.id, email: change.email })) {
    await tx.query(endStatement, [workspaceId, change.id])
    return 'taken'
  }
  await takeEffect(tx, workspaceId, { change, ...(sessionId !== undefined && { sessionId }) })
  return 'changed'
}

/** Two who are given one address at once are told apart by the database. */
async function rejectTaken(run: () => Promise<AddressProof>): Promise<AddressProof> {
  try {
    return await run()
  } catch (error) {
    if (rejectingConstraint(error) === 'accounts_one_of_email') return 'taken'
    throw error
  }
}

/** In whose name something is done by a link that only they have. */
export async function toActor(database: Queryable, key: AccountKey): Promise<string> {
  const account = await findAccount(database, key)
  return `${account?.role ? 'operator' : 'member'}:${key.accountId}`
}
