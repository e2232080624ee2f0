import type { Role } from '@affiliate-platform/contract/console'
import { hashApiKey } from '../api-keys/api-key.ts'
import { createLookUp } from '../api-keys/look-up-keys.ts'
import type { Queryable, Statement } from '../database/statements/database.ts'
import { type AccountKey, roleInForce } from './accounts.ts'
import { listOwnMemberships, type OwnMembership } from './membership-people.ts'
import type { Audience } from './sign-in-links.ts'

/** A session that is in force, and what its person may do now. */
export interface Session {
  readonly workspaceId: string
  readonly id: string
  readonly accountId: string
  readonly role: Role
}

/** A session of the portal that is in force, and for whom its person acts now. */
export interface MemberSession extends Omit<Session, 'role'> {
  readonly memberships: readonly OwnMembership[]
}

/** The id of a session, with the workspace that it has to be in. */
export type SessionKey = Pick<Session, 'workspaceId' | 'id'>

/** A session that is in force, as it is shown. It tells nothing of its cookie. */
export interface ListedSession {
  readonly id: string
  readonly accountId: string
  /** When its person signed in. */
  readonly createdAt: Date
  /** To the minute. */
  readonly usedAt: Date
}

const isInForce = "ended_at is null and expires_at > now() and used_at > now() - interval '12 hours'"

const findStatement: Statement = {
  name: 'session_find_by_hash',
  text: `
    select workspace_id as "workspaceId", id, account_id as "accountId",
      used_at <= now() - interval '1 minute' as "isUseStale", encode(token_hash, 'hex') as hash
    from sessions
    where token_hash = any ($1) and audience = $2 and ${isInForce}`,
}

const findRoleStatement: Statement = {
  name: 'session_find_role',
  text: `select ${roleInForce} as role from accounts account where workspace_id = $1 and id = $2`,
}

const noteUseStatement: Statement = {
  name: 'session_note_use',
  text: `
    update sessions set used_at = date_trunc('milliseconds', now())
    where workspace_id = $1 and id = $2 and used_at <= now() - interval '1 minute'`,
}

const endStatement: Statement = {
  name: 'session_end',
  text: `
    update sessions set ended_at = date_trunc('milliseconds', now())
    where workspace_id = $1 and ended_at is null and (id = $2 or account_id = $3)
    returning 1`,
}

const listStatement: Statement = {
  name: 'session_list',
  text: `
    select id, account_id as "accountId", created_at as "createdAt", used_at as "usedAt"
    from sessions
    where workspace_id = $1 and ($2::uuid is null or account_id = $2) and audience = $3 and ${isInForce}
    order by created_at desc, id`,
}

const endOwnStatement: Statement = {
  name: 'session_end_own',
  text: `
    update sessions set ended_at = at_or_now(ended_at)
    where workspace_id = $1 and account_id = $2 and id = $3 and audience = $4
    returning 1`,
}

const endOthersStatement: Statement = {
  name: 'session_end_others',
  text: `
    update sessions set ended_at = date_trunc('milliseconds', now())
    where workspace_id = $1 and account_id = $2 and id <> $3 and ($4::text is null or audience = $4)
      and ended_at is null`,
}

const isFreshStatement: Statement = {
  name: 'session_is_fresh',
  text: `
    select created_at > now() - interval '15 minutes' as "isFresh" from sessions
    where workspace_id = $1 and id = $2`,
}

interface FoundRow extends Omit<Session, 'role'> {
  readonly isUseStale: boolean
  readonly hash: string
}

/**
 * Finds a session by what its cookie holds.
 *
 * @param isUse - whether a person is behind the request: without their requests a session ends after 12 hours
 */
export type FindSession<Found = Session> = (token: string, isUse: boolean) => Promise<Found | undefined>

/**
 * Creates the process's search for sessions of operators. Nothing of one is kept: a role that was taken away counts at
 * the next request.
 */
export function createSessionSearch(database: Queryable): FindSession {
  const find = createAudienceSearch(database, 'operator')
  return async (token, isUse) => {
    const session = await find(token, isUse)
    if (session === undefined) return undefined
    const { workspaceId, accountId } = session
    const [account] = await database.query<{ role: Role | null }>(findRoleStatement, [workspaceId, accountId])
    return account?.role ? { ...session, role: account.role } : undefined
  }
}

/** Creates the process's search for sessions of members. Whom its person acts for is read anew at each request, too. */
export function createMemberSessionSearch(database: Queryable): FindSession<MemberSession> {
  const find = createAudienceSearch(database, 'member')
  return async (token, isUse) => {
    const session = await find(token, isUse)
    if (session === undefined) return undefined
    const memberships = await listOwnMemberships(database, session)
    return memberships.length === 0 ? undefined : { ...session, memberships }
  }
}

function createAudienceSearch(database: Queryable, audience: Audience): FindSession<Omit<Session, 'role'>> {
  const lookUp = createLookUp(async (hashes) => {
    const rows = await database.query<FoundRow>(findStatement, [hashes, audience])
    return new Map(rows.map((row) => [row.hash, row]))
  })
  return async (token, isUse) => {
    const found = await lookUp(hashApiKey(token))
    if (found === undefined) return undefined
    const { isUseStale, hash: _hash, ...session } = found
    if (isUse && isUseStale) await database.query(noteUseStatement, [session.workspaceId, session.id])
    return session
  }
}

/** Whether a session began within the last 15 minutes: whoever uses it is who has signed in. */
export async function isFreshSession(database: Queryable, { workspaceId, id }: SessionKey): Promise<boolean> {
  const [session] = await database.query<{ readonly isFresh: boolean }>(isFreshStatement, [workspaceId, id])
  return session?.isFresh === true
}

/** Lists the sessions that are in force, of one person or of everybody, the latest first. */
export async function listSessions(
  database: Queryable,
  { workspaceId, accountId }: { readonly workspaceId: string; readonly accountId: string | undefined },
  audience: Audience = 'operator',
): Promise<readonly ListedSession[]> {
  return await database.query<ListedSession>(listStatement, [workspaceId, accountId ?? null, audience])
}

/** Signs a person out on one device, from the next request on. Ending it again changes nothing. */
export async function endSession(database: Queryable, { workspaceId, id }: SessionKey): Promise<void> {
  await database.query(endStatement, [workspaceId, id, null])
}

/**
 * Ends a session of a person; one that has ended stays as it is.
 *
 * @returns whether it is theirs
 */
export async function endOwnSession(
  database: Queryable,
  { workspaceId, accountId, id }: AccountKey & SessionKey,
  audience: Audience,
): Promise<boolean> {
  return (await database.query(endOwnStatement, [workspaceId, accountId, id, audience])).length > 0
}

/** Ends the sessions of a person in one half, or in both, but for the one that asks. */
export async function endOtherSessions(
  database: Queryable,
  { workspaceId, accountId, id }: AccountKey & SessionKey,
  audience: Audience | undefined,
): Promise<void> {
  await database.query(endOthersStatement, [workspaceId, accountId, id, audience ?? null])
}

/** Ends every session of a person. Returns how many there were. */
export async function endSessions(
  database: Queryable,
  { workspaceId, accountId }: AccountKey,
): Promise<number> {
  return (await database.query(endStatement, [workspaceId, null, accountId])).length
}
