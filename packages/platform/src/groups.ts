export { insertGroup, listGroups, updateGroup } from './groups/store.ts'
