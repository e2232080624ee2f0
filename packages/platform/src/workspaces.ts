export { type FoundRecord, findRecords } from './workspaces/find-record.ts'
export {
  findWorkspace,
  insertWorkspace,
  listWorkspaces,
  renameWorkspace,
  type Workspace,
} from './workspaces/store.ts'
