import type { IdempotencyClaim } from '@affiliate-platform/contract/server'
import type { Database, Statement, Transaction } from '../database/statements/database.ts'
import { readDatabaseTime } from '../database/statements/time.ts'
import { type MadeBefore, rememberMade } from '../idempotency/make-once.ts'
import { findIdempotencyRecord } from '../idempotency/store.ts'
import { insertApiKey } from './create-key.ts'
import type { ApiKeySummary } from './list-keys.ts'

/** How an API key is to be succeeded by another one. */
export interface RotationPlan {
  /** The key to succeed. */
  readonly id: string
  /** The workspace that it has to be of; `undefined`: any. */
  readonly workspaceId?: string | undefined
  /** How long it is valid beside its successor. */
  readonly overlapMs: number
  /** When the successor ends. */
  readonly expiresAtMs: number | undefined
}

/** The successor, whose text is kept nowhere, or why there is none. */
export type Rotation =
  | {
      readonly ok: true
      readonly id: string
      readonly apiKey: string
      /** That of the key before it. */
      readonly lineageId: string
      /** When the key before it ends. */
      readonly predecessorExpiresAt: Date
    }
  | { readonly ok: false; readonly rejection: 'unknown_key' | 'ended_key' | 'successor_without_end' }
  | { readonly ok: false; readonly rejection: 'rotated_already'; readonly successorId: string }

type KeyRow = Omit<ApiKeySummary, 'id' | 'hint' | 'createdAt' | 'lastUsedAt'>

const lockStatement: Statement = {
  name: 'api_key_lock',
  text: `
    select
      workspace_id as "workspaceId", lineage_id as "lineageId", kind, app_id as "appId", scopes, name,
      expires_at as "expiresAt", revoked_at as "revokedAt"
    from api_keys
    where id = $1 and ($2::uuid is null or workspace_id = $2)
    for no key update`,
}

const findSuccessorStatement: Statement = {
  name: 'api_key_successor',
  text: `
    select id
    from api_keys
    where workspace_id = $1 and lineage_id = $2 and id > $3 and revoked_at is null
    order by id
    limit 1`,
}

const endStatement: Statement = {
  name: 'api_key_end',
  text: 'update api_keys set expires_at = $3 where workspace_id = $1 and id = $2',
}

/**
 * Makes a new key of the same lineage, with the same rights, and lets the old one end after the overlap (D27). Quota,
 * idempotency keys and cursors go on with the new key.
 */
export async function rotateApiKey(database: Database, plan: RotationPlan): Promise<Rotation> {
  return await database.transaction(async (tx) => rotateLocked(tx, plan, await lock(tx, plan)))
}

/**
 * The same, once for a claim.
 *
 * @returns what the claim has made before, which has the successor's id and never the key itself (D344)
 */
export async function rotateApiKeyOnce(
  database: Database,
  plan: RotationPlan,
  claim: IdempotencyClaim,
): Promise<Rotation | ({ readonly ok: true } & MadeBefore)> {
  return await database.transaction(async (tx) => {
    // The lock comes first: whoever waits for it reads what the other one has made.
    const key = await lock(tx, plan)
    const first = await findIdempotencyRecord(tx, claim)
    if (first !== undefined) return { ok: true, first }
    const rotation = await rotateLocked(tx, plan, key)
    if (rotation.ok) await rememberMade(tx, claim, rotation)
    return rotation
  })
}

async function lock(tx: Transaction, { id, workspaceId }: RotationPlan): Promise<KeyRow | undefined> {
  const [key] = await tx.query<KeyRow>(lockStatement, [id, workspaceId ?? null])
  return key
}

async function rotateLocked(tx: Transaction, plan: RotationPlan, key: KeyRow | undefined): Promise<Rotation> {
  if (key === undefined) return { ok: false, rejection: 'unknown_key' }
  const nowMs = (await readDatabaseTime(tx)).getTime()
  const endsAtMs = key.expiresAt?.getTime() ?? Infinity
  if (key.revokedAt !== null || endsAtMs <= nowMs) return { ok: false, rejection: 'ended_key' }
  // A key with an end was meant to end: its successor must not last for ever by mistake.
  if (key.expiresAt !== null && plan.expiresAtMs === undefined) {
    const [successor] = await tx.query<{ id: string }>(findSuccessorStatement, [
      key.workspaceId,
      key.lineageId,
      plan.id,
    ])
    if (successor === undefined) return { ok: false, rejection: 'successor_without_end' }
    return { ok: false, rejection: 'rotated_already', successorId: successor.id }
  }
  const { workspaceId, lineageId, appId, kind, scopes, name } = key
  const rights = { workspaceId, lineageId, kind, scopes, name, appId: appId ?? undefined }
  const successor = await insertApiKey(tx, { ...rights, expiresAtMs: plan.expiresAtMs })
  const predecessorExpiresAt = new Date(Math.min(endsAtMs, nowMs + plan.overlapMs))
  await tx.query(endStatement, [workspaceId, plan.id, predecessorExpiresAt])
  return { ok: true, ...successor, lineageId, predecessorExpiresAt }
}
