import type { IdempotencyClaim } from '@affiliate-platform/contract/server'
import type { Database, Statement, Transaction } from '../database/statements/database.ts'
import { type MadeBefore, makeOnce } from '../idempotency/make-once.ts'
import { addSecret, type SecretPlace } from './endpoint-secret.ts'
import type { AddedEndpoint } from './endpoints.ts'

/** A rotation: how long deliveries are signed with both secrets. */
export interface SecretRotation extends SecretPlace {
  readonly overlapMs: number
}

const markStatement: Statement = {
  name: 'webhook_mark_rotated',
  text: `
    update webhook_endpoints set rotated_at = date_trunc('milliseconds', now())
    where workspace_id = $1 and id = $2 and removed_at is null
    returning 1`,
}

// What was rotated out before ends no later for it.
const expireStatement: Statement = {
  name: 'webhook_expire_secrets',
  text: `
    update webhook_secrets set expires_at = date_trunc('milliseconds', now() + make_interval(secs => $3))
    where workspace_id = $1 and endpoint_id = $2
      and (expires_at is null or expires_at > now() + make_interval(secs => $3))`,
}

const deleteStatement: Statement = {
  name: 'webhook_delete_secrets',
  text: 'delete from webhook_secrets where workspace_id = $1 and endpoint_id = $2 and expires_at <= now()',
}

/**
 * Gives an endpoint a new secret. Until the overlap is over, each delivery has a signature by either.
 *
 * @returns the secret, which is told nowhere else; `undefined` without such an endpoint
 */
export async function rotateSecret(
  database: Database,
  rotation: SecretRotation,
): Promise<string | undefined> {
  return await database.transaction((tx) => rotate(tx, rotation))
}

/** The same, once for a claim, with the id of the endpoint. */
export async function rotateSecretOnce(
  database: Database,
  rotation: SecretRotation,
  claim: IdempotencyClaim,
): Promise<AddedEndpoint | MadeBefore | undefined> {
  return await makeOnce(database, claim, async (tx) => {
    const secret = await rotate(tx, rotation)
    return secret === undefined ? undefined : { id: rotation.endpointId, secret }
  })
}

async function rotate(tx: Transaction, { overlapMs, ...place }: SecretRotation): Promise<string | undefined> {
  const key = [place.workspaceId, place.endpointId]
  const [marked] = await tx.query(markStatement, key)
  if (marked === undefined) return undefined
  await tx.query(expireStatement, [...key, overlapMs / 1000])
  await tx.query(deleteStatement, key)
  return await addSecret(tx, place)
}
