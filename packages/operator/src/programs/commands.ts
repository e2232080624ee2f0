import { newId, readDatabaseTime } from '@affiliate-platform/platform/database'
import { insertProgram, listPrograms } from '@affiliate-platform/platform/programs'
import type { Command } from 'commander'
import {
  addWorkspaceOption,
  chooseApp,
  chooseWorkspace,
  type WorkspaceFlags,
} from '../command-line/choose-workspace.ts'
import { addChangeCommand, addDatabaseCommand, runOnDatabase } from '../command-line/database-command.ts'
import { OperatorError } from '../command-line/operator-error.ts'
import { parseId, parseText } from '../command-line/parse-value.ts'
import { printDone } from '../command-line/print-done.ts'
import { addListOptions, type ListFlags, printList, toListPage } from '../command-line/print-list.ts'
import type { Terminal } from '../command-line/terminal.ts'

interface CreateFlags extends WorkspaceFlags {
  readonly app?: string
  readonly name: string
}

/** Adds `programs create` and `programs list`. */
export function addProgramsCommands(program: Command, terminal: Terminal): void {
  const programs = program.command('programs').description('create and list the programs of an app')
  const create = addChangeCommand(programs, 'create', {
    description: 'create a program and print its id',
    examples: ["programs create --name 'Bright Partners'", 'programs create --app "$app" --name Agencies'],
  })
  addWorkspaceOption(create)
    .option('--app <id>', 'app of the program (default: the only one of the workspace)', parseId('--app'))
    .requiredOption('--name <name>', 'what to call it; payouts are listed under it', parseText('--name'))
    .action((flags: CreateFlags) => createProgram(terminal, flags))
  const list = addDatabaseCommand(programs, 'list', {
    description: 'list programs, oldest first',
    examples: ['programs list', 'programs list --app "$app" --json'],
  })
  addWorkspaceOption(addListOptions(list, parseId))
    .option('--app <id>', 'only the programs of this app', parseId('--app'))
    .action(async (flags: ListFlags & WorkspaceFlags & { app?: string }) => {
      const rows = await runOnDatabase(terminal, flags, async (database) => {
        const filter = { workspaceId: await chooseWorkspace(database, flags), appId: flags.app }
        return await listPrograms(database, filter, toListPage(flags))
      })
      printList(terminal, flags, { rows, toAfter: ({ id }) => id })
    })
}

async function createProgram(terminal: Terminal, flags: CreateFlags): Promise<void> {
  const record = await runOnDatabase(terminal, flags, async (database) => {
    const workspaceId = await chooseWorkspace(database, flags)
    const appId = await chooseApp(database, workspaceId, flags.app)
    const createdAt = await readDatabaseTime(database)
    const created = { id: newId(), workspaceId, appId, name: flags.name, createdAt }
    return (await insertProgram(database, created)) ? created : undefined
  })
  if (record === undefined) throw new OperatorError('The workspace has no such app. See apps list.')
  printDone(terminal, flags, { value: record.id, record, message: `Program ${record.name} was created.` })
}
