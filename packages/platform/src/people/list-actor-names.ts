import type { Queryable, Statement } from '../database/statements/database.ts'

const listStatement: Statement = {
  name: 'actor_list_names',
  text: `
    select id, name from accounts where workspace_id = $1 and id = any ($2::uuid[])
    union all
    select id, member_name from memberships where workspace_id = $1 and id = any ($2::uuid[])
    union all
    select id, name from api_keys where workspace_id = $1 and id = any ($2::uuid[])`,
}

// What comes before it is the kind: an operator without an account is named by a word instead.
const idPattern = /^(?:operator|member|key):([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/

/** Lists how those who acted are called, people, members and API keys. Whoever has no name is left out. */
export async function listActorNames(
  database: Queryable,
  workspaceId: string,
  actors: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map(
    actors.flatMap((actor) => {
      const id = idPattern.exec(actor)?.[1]
      return id === undefined ? [] : [[actor, id] as const]
    }),
  )
  if (ids.size === 0) return new Map()
  const rows = await database.query<{ readonly id: string; readonly name: string }>(listStatement, [
    workspaceId,
    [...new Set(ids.values())],
  ])
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return new Map(
    [...ids].flatMap(([actor, id]) => {
      const name = names.get(id)
      return name === undefined ? [] : [[actor, name] as const]
    }),
  )
}
