import { readSecret } from '../database/requests/read-secret.ts'
import type { Queryable } from '../database/statements/database.ts'
import { readDatabaseTime } from '../database/statements/time.ts'
import { findAddressChange, isWaiting } from '../people/address-changes.ts'
import { createAddressLinks } from '../people/address-links.ts'
import type { ClaimedMail } from './queue.ts'

/** Reads what is told of a change of an address, with the link that only who reads the mail has. */
export async function readAddressChange(
  database: Queryable,
  { workspaceId, kind, data }: ClaimedMail,
): Promise<object | undefined> {
  const id = String(data['addressChangeId'])
  const change = await findAddressChange(database, { workspaceId, id })
  if (change === undefined) return undefined
  const { audience, createdAt, appliesFrom, provedAt, appliedAt, endedAt, takeBackUntil } = change
  const common = { audience, askedAt: createdAt, appliesFrom }
  const makeLink = async (use: 'proof' | 'take_back') => {
    const [secret, madeAt] = await Promise.all([readSecret(database), readDatabaseTime(database)])
    return createAddressLinks(secret).make(use, { workspaceId, id, madeAt })
  }
  if (kind === 'address_proof') {
    return isWaiting(change) && provedAt === null ? { ...common, token: await makeLink('proof') } : undefined
  }
  if (kind === 'address_changing') {
    const isOpen = isWaiting(change) || takeBackUntil !== null
    return isOpen ? { ...common, token: await makeLink('take_back') } : undefined
  }
  return appliedAt === null ? undefined : { isTakenBack: endedAt !== null }
}
