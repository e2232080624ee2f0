import type { Database, Statement } from '../database/statements/database.ts'
import { lockProgram } from '../programs/lock-program.ts'
import { listMaterials } from './list-materials.ts'
import { type Material, materialColumns, materialsMax } from './store.ts'

/** A material that is to be. */
export interface NewMaterial extends Pick<Material, 'programId' | 'title' | 'words' | 'url'> {
  readonly workspaceId: string
  /** Chosen by who adds it, so that twice is once. */
  readonly id: string
}

/** Why none was added. */
export type AddRejection = 'unknown_program' | 'too_many'

/** The material, or why there is none. */
export type AddedMaterial =
  | { readonly ok: true; readonly material: Material }
  | { readonly ok: false; readonly rejection: AddRejection }

const findStatement: Statement = {
  name: 'material_find',
  text: `select ${materialColumns} from materials material where workspace_id = $1 and id = $2`,
}

const insertStatement: Statement = {
  name: 'material_insert',
  text: `
    insert into materials as material (workspace_id, id, app_id, program_id, title, words, url)
    select $1, $3, app_id, id, $4, $5, $6
    from programs
    where workspace_id = $1 and id = $2
    returning ${materialColumns}`,
}

/** Shares a material with the members of a program. */
export async function addMaterial(database: Database, plan: NewMaterial): Promise<AddedMaterial> {
  const { workspaceId, programId, id, title, words, url } = plan
  return await database.transaction(async (tx) => {
    if (!(await lockProgram(tx, { workspaceId, id: programId })))
      return { ok: false, rejection: 'unknown_program' }
    const [same] = await tx.query<Material>(findStatement, [workspaceId, id])
    if (same !== undefined) return { ok: true, material: same }
    const shared = await listMaterials(tx, { workspaceId, programId })
    if (shared.length >= materialsMax) return { ok: false, rejection: 'too_many' }
    const values = [workspaceId, programId, id, title, words, url]
    const [material] = await tx.query<Material>(insertStatement, values)
    if (material === undefined) throw new Error('A program that is locked is there.')
    return { ok: true, material }
  })
}
