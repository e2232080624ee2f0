import {
  createWorkspace,
  findTimeZone,
  listWorkspaces,
  updateWorkspace,
} from '@affiliate-platform/platform/workspaces'
import { flag, globalAct, type NounPlan, required } from '../command-line/act.ts'
import { globalList } from '../command-line/list-command.ts'
import { OperatorError, UsageError } from '../command-line/operator-error.ts'
import { parseHoldDays, parseText } from '../command-line/parse-value.ts'

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
    globalAct<{ timeZone?: string; payeeHoldDays?: number }>()({
      name: 'update',
      of: 'workspace',
      description: 'change a workspace',
      examples: [
        'workspaces update "$workspace" --time-zone Europe/Berlin',
        'workspaces update "$workspace" --payee-hold-days 7',
      ],
      options: [
        flag(
          '--time-zone <name>',
          'in which its days begin, those of payout runs and pay days, and the console writes times; such as Europe/Berlin',
          parseText,
        ),
        flag(
          '--payee-hold-days <days>',
          'from 0 to 30: how long nothing is paid to where a member has moved their payouts',
          parseHoldDays,
        ),
      ],
      run: async ({ database, id, flags: { timeZone, payeeHoldDays } }) => {
        if (timeZone === undefined && payeeHoldDays === undefined) {
          throw new UsageError('Say what to change: --time-zone or --payee-hold-days.')
        }
        const known = timeZone === undefined ? undefined : await findTimeZone(database, timeZone)
        if (timeZone !== undefined && known === undefined) {
          throw new OperatorError(
            '--time-zone: There is no such time zone. Give a name such as Europe/Berlin or UTC.',
          )
        }
        return await updateWorkspace(database, { id, timeZone: known, payeeHoldDays })
      },
      missing,
      done: ({ name: ofWorkspace, timeZone, payeeHoldDays: days }) =>
        `Days of workspace ${ofWorkspace} begin by the time of ${timeZone}. Payout details that a member changes are paid ${days} days later.`,
    }),
    globalList()({
      description: 'list workspaces, oldest first',
      examples: ['workspaces list', 'workspaces list --json'],
      find: ({ database, page }) => listWorkspaces(database, page),
      toAfter: ({ id }) => id,
    }),
  ],
}
