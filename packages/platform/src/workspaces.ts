export { type FoundRecord, findRecords } from './workspaces/find-record.ts'
export { findWorkspace, insertWorkspace, listWorkspaces, type Workspace } from './workspaces/store.ts'
