import { createWorkspace, listWorkspaces, renameWorkspace } from '@affiliate-platform/platform/workspaces'
import { globalAct, type NounPlan, required } from '../command-line/act.ts'
import { globalList } from '../command-line/list-command.ts'
import { parseText } from '../command-line/parse-value.ts'

const name = required('--name <name>', 'what to call it', parseText)

export const workspacesCommands: NounPlan = {
  name: 'workspaces',
  description: 'create, rename and list workspaces, the tenants',
  commands: [
    globalAct<{ name: string }>()({
      name: 'create',
      description: 'create a workspace and print its id',
      examples: ["workspaces create --name 'Bright Apps'"],
      options: [name],
      run: ({ database, flags }) => createWorkspace(database, flags.name),
      done: (workspace) => `Workspace ${workspace.name} was created.`,
    }),
    globalAct<{ name: string }>()({
      name: 'rename',
      of: 'workspace',
      description: 'rename a workspace',
      examples: [`workspaces rename "$workspace" --name 'Bright Apps Ltd'`],
      options: [name],
      run: ({ database, id, flags }) => renameWorkspace(database, { id, name: flags.name }),
      missing: 'There is no such workspace. See workspaces list.',
      done: (workspace) => `The workspace is now called ${workspace.name}.`,
    }),
    globalList()({
      description: 'list workspaces, oldest first',
      examples: ['workspaces list', 'workspaces list --json'],
      find: ({ database, page }) => listWorkspaces(database, page),
      toAfter: ({ id }) => id,
    }),
  ],
}
