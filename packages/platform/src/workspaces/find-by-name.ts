import type { Queryable, Statement } from '../database/statements/database.ts'
import { foldCase } from '../database/statements/fold-case.ts'
import { searchNames } from '../lists/search-names.ts'
import { type FoundRecord, foundMax, rowsByKind } from './found-record.ts'

const appsMax = 20
const namedMax = 50

/** The kinds that a search looks up by the letters of their names. */
const namesOf = { program: 'name', membership: 'member_name', referral: 'shop_domain' } as const
const namedKinds = ['program', 'membership', 'referral'] as const

const appsStatement: Statement = {
  name: 'record_list_searched_apps',
  text: `select id::text from apps where workspace_id = $1 order by id limit ${appsMax}`,
}

const namedStatement: Statement = {
  name: 'record_list_named',
  text: namedKinds
    .map(
      (kind) =>
        `select * from (${rowsByKind[kind]} and id = any($2) order by id desc limit ${namedMax}) ${kind}`,
    )
    .join(' union all '),
}

const commonStatement: Statement = {
  name: 'record_find_by_common_name',
  isSlow: true,
  text: namedKinds
    .map(
      (kind) => `
    select * from (
      ${rowsByKind[kind]} and app_id = $2 and starts_with(${foldCase(namesOf[kind])}, ${foldCase('$3')})
      order by id limit ${foundMax}
    ) ${kind}`,
    )
    .join(' union all '),
}

/** Finds the programs, memberships and referrals that ids are of: the newest 50 of each. */
export async function listNamedRecords(
  database: Queryable,
  workspaceId: string,
  ids: readonly string[],
): Promise<readonly FoundRecord[]> {
  return ids.length === 0 ? [] : await database.query<FoundRecord>(namedStatement, [workspaceId, ids])
}

/**
 * Finds the programs and memberships whose name has a text in it, and the referrals whose domain has, in the first 20 apps:
 * the newest 50 of each. Where hundreds have it, those that begin with it.
 */
export async function findByName(
  database: Queryable,
  workspaceId: string,
  text: string,
): Promise<readonly FoundRecord[]> {
  const apps = await database.query<{ readonly id: string }>(appsStatement, [workspaceId])
  const searches = apps.flatMap(({ id: appId }) => listSpellings(text).map((search) => ({ appId, search })))
  const found = searches.map(async ({ appId, search }) => {
    const named = await searchNames(database, { workspaceId, appId }, { search, isByReferral: true })
    return named === undefined
      ? await database.query<FoundRecord>(commonStatement, [workspaceId, appId, search])
      : await listNamedRecords(database, workspaceId, Object.values(named).flat())
  })
  return (await Promise.all(found)).flat()
}

/** A text, and how the domain of a shop that is called so has it: `Kite & Compass` as `kite-compass`. */
function listSpellings(text: string): readonly string[] {
  const words =
    text
      .toLowerCase()
      .replaceAll(/['’]/g, '')
      .match(/[a-z0-9]+/g) ?? []
  return /\s/.test(text) && words.length > 1 ? [text, words.join('-')] : [text]
}
