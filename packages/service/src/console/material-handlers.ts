import type { consoleOperations } from '@affiliate-platform/contract/console'
import { accessDenied, type Handlers } from '@affiliate-platform/contract/server'
import { actAs } from '@affiliate-platform/platform/audit'
import type { RequestContext } from '@affiliate-platform/platform/database'
import {
  addMaterial,
  changeMaterial,
  listMaterials,
  type Material,
  materialsMax,
  removeMaterial,
} from '@affiliate-platform/platform/materials'
import type { ConsoleContext } from './console-context.ts'

type MaterialOperations = Pick<
  typeof consoleOperations,
  'listMaterials' | 'addMaterial' | 'changeMaterial' | 'removeMaterial'
>

const tooMany = `A program has ${materialsMax} materials at most. Remove one first.`
const nothingLeft = 'A material has a text, an address, or both.'

/** A material as everybody reads it. */
export const toMaterialOnWire = ({ id, title, words, url }: Material) => ({ id, title, words, url })

/** Shares with the members of a program what they copy from. */
export function createMaterialHandlers({ database }: ConsoleContext) {
  return {
    listMaterials: async ({ caller: { workspaceId }, pathId: programId }) => {
      const materials = await listMaterials(database, { workspaceId, programId })
      return { value: { items: materials.map(toMaterialOnWire) } }
    },

    addMaterial: async ({ caller: { workspaceId, actor }, pathId: programId, body }) => {
      if (body.words === null && body.url === null) return { value: { rejected: nothingLeft } }
      const added = await addMaterial(actAs(database, actor), { workspaceId, programId, ...body })
      if (added.ok) return { value: { rejected: null } }
      if (added.rejection === 'unknown_program') throw accessDenied()
      return { value: { rejected: tooMany } }
    },

    changeMaterial: async ({ caller: { workspaceId, actor }, pathId: materialId, body }) => {
      const changed = await changeMaterial(actAs(database, actor), { workspaceId, materialId }, body)
      if (changed.ok) return { value: { rejected: null } }
      if (changed.rejection === 'unknown_material') throw accessDenied()
      return { value: { rejected: nothingLeft } }
    },

    removeMaterial: async ({ caller: { workspaceId, actor }, pathId: materialId }) => {
      const removed = await removeMaterial(actAs(database, actor), { workspaceId, materialId })
      if (removed === undefined) throw accessDenied()
      return { value: {} }
    },
  } satisfies Handlers<MaterialOperations, RequestContext>
}
