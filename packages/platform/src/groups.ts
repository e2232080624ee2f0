export { createGroup } from './groups/create-group.ts'
export { updateGroup } from './groups/update-group.ts'
