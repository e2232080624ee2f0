import { newId, readDatabaseTime } from '@affiliate-platform/platform/database'
import {
  insertMembership,
  listMemberships,
  moveMembership,
  updateMembership,
} from '@affiliate-platform/platform/memberships'
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
  readonly group?: string
  readonly name: string
}

interface FilterFlags extends ListFlags, WorkspaceFlags {
  readonly program?: string
  readonly group?: string
}

interface UpdateFlags extends WorkspaceFlags, ManualClaimsFlag {
  readonly name?: string
}

interface MoveFlags extends WorkspaceFlags {
  /** `false` moves out of all groups. */
  readonly group?: string | false
}

/** Adds `memberships create`, `memberships update`, `memberships move` and `memberships list`. */
export function addMembershipsCommands(program: Command, terminal: Terminal): void {
  const memberships = program
    .command('memberships')
    .description('create, change, move and list memberships, those who are paid')
  addCreateCommand(memberships, terminal)
  addUpdateCommand(memberships, terminal)
  addMoveCommand(memberships, terminal)
  const list = addDatabaseCommand(memberships, 'list', {
    description: 'list memberships, oldest first',
    examples: ['memberships list', 'memberships list --program "$program" --group "$group" --json'],
  })
  addWorkspaceOption(addListOptions(list, parseId))
    .option('--program <id>', 'only the memberships of this program', parseId('--program'))
    .option('--group <id>', 'only the memberships of this group', parseId('--group'))
    .action(async (flags: FilterFlags) => {
      const rows = await runOnDatabase(terminal, flags, async (database) => {
        const workspaceId = await chooseWorkspace(database, flags)
        const filter = { workspaceId, programId: flags.program, groupId: flags.group }
        return await listMemberships(database, filter, toListPage(flags))
      })
      printList(terminal, flags, { rows, toAfter: ({ id }) => id })
    })
}

function addCreateCommand(memberships: Command, terminal: Terminal): void {
  const create = addChangeCommand(memberships, 'create', {
    description: 'create a membership and print its id',
    examples: [`memberships create --program "$program" --group "$group" --name 'Harbour Studio'`],
  })
  addManualClaimsOption(addWorkspaceOption(create))
    .requiredOption('--program <id>', 'program of the membership', parseId('--program'))
    .option('--group <id>', 'group of that program (default: none)', parseId('--group'))
    .requiredOption('--name <name>', 'who it is', parseText('--name'))
    .action((flags: CreateFlags) => createMembership(terminal, flags))
}

function addUpdateCommand(memberships: Command, terminal: Terminal): void {
  const update = addChangeCommand(memberships, 'update', {
    description: 'change a membership; what is not named stays',
    examples: [
      `memberships update "$membership" --name 'Harbour Studio Ltd'`,
      'memberships update "$membership" --allow-manual-claims yes',
    ],
  })
  addManualClaimsOption(addWorkspaceOption(update))
    .argument('<id>', 'id of the membership', parseId('<id>'))
    .option('--name <name>', 'who it is', parseText('--name'))
    .action((id: string, flags: UpdateFlags) => changeMembership(terminal, id, flags))
}

function addMoveCommand(memberships: Command, terminal: Terminal): void {
  const move = addChangeCommand(memberships, 'move', {
    description:
      'move a membership to another group of its program; payouts stay with the group of their time',
    examples: [
      'memberships move "$membership" --group "$group"',
      'memberships move "$membership" --no-group',
    ],
  })
  addWorkspaceOption(move)
    .argument('<id>', 'id of the membership', parseId('<id>'))
    .option('--group <id>', 'the group to move to', parseId('--group'))
    .option('--no-group', 'move out of all groups')
    .action((id: string, flags: MoveFlags) => changeGroup(terminal, id, flags))
}

async function createMembership(terminal: Terminal, flags: CreateFlags): Promise<void> {
  const { program: programId, group: groupId = null, name } = flags
  const record = await runOnDatabase(terminal, flags, async (database) => {
    const workspaceId = await chooseWorkspace(database, flags)
    const createdAt = await readDatabaseTime(database)
    const made = { id: newId(), createdAt, allowManualClaims: toPermission(flags) ?? null }
    return await insertMembership(database, { workspaceId, programId, groupId, name, ...made })
  })
  if (record === undefined) {
    throw new OperatorError(
      'The workspace has no such program, or the program has no such group. See programs list and groups list.',
    )
  }
  printDone(terminal, flags, { value: record.id, record, message: `Membership ${record.name} was created.` })
}

async function changeGroup(terminal: Terminal, id: string, flags: MoveFlags): Promise<void> {
  const { group } = flags
  if (group === undefined) throw new UsageError('Say where to: --group <id> or --no-group.')
  const groupId = group === false ? null : group
  const record = await runOnDatabase(terminal, flags, async (database) =>
    moveMembership(database, { workspaceId: await chooseWorkspace(database, flags), id }, groupId),
  )
  if (record === undefined) {
    throw new OperatorError(
      'The workspace has no such membership, or its program has no such group. See memberships list and groups list.',
    )
  }
  printDone(terminal, flags, { value: record.id, record, message: `Membership ${record.name} was moved.` })
}

async function changeMembership(terminal: Terminal, id: string, flags: UpdateFlags): Promise<void> {
  const changes = { name: flags.name, allowManualClaims: toPermission(flags) }
  if (changes.name === undefined && changes.allowManualClaims === undefined) {
    throw new UsageError('Say what to change: --name or --allow-manual-claims.')
  }
  const record = await runOnDatabase(terminal, flags, async (database) =>
    updateMembership(database, { workspaceId: await chooseWorkspace(database, flags), id }, changes),
  )
  if (record === undefined) {
    throw new OperatorError('The workspace has no such membership. See memberships list.')
  }
  printDone(terminal, flags, { value: record.id, record, message: `Membership ${record.name} was changed.` })
}
