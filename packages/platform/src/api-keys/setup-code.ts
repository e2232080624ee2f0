import type { Credential, FindCredential } from '@affiliate-platform/contract/server'
import type { Queryable, Statement } from '../database/statements/database.ts'
import { newId } from '../database/statements/new-id.ts'
import { apiKeyHint, hashApiKey, newApiKey } from './api-key.ts'
import { createLookUp } from './look-up-keys.ts'

/** A new setup code: its text is shown once and kept nowhere. */
export interface SetupCode {
  readonly id: string
  readonly code: string
  readonly appName: string
  readonly expiresAt: Date
}

/** What a setup code was redeemed for. */
export interface RedeemedSetup {
  readonly keyId: string
  /** The text of the workspace key, which is kept nowhere. */
  readonly apiKey: string
  readonly appId: string
  readonly appName: string
}

const findAppStatement: Statement = {
  name: 'setup_code_find_app',
  text: 'select name as "appName" from apps where workspace_id = $1 and id = $2',
}

const issueStatement: Statement = {
  name: 'setup_code_issue',
  text: `
    insert into setup_codes (workspace_id, id, app_id, code_hash, created_at, expires_at)
    values ($1, $2, $3, $4, date_trunc('milliseconds', now()), date_trunc('milliseconds', now()) + interval '15 minutes')
    returning expires_at as "expiresAt"`,
}

const findStatement: Statement = {
  name: 'setup_code_find_by_hash',
  text: `
    select workspace_id as "workspaceId", id, encode(code_hash, 'hex') as hash
    from setup_codes
    where code_hash = any ($1) and redeemed_at is null and expires_at > now()`,
}

const redeemStatement: Statement = {
  name: 'setup_code_redeem',
  text: `
    select key_id as "keyId", app_id as "appId", app_name as "appName"
    from redeem_setup_code($1, $2, $3, $4, $5)`,
}

/**
 * Issues a setup code for an app: whoever redeems it within 15 minutes of the database's time gets a workspace key (D265).
 *
 * @returns `undefined` where the workspace has no such app
 */
export async function issueSetupCode(
  database: Queryable,
  { workspaceId, appId }: { readonly workspaceId: string; readonly appId: string },
): Promise<SetupCode | undefined> {
  const [app] = await database.query<Pick<SetupCode, 'appName'>>(findAppStatement, [workspaceId, appId])
  if (app === undefined) return undefined
  const [id, code] = [newId(), newApiKey('setup')]
  const values = [workspaceId, id, appId, hashApiKey(code)]
  const [row] = await database.query<Pick<SetupCode, 'expiresAt'>>(issueStatement, values)
  return row && { id, code, ...app, ...row }
}

/**
 * Creates the process's search for setup codes that can still be redeemed. Guesses are looked up together and with pauses,
 * as those of keys are (D72).
 */
export function createSetupCodeSearch(database: Queryable): FindCredential {
  const lookUp = createLookUp((hashes) => findSetupCodes(database, hashes))
  return (code) => lookUp(hashApiKey(code))
}

type FoundRow = Pick<Credential, 'workspaceId' | 'id'> & { readonly hash: string }

async function findSetupCodes(
  database: Queryable,
  hashes: readonly Buffer[],
): Promise<ReadonlyMap<string, Credential>> {
  const rows = await database.query<FoundRow>(findStatement, [hashes])
  return new Map(
    rows.map(({ hash, workspaceId, id }) => [
      hash,
      { workspaceId, id, lineageId: id, kind: 'setup', appId: undefined, scopes: [] },
    ]),
  )
}

/**
 * Redeems a setup code for a workspace key in the name of whoever issued it. Of several at once one succeeds.
 *
 * @returns `undefined` where it was redeemed or has expired meanwhile
 */
export async function redeemSetupCode(
  database: Queryable,
  { workspaceId, id }: Pick<Credential, 'workspaceId' | 'id'>,
): Promise<RedeemedSetup | undefined> {
  const apiKey = newApiKey('workspace')
  const values = [workspaceId, id, newId(), hashApiKey(apiKey), apiKeyHint(apiKey)]
  const [row] = await database.query<Omit<RedeemedSetup, 'apiKey'>>(redeemStatement, values)
  return row && { ...row, apiKey }
}
