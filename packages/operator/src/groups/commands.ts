import { newId, readDatabaseTime } from '@affiliate-platform/platform/database'
import { insertGroup, listGroups, updateGroup } from '@affiliate-platform/platform/groups'
import type { Command } from 'commander'
import { addManualClaimsOption, type ManualClaimsFlag, toPermission } from '../apps/manual-claims-option.ts'
import { addWorkspaceOption, chooseWorkspace, type WorkspaceFlags } from '../command-line/choose-workspace.ts'
import { addChangeCommand, addDatabaseCommand, runOnDatabase } from '../command-line/database-command.ts'
import { OperatorError, UsageError } from '../command-line/operator-error.ts'
import { parseId, parseText } from '../command-line/parse-value.ts'
import { printDone } from '../command-line/print-done.ts'
import { addListOptions, type ListFlags, printList, toListPage } from '../command-line/print-list.ts'
import type { Terminal } from '../command-line/terminal.ts'

interface CreateFlags extends WorkspaceFlags, ManualClaimsFlag {
  readonly program: string
  readonly name: string
}

interface UpdateFlags extends WorkspaceFlags, ManualClaimsFlag {
  readonly name?: string
}

/** Adds `groups create`, `groups update` and `groups list`. */
export function addGroupsCommands(program: Command, terminal: Terminal): void {
  const groups = program.command('groups').description('create, change and list the groups of a program')
  addCreateCommand(groups, terminal)
  addUpdateCommand(groups, terminal)
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

function addCreateCommand(groups: Command, terminal: Terminal): void {
  const create = addChangeCommand(groups, 'create', {
    description: 'create a group and print its id',
    examples: [
      'groups create --program "$program" --name Gold',
      'groups create --program "$program" --name Trial --allow-manual-claims no',
    ],
  })
  addManualClaimsOption(addWorkspaceOption(create))
    .requiredOption('--program <id>', 'program of the group', parseId('--program'))
    .requiredOption('--name <name>', 'what to call it', parseText('--name'))
    .action((flags: CreateFlags) => createGroup(terminal, flags))
}

function addUpdateCommand(groups: Command, terminal: Terminal): void {
  const update = addChangeCommand(groups, 'update', {
    description: 'change a group; what is not named stays',
    examples: [
      'groups update "$group" --name Platinum',
      'groups update "$group" --allow-manual-claims inherit',
    ],
  })
  addManualClaimsOption(addWorkspaceOption(update))
    .argument('<id>', 'id of the group', parseId('<id>'))
    .option('--name <name>', 'what to call it', parseText('--name'))
    .action((id: string, flags: UpdateFlags) => changeGroup(terminal, id, flags))
}

async function createGroup(terminal: Terminal, flags: CreateFlags): Promise<void> {
  const { program: programId, name } = flags
  const record = await runOnDatabase(terminal, flags, async (database) => {
    const workspaceId = await chooseWorkspace(database, flags)
    const createdAt = await readDatabaseTime(database)
    const made = { id: newId(), createdAt, allowManualClaims: toPermission(flags) ?? null }
    return await insertGroup(database, { workspaceId, programId, name, ...made })
  })
  if (record === undefined) throw new OperatorError('The workspace has no such program. See programs list.')
  printDone(terminal, flags, { value: record.id, record, message: `Group ${record.name} was created.` })
}

async function changeGroup(terminal: Terminal, id: string, flags: UpdateFlags): Promise<void> {
  const changes = { name: flags.name, allowManualClaims: toPermission(flags) }
  if (changes.name === undefined && changes.allowManualClaims === undefined) {
    throw new UsageError('Say what to change: --name or --allow-manual-claims.')
  }
  const record = await runOnDatabase(terminal, flags, async (database) =>
    updateGroup(database, { workspaceId: await chooseWorkspace(database, flags), id }, changes),
  )
  if (record === undefined) throw new OperatorError('The workspace has no such group. See groups list.')
  printDone(terminal, flags, { value: record.id, record, message: `Group ${record.name} was changed.` })
}
