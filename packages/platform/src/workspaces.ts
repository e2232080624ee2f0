export { findNamed, type NamedKind, type NamedRecord, type NameScope } from './workspaces/find-named.ts'
export { type FoundRecord, findRecords } from './workspaces/find-record.ts'
export {
  findWorkspace,
  insertWorkspace,
  listWorkspaces,
  renameWorkspace,
  type Workspace,
} from './workspaces/store.ts'
