import { randomBytes } from 'node:crypto'
import type { Queryable, Statement } from '../database/statements/database.ts'
import { newId } from '../database/statements/new-id.ts'
import { type Link, linkColumns, linkJoins } from './store.ts'

/** A link to be made. */
export interface NewLink {
  readonly workspaceId: string
  readonly membershipId: string
  /** 1 to 64 letters of ASCII, digits, `-` and `_`. Default: made from the member's name. */
  readonly code: string | undefined
  readonly label: string | null
  readonly actor: string
}

/** Why no link was made. */
export type LinkRejection = 'unknown_membership' | 'app_without_slug' | 'code_taken'

const findStatement: Statement = {
  name: 'link_find_membership',
  text: `
    select membership.member_name as name, app.slug is not null and app.listing_url is not null as "hasTarget"
    from memberships membership
    join apps app on app.workspace_id = $1 and app.id = membership.app_id
    where membership.workspace_id = $1 and membership.id = $2`,
}

const insertStatement: Statement = {
  name: 'link_insert',
  text: `
    with link as (
      insert into links as made (workspace_id, id, app_id, membership_id, code, label, actor)
      select $1, $2, app_id, id, $4, $5, $6
      from memberships
      where workspace_id = $1 and id = $3
      on conflict (workspace_id, app_id, lower(code)) do nothing
      returning *
    )
    select ${linkColumns}
    from link
    ${linkJoins}`,
}

const findOwnStatement: Statement = {
  name: 'link_find_own',
  text: `
    select ${linkColumns}
    from links link
    ${linkJoins}
    where link.workspace_id = $1 and link.membership_id = $2 and lower(link.code) = lower($3)`,
}

/** So many members of one name get a number; the next ones get random letters. */
const numbersMax = 20

/** The link, or why there is none. */
export type LinkCreation =
  | { readonly ok: true; readonly link: Link; readonly isNew: boolean }
  | { readonly ok: false; readonly rejection: LinkRejection }

/**
 * Makes a link of a membership, or finds the one that it has with this code already. A code is the member's for ever:
 * another one is a further link, and the one before it goes on leading to the member.
 */
export async function createLink(database: Queryable, plan: NewLink): Promise<LinkCreation> {
  const { workspaceId, membershipId, code, label, actor } = plan
  type Found = { readonly name: string; readonly hasTarget: boolean }
  const [membership] = await database.query<Found>(findStatement, [workspaceId, membershipId])
  if (membership === undefined) return { ok: false, rejection: 'unknown_membership' }
  if (!membership.hasTarget) return { ok: false, rejection: 'app_without_slug' }
  for (const each of code === undefined ? codesOf(membership.name) : [code]) {
    const values = [workspaceId, newId(), membershipId, each, label, actor]
    const [link] = await database.query<Link>(insertStatement, values)
    if (link !== undefined) return { ok: true, link, isNew: true }
    const [own] = await database.query<Link>(findOwnStatement, [workspaceId, membershipId, each])
    if (own !== undefined) return { ok: true, link: own, isNew: false }
  }
  return { ok: false, rejection: 'code_taken' }
}

function* codesOf(name: string): Generator<string> {
  const ascii = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const code =
    ascii
      .replaceAll(/[^a-z0-9]+/g, '-')
      .slice(0, 40)
      .replaceAll(/^-|-$/g, '') || 'member'
  yield code
  for (let number = 2; number <= numbersMax; number += 1) yield `${code}-${number}`
  yield `${code}-${randomBytes(4).toString('hex')}`
}
