import {
  createWorkspace,
  findTimeZone,
  listWorkspaces,
  updateWorkspace,
} from '@affiliate-platform/platform/workspaces'
import { flag, globalAct, type NounPlan, required } from '../command-line/act.ts'
import { globalList } from '../command-line/list-command.ts'
import { OperatorError, UsageError } from '../command-line/operator-error.ts'
import { parseText } from '../command-line/parse-value.ts'

const missing = 'There is no such workspace. See workspaces list.'
const name = required('--name <name>', 'what to call it', parseText)

export const workspacesCommands: NounPlan = {
  name: 'workspaces',
  description: 'create, change and list workspaces, the tenants',
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
      run: ({ database, id, flags }) => updateWorkspace(database, { id, name: flags.name }),
      missing,
      done: (workspace) => `The workspace is now called ${workspace.name}.`,
    }),
    globalAct<{ timeZone?: string }>()({
      name: 'update',
      of: 'workspace',
      description: 'change a workspace',
      examples: ['workspaces update "$workspace" --time-zone Europe/Berlin'],
      options: [
        flag(
          '--time-zone <name>',
          'in which its days begin, those of payout runs and pay days, and the console writes times; such as Europe/Berlin',
          parseText,
        ),
      ],
      run: async ({ database, id, flags: { timeZone } }) => {
        if (timeZone === undefined) throw new UsageError('Say what to change: --time-zone.')
        const known = await findTimeZone(database, timeZone)
        if (known === undefined) {
          throw new OperatorError(
            '--time-zone: There is no such time zone. Give a name such as Europe/Berlin or UTC.',
          )
        }
        return await updateWorkspace(database, { id, timeZone: known })
      },
      missing,
      done: (workspace) => `Days of workspace ${workspace.name} begin by the time of ${workspace.timeZone}.`,
    }),
    globalList()({
      description: 'list workspaces, oldest first',
      examples: ['workspaces list', 'workspaces list --json'],
      find: ({ database, page }) => listWorkspaces(database, page),
      toAfter: ({ id }) => id,
    }),
  ],
}
