import type { Command } from 'commander'
import { newId } from '../access/new-id.ts'
import { insertGroup, listGroups } from '../groups/store.ts'
import { addWorkspaceOption, chooseWorkspace, type WorkspaceFlags } from './choose-workspace.ts'
import { addDatabaseCommand, runOnDatabase } from './database-command.ts'
import { OperatorError } from './operator-error.ts'
import { parseId, parseText } from './parse-value.ts'
import { printDone } from './print-done.ts'
import { addListOptions, type ListFlags, printList, toListPage } from './print-list.ts'
import type { Terminal } from './terminal.ts'

interface CreateFlags extends WorkspaceFlags {
  readonly program: string
  readonly name: string
}

/** Adds `groups create` and `groups list`. */
export function addGroupsCommands(program: Command, terminal: Terminal): void {
  const groups = program.command('groups').description('create and list the groups of a program')
  const create = addDatabaseCommand(groups, 'create', {
    description: 'create a group and print its id',
    examples: ['groups create --program "$program" --name Gold'],
  })
  addWorkspaceOption(create)
    .requiredOption('--program <id>', 'program of the group', parseId('--program'))
    .requiredOption('--name <name>', 'what to call it', parseText('--name'))
    .action((flags: CreateFlags) => createGroup(terminal, flags))
  const list = addDatabaseCommand(groups, 'list', {
    description: 'list groups, oldest first',
    examples: ['groups list', 'groups list --program "$program" --json'],
  })
  addWorkspaceOption(addListOptions(list, parseId))
    .option('--program <id>', 'only the groups of this program', parseId('--program'))
    .action(async (flags: ListFlags & WorkspaceFlags & { program?: string }) => {
      const rows = await runOnDatabase(terminal, flags, async (database) => {
        const filter = { workspaceId: await chooseWorkspace(database, flags), programId: flags.program }
        return await listGroups(database, filter, toListPage(flags))
      })
      printList(terminal, flags, { rows, toAfter: ({ id }) => id })
    })
}

async function createGroup(terminal: Terminal, flags: CreateFlags): Promise<void> {
  const { program: programId, name } = flags
  const record = await runOnDatabase(terminal, flags, async (database) => {
    const workspaceId = await chooseWorkspace(database, flags)
    return await insertGroup(database, { id: newId(), workspaceId, programId, name, createdAt: new Date() })
  })
  if (record === undefined) throw new OperatorError('The workspace has no such program. See programs list.')
  printDone(terminal, flags, { value: record.id, record, message: `Group ${record.name} was created.` })
}
