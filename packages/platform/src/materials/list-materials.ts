import type { Queryable, Statement } from '../database/statements/database.ts'
import { type Material, materialColumns, materialsMax } from './store.ts'

const inOrder = `
    order by material.created_at, material.id
    limit ${materialsMax}`

const listStatement: Statement = {
  name: 'material_list',
  text: `
    select ${materialColumns} from materials material
    where material.workspace_id = $1 and material.program_id = $2 and material.removed_at is null
    ${inOrder}`,
}

const listOfMemberStatement: Statement = {
  name: 'material_list_of_member',
  text: `
    select ${materialColumns}
    from memberships membership
    join materials material on material.workspace_id = $1 and material.program_id = membership.program_id
      and material.removed_at is null
    where membership.workspace_id = $1 and membership.id = $2
    ${inOrder}`,
}

/** Lists what is shared with the members of a program, what was added first first. */
export async function listMaterials(
  database: Queryable,
  { workspaceId, programId }: { readonly workspaceId: string; readonly programId: string },
): Promise<readonly Material[]> {
  return await database.query<Material>(listStatement, [workspaceId, programId])
}

/** Lists what is shared with a member. */
export async function listMemberMaterials(
  database: Queryable,
  { workspaceId, membershipId }: { readonly workspaceId: string; readonly membershipId: string },
): Promise<readonly Material[]> {
  return await database.query<Material>(listOfMemberStatement, [workspaceId, membershipId])
}
