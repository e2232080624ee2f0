import type { Queryable, Statement } from '../database/statements/database.ts'
import type { MaterialKey } from './store.ts'

const removeStatement: Statement = {
  name: 'material_remove',
  text: `
    update materials set removed_at = at_or_now(removed_at)
    where workspace_id = $1 and id = $2
    returning title`,
}

/**
 * Shares a material no more. Done again, it changes nothing.
 *
 * @returns its title; `undefined` where the workspace has no such material
 */
export async function removeMaterial(
  database: Queryable,
  { workspaceId, materialId }: MaterialKey,
): Promise<string | undefined> {
  const [removed] = await database.query<{ readonly title: string }>(removeStatement, [
    workspaceId,
    materialId,
  ])
  return removed?.title
}
