import { listSetAside, toSetAsideKey } from '@affiliate-platform/platform/sales'
import type { NounPlan } from '../command-line/act.ts'
import { chooseApp } from '../command-line/choose-workspace.ts'
import { list } from '../command-line/list-command.ts'
import { parseText } from '../command-line/parse-value.ts'
import { appOption } from './app-option.ts'
import { connectCommand } from './connect-command.ts'
import { salesImportCommand } from './import-command.ts'
import { moveCommand } from './move-command.ts'
import { reconcileCommand } from './reconcile-command.ts'
import { reencryptCommand } from './reencrypt-command.ts'
import { statusCommand } from './status-command.ts'

const setAsideCommand = list<{ app?: string }>()({
  name: 'set-aside',
  description: 'list the rows that imports could not read exactly, and why',
  examples: ['sales set-aside', 'sales set-aside --json'],
  options: [appOption],
  parseAfter: parseText,
  find: async ({ database, workspaceId, flags, page }) => {
    const appId = await chooseApp(database, workspaceId, flags.app)
    return await listSetAside(database, { workspaceId, appId }, page)
  },
  toAfter: toSetAsideKey,
  toTableRow: ({ copy: _copy, ...row }) => row,
})

export const salesCommands: NounPlan = {
  name: 'sales',
  description: 'import the sales of an app, and post commissions from them',
  commands: [
    connectCommand,
    salesImportCommand,
    statusCommand,
    setAsideCommand,
    moveCommand,
    reconcileCommand,
    reencryptCommand,
  ],
}
