import type { ApiKeyKind, KeyScope } from '@affiliate-platform/contract'
import type { IdempotencyClaim } from '@affiliate-platform/contract/server'
import type { Database, Queryable, Statement } from '../database/statements/database.ts'
import { toDatabaseFault } from '../database/statements/faults.ts'
import { newId } from '../database/statements/new-id.ts'
import { type MadeBefore, makeOnce } from '../idempotency/make-once.ts'
import { apiKeyHint, hashApiKey, newApiKey } from './api-key.ts'

export interface ApiKeyPlan {
  readonly kind: ApiKeyKind
  readonly workspaceId: string
  /** The app of an affiliate key. */
  readonly appId: string | undefined
  readonly scopes: readonly KeyScope[]
  readonly name: string
  readonly expiresAtMs: number | undefined
  /** The lineage that a successor goes on with. Default: one of its own. */
  readonly lineageId?: string
}

/** A new API key: its id, and its text, which is shown once and kept nowhere. */
export interface NewApiKey {
  readonly id: string
  readonly apiKey: string
}

const insertStatement: Statement = {
  name: 'api_key_insert',
  text: `
    insert into api_keys
      (workspace_id, id, lineage_id, kind, app_id, scopes, name, key_hash, key_hint, created_at, expires_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, date_trunc('milliseconds', now()), $10)`,
}

/** Makes an API key and stores what is to be kept of it. A constraint rejects an unknown workspace or app. */
export async function insertApiKey(database: Queryable, plan: ApiKeyPlan): Promise<NewApiKey> {
  const id = newId()
  const apiKey = newApiKey(plan.kind)
  await database.query(insertStatement, [
    plan.workspaceId,
    id,
    plan.lineageId ?? id,
    plan.kind,
    plan.appId ?? null,
    plan.scopes,
    plan.name,
    hashApiKey(apiKey),
    apiKeyHint(apiKey),
    plan.expiresAtMs === undefined ? null : new Date(plan.expiresAtMs),
  ])
  return { id, apiKey }
}

/**
 * Creates an API key.
 *
 * @returns its id and its text, which is kept nowhere; `undefined` when the workspace or its app does not exist
 */
export async function createApiKey(database: Queryable, plan: ApiKeyPlan): Promise<NewApiKey | undefined> {
  try {
    return await insertApiKey(database, plan)
  } catch (error) {
    if (toDatabaseFault(error) === 'constraint') return undefined
    throw error
  }
}

/**
 * The same, once for a claim.
 *
 * @returns what the claim has made before, which has the key's id and never the key itself (D344)
 */
export async function createApiKeyOnce(
  database: Database,
  plan: ApiKeyPlan,
  claim: IdempotencyClaim,
): Promise<NewApiKey | MadeBefore | undefined> {
  return await makeOnce(database, claim, (tx) => insertApiKey(tx, plan))
}
