import type { Database, Queryable, Statement } from '../database/statements/database.ts'
import { newId } from '../database/statements/new-id.ts'
import { tellAddressByMail } from '../outbox/tell-by-mail.ts'
import { type AccountKey, lockAccount } from '../people/accounts.ts'
import { type AddressChange, findAddressChange } from '../people/address-changes.ts'
import type { Audience } from '../people/sign-in-links.ts'
import { isTaken } from './take-effect.ts'

/** Which address a person is to have. */
export interface NewAddress extends AccountKey {
  readonly email: string
  /** Where its person asks for it, or why an operator says it for them. */
  readonly by: { readonly audience: Audience } | { readonly reason: string }
}

/** Why an address is not changed. */
export type AddressRejection =
  | 'unknown_account'
  /** They have it already. */
  | 'same'
  /** Who works in the console changes it there, and not in the portal. */
  | 'operator'
  | 'too_often'
  /** Told to operators alone, who see the addresses of all. */
  | 'taken'

/** The change that waits for its link, or why there is none. */
export type AddressChanging =
  | { readonly ok: true; readonly change: AddressChange }
  | { readonly ok: false; readonly rejection: AddressRejection }

/** More are asked for by nobody but who wants to annoy: each one is a mail to an address that may be a stranger's. */
const perDayMax = 5

const countStatement: Statement = {
  name: 'address_change_count',
  text: `
    select count(*)::integer as count
    from address_changes
    where workspace_id = $1 and account_id = $2 and audience is not null and created_at > now() - interval '24 hours'`,
}

const insertStatement: Statement = {
  name: 'address_change_insert',
  text: `
    insert into address_changes
      (workspace_id, id, account_id, audience, former_email, email, reason, created_at, applies_from)
    select $1, $3, id, $4, email, $5, $6, date_trunc('milliseconds', now()),
      date_trunc('milliseconds', now()) + case when $6::text is null then interval '0' else interval '72 hours' end
    from accounts
    where workspace_id = $1 and id = $2`,
}

const endStatement: Statement = {
  name: 'address_change_end_waiting',
  text: `
    update address_changes set ended_at = date_trunc('milliseconds', now())
    where workspace_id = $1 and account_id = $2 and applied_at is null and ended_at is null
    returning 1`,
}

/**
 * Begins to give a person another address: it is sent a link, and the one before is told of it at once. It takes effect once the
 * link was used, and where an operator has said it not before three days later. It takes the place of one that still waits.
 * Whether somebody else has the address is found out then alone, by who reads its mail.
 */
export async function changeAddress(database: Database, address: NewAddress): Promise<AddressChanging> {
  const { workspaceId, accountId, by } = address
  const email = address.email.toLowerCase()
  const reject = (rejection: AddressRejection) => ({ ok: false, rejection }) as const
  return await database.transaction(async (tx) => {
    const account = await lockAccount(tx, address)
    if (account === undefined) return reject('unknown_account')
    if (account.email === email) return reject('same')
    if ('audience' in by) {
      if (by.audience === 'member' && account.role !== null) return reject('operator')
      const [asked] = await tx.query<{ readonly count: number }>(countStatement, [workspaceId, accountId])
      if (asked !== undefined && asked.count >= perDayMax) return reject('too_often')
    } else if (await isTaken(tx, { workspaceId, accountId, email })) {
      return reject('taken')
    }
    await endWaiting(tx, address)
    const id = newId()
    const { audience = null, reason = null } = { audience: undefined, reason: undefined, ...by }
    await tx.query(insertStatement, [workspaceId, accountId, id, audience, email, reason])
    for (const kind of ['address_proof', 'address_changing'] as const) {
      await tellAddressByMail(tx, address, { kind, addressChangeId: id })
    }
    const change = await findAddressChange(tx, { workspaceId, id })
    if (change === undefined) throw new Error('A change that was just made is there.')
    return { ok: true, change }
  })
}

/** Lets a person keep their address: a change that still waits does not take effect. Returns whether one did. */
export async function keepAddress(database: Queryable, key: AccountKey): Promise<boolean> {
  return await endWaiting(database, key)
}

async function endWaiting(database: Queryable, { workspaceId, accountId }: AccountKey): Promise<boolean> {
  return (await database.query(endStatement, [workspaceId, accountId])).length > 0
}
