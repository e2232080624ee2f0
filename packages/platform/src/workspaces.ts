export { createWorkspace } from './workspaces/create-workspace.ts'
export { findNamed, type NamedKind, type NamedRecord, type NameScope } from './workspaces/find-named.ts'
export {
  type FoundRecord,
  findByPartOfId,
  findByPartOfName,
  findRecords,
  findSeenRecords,
  type IdKind,
  isPartOfId,
  listNamedRecords,
} from './workspaces/find-record.ts'
export { findWorkspace, listWorkspaces, type Workspace } from './workspaces/store.ts'
export { findDayStart, findTimeZone } from './workspaces/time-zones.ts'
export { updateWorkspace } from './workspaces/update-workspace.ts'
