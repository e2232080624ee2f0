export {
  type AddedMaterial,
  type AddRejection,
  addMaterial,
  type NewMaterial,
} from './materials/add-material.ts'
export {
  type ChangedMaterial,
  type ChangeRejection,
  changeMaterial,
  type MaterialChanges,
} from './materials/change-material.ts'
export { listMaterials, listMemberMaterials } from './materials/list-materials.ts'
export { removeMaterial } from './materials/remove-material.ts'
export { type Material, type MaterialKey, materialsMax } from './materials/store.ts'
