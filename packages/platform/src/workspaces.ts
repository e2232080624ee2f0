export { findWorkspace, insertWorkspace, listWorkspaces, type Workspace } from './workspaces/store.ts'
