import type { Database, Statement } from '../database/statements/database.ts'
import { type Material, type MaterialKey, materialColumns } from './store.ts'

/** What is changed of a material. What is undefined stays as it is. */
export interface MaterialChanges {
  readonly title?: string | undefined
  readonly words?: string | null | undefined
  readonly url?: string | null | undefined
}

/** Why nothing was changed. */
export type ChangeRejection = 'unknown_material' | 'nothing_left'

/** The material as it is then, or why it was not changed. */
export type ChangedMaterial =
  | { readonly ok: true; readonly material: Material }
  | { readonly ok: false; readonly rejection: ChangeRejection }

const lockStatement: Statement = {
  name: 'material_lock',
  text: `
    select ${materialColumns} from materials material
    where workspace_id = $1 and id = $2 and removed_at is null
    for no key update`,
}

const updateStatement: Statement = {
  name: 'material_update',
  text: `
    update materials material set title = $3, words = $4, url = $5
    where workspace_id = $1 and id = $2
    returning ${materialColumns}`,
}

/** Changes a material, for every member from then on. The audit keeps what it said before. */
export async function changeMaterial(
  database: Database,
  { workspaceId, materialId }: MaterialKey,
  changes: MaterialChanges,
): Promise<ChangedMaterial> {
  return await database.transaction(async (tx) => {
    const [before] = await tx.query<Material>(lockStatement, [workspaceId, materialId])
    if (before === undefined) return { ok: false, rejection: 'unknown_material' }
    const { title = before.title, words = before.words, url = before.url } = changes
    if (words === null && url === null) return { ok: false, rejection: 'nothing_left' }
    const values = [workspaceId, materialId, title, words, url]
    const [material] = await tx.query<Material>(updateStatement, values)
    if (material === undefined) throw new Error('A material that is locked is there.')
    return { ok: true, material }
  })
}
