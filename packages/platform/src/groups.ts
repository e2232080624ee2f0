export { createGroup } from './groups/create-group.ts'
export { listGroups } from './groups/store.ts'
export { updateGroup } from './groups/update-group.ts'
