import { listApps } from '@affiliate-platform/platform/apps'
import type { Queryable } from '@affiliate-platform/platform/database'
import type { Command } from 'commander'
import type { AddCommand, NounPlan } from '../command-line/act.ts'
import { chooseWorkspace, type WorkspaceFlags } from '../command-line/choose-workspace.ts'
import { addCommand, addDatabaseCommand, runOnDatabase } from '../command-line/database-command.ts'
import { OperatorError } from '../command-line/operator-error.ts'
import { rowsMax } from '../command-line/parse-value.ts'
import { printDone, printShown } from '../command-line/print-done.ts'
import { recordArgument, recordFlag } from '../command-line/record-name.ts'
import { type Context, readContext, writeContext } from '../command-line/saved-context.ts'

interface UseFlags extends WorkspaceFlags {
  readonly app?: string
}

const addUseCommand: AddCommand = (context, terminal) => {
  addDatabaseCommand(context, 'use', {
    description: 'save a workspace, and optionally an app, for commands that name none',
    examples: ['context use "$workspace"', 'context use "$workspace" --app "$app"'],
  })
    .addArgument(recordArgument('workspace'))
    .addOption(recordFlag('app', 'one of its apps (default: none)'))
    .action(async (workspace: string, flags: UseFlags) => {
      const workspaceId = await runOnDatabase(terminal, flags, async (database) => {
        const found = await chooseWorkspace(database, { workspace })
        if (flags.app !== undefined) await checkApp(database, found, flags.app)
        return found
      })
      const kept: Context = { AFFILIATE_WORKSPACE: workspaceId, AFFILIATE_APP: flags.app }
      const file = writeContext(terminal.env, kept)
      const message = `Commands without --workspace now use this one. Saved in ${file}.`
      printDone(terminal, flags, { value: workspaceId, record: kept, message })
    })
}

async function checkApp(database: Queryable, workspaceId: string, app: string): Promise<void> {
  const apps = await listApps(database, workspaceId, { after: undefined, limit: rowsMax })
  if (!apps.some(({ id }) => id === app)) {
    throw new OperatorError('The workspace has no such app. See apps list.')
  }
}

const addPlainCommand = (context: Command, name: string, description: string): Command =>
  addCommand(context, name, { description, examples: [`context ${name}`] }).option(
    '--json',
    'print one JSON document on standard output',
  )

const addShowCommand: AddCommand = (context, terminal) => {
  addPlainCommand(context, 'show', 'show the workspace and the app used when a command names none').action(
    (flags: { readonly json?: boolean }) => {
      const { AFFILIATE_WORKSPACE, AFFILIATE_APP } = terminal.env
      const isSet = AFFILIATE_WORKSPACE || AFFILIATE_APP
      const found = isSet ? { AFFILIATE_WORKSPACE, AFFILIATE_APP } : readContext(terminal.env)
      const lines = Object.entries(found ?? {}).filter(([, value]) => value)
      const text = lines.map(([name, value]) => `${name}=${value}\n`).join('')
      const none = 'There is no context: commands use the only workspace and app.'
      const message = flags.json || lines.length > 0 ? undefined : none
      printShown(terminal, flags, { record: found ?? null, text, message })
    },
  )
}

const addClearCommand: AddCommand = (context, terminal) => {
  addPlainCommand(context, 'clear', 'forget the saved workspace and app').action(
    (flags: { readonly json?: boolean }) => {
      writeContext(terminal.env, undefined)
      const message = 'Commands use the only workspace and app again, or those that they name.'
      printShown(terminal, flags, { record: null, text: '', message })
    },
  )
}

/** `context use`, `context show` and `context clear` (D126). */
export const contextCommands: NounPlan = {
  name: 'context',
  description: 'save the workspace and the app that commands are about',
  commands: [addUseCommand, addShowCommand, addClearCommand],
}
