import type { Credential, FindCredential } from '@affiliate-platform/contract/server'
import { hashApiKey, newApiKey } from '../api-keys/api-key.ts'
import { createLookUp } from '../api-keys/look-up-keys.ts'
import type { Queryable, Statement } from '../database/statements/database.ts'
import { newId } from '../database/statements/new-id.ts'
import { type AccountKey, roleInForce } from './accounts.ts'
import { isMemberSql } from './membership-people.ts'

/** As what somebody signs in: to the console, or to the portal. Who is both has a session for each. */
export type Audience = 'operator' | 'member'

/** What the texts of an audience's links and cookies begin with: the one is never taken for the other. */
const kinds = {
  operator: { link: 'sign_in', session: 'session' },
  member: { link: 'member_sign_in', session: 'member_session' },
} as const

/** What the texts of an audience's cookies begin with. */
export const sessionKinds = { operator: kinds.operator.session, member: kinds.member.session } as const

/** Who may sign in, of an `account` of the workspace `$1`. */
export const mayEnter: Readonly<Record<Audience, string>> = {
  operator: `${roleInForce} is not null`,
  member: isMemberSql,
}

/** What signs a person in, once. */
export interface SignInLink {
  /** What the link holds; it is kept nowhere. */
  readonly token: string
  readonly expiresAt: Date
}

/** A session that has begun. */
export interface NewSession {
  /** What the cookie holds; it is kept nowhere. */
  readonly token: string
  readonly expiresAt: Date
}

const toInsertStatement = (audience: Audience): Statement => ({
  name: `sign_in_link_insert_${audience}`,
  text: `
    insert into sign_in_links as made (workspace_id, id, account_id, audience, token_hash, created_at, expires_at)
    select workspace_id, $3, id, '${audience}', $4, date_trunc('milliseconds', now()),
      date_trunc('milliseconds', now()) + interval '30 minutes'
    from accounts account
    where workspace_id = $1 and id = $2 and ${mayEnter[audience]}
    returning expires_at as "expiresAt"`,
})

const findStatement: Statement = {
  name: 'sign_in_link_find_by_hash',
  text: `
    select workspace_id as "workspaceId", id, audience, encode(token_hash, 'hex') as hash
    from sign_in_links
    where token_hash = any ($1) and used_at is null and expires_at > now()`,
}

// The row's lock lets one of several at once win.
const useStatement: Statement = {
  name: 'sign_in_link_use',
  text: `
    with used as (
      update sign_in_links set used_at = date_trunc('milliseconds', now())
      where workspace_id = $1 and id = $2 and audience = $5 and used_at is null and expires_at > now()
      returning workspace_id, account_id, audience
    )
    insert into sessions as made (workspace_id, id, account_id, audience, token_hash, created_at, used_at, expires_at)
    select workspace_id, $3, account_id, audience, $4, date_trunc('milliseconds', now()), date_trunc('milliseconds', now()),
      date_trunc('milliseconds', now()) + interval '14 days'
    from used
    returning expires_at as "expiresAt"`,
}

const voidStatement: Statement = {
  name: 'sign_in_link_void',
  text: `
    update sign_in_links set used_at = date_trunc('milliseconds', now())
    where workspace_id = $1 and account_id = $2 and used_at is null`,
}

/**
 * Makes a link by which a person signs in, once and within 30 minutes.
 *
 * @returns `undefined` where there is no such person, or one who is no operator, or no member
 */
export async function issueSignInLink(
  database: Queryable,
  { workspaceId, accountId }: AccountKey,
  audience: Audience = 'operator',
): Promise<SignInLink | undefined> {
  const token = newApiKey(kinds[audience].link)
  const values = [workspaceId, accountId, newId(), hashApiKey(token)]
  const [row] = await database.query<Pick<SignInLink, 'expiresAt'>>(toInsertStatement(audience), values)
  return row && { token, ...row }
}

interface FoundRow extends Pick<Credential, 'workspaceId' | 'id'> {
  readonly audience: Audience
  readonly hash: string
}

/** Creates the process's search for links that were not used yet. Guesses wait, as those of keys do (D72). */
export function createSignInSearch(database: Queryable): FindCredential {
  const lookUp = createLookUp(async (hashes) => {
    const rows = await database.query<FoundRow>(findStatement, [hashes])
    const toCredential = ({ workspaceId, id, audience }: FoundRow): Credential => ({
      ...{ workspaceId, id, lineageId: id, kind: kinds[audience].link, appId: undefined, scopes: [] },
    })
    return new Map(rows.map((row) => [row.hash, toCredential(row)]))
  })
  return (token) => lookUp(hashApiKey(token))
}

/**
 * Begins the session that a link stands for.
 *
 * @returns `undefined` where it was used or has expired meanwhile
 */
export async function useSignInLink(
  database: Queryable,
  { workspaceId, id }: Pick<Credential, 'workspaceId' | 'id'>,
  audience: Audience = 'operator',
): Promise<NewSession | undefined> {
  const token = newApiKey(kinds[audience].session)
  const values = [workspaceId, id, newId(), hashApiKey(token), audience]
  const [row] = await database.query<Pick<NewSession, 'expiresAt'>>(useStatement, values)
  return row && { token, ...row }
}

/** Makes every link of a person void that was not used yet. */
export async function voidSignInLinks(
  database: Queryable,
  { workspaceId, accountId }: AccountKey,
): Promise<void> {
  await database.query(voidStatement, [workspaceId, accountId])
}
