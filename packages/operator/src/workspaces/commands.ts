import { newId, readDatabaseTime } from '@affiliate-platform/platform/database'
import { insertWorkspace, listWorkspaces, type Workspace } from '@affiliate-platform/platform/workspaces'
import type { Command } from 'commander'
import {
  addChangeCommand,
  addDatabaseCommand,
  type DatabaseFlags,
  runOnDatabase,
} from '../command-line/database-command.ts'
import { parseId, parseText } from '../command-line/parse-value.ts'
import { printDone } from '../command-line/print-done.ts'
import { addListOptions, type ListFlags, printList, toListPage } from '../command-line/print-list.ts'
import type { Terminal } from '../command-line/terminal.ts'

/** Adds `workspaces create` and `workspaces list`. */
export function addWorkspacesCommands(program: Command, terminal: Terminal): void {
  const workspaces = program.command('workspaces').description('create and list workspaces, the tenants')
  addChangeCommand(workspaces, 'create', {
    description: 'create a workspace and print its id',
    examples: ["workspaces create --name 'Bright Apps'"],
  })
    .requiredOption('--name <name>', 'what to call it', parseText('--name'))
    .action((flags: CreateFlags) => createWorkspace(terminal, flags))
  const list = addDatabaseCommand(workspaces, 'list', {
    description: 'list workspaces, oldest first',
    examples: ['workspaces list', 'workspaces list --json'],
  })
  addListOptions(list, parseId).action(async (flags: ListFlags) => {
    const rows = await runOnDatabase(terminal, flags, (database) =>
      listWorkspaces(database, toListPage(flags)),
    )
    printList(terminal, flags, { rows, toAfter: ({ id }) => id })
  })
}

interface CreateFlags extends DatabaseFlags {
  readonly name: string
}

async function createWorkspace(terminal: Terminal, flags: CreateFlags): Promise<void> {
  const workspace = await runOnDatabase(terminal, flags, async (database) => {
    const made: Workspace = { id: newId(), name: flags.name, createdAt: await readDatabaseTime(database) }
    await insertWorkspace(database, made)
    return made
  })
  printDone(terminal, flags, {
    value: workspace.id,
    record: workspace,
    message: `Workspace ${workspace.name} was created.`,
  })
}
