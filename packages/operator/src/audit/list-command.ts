import {
  type AuditEntry,
  type AuditPage,
  auditActions,
  auditSubjects,
  listAuditEntries,
} from '@affiliate-platform/platform/audit'
import { type Command, Option } from 'commander'
import { addWorkspaceOption, chooseWorkspace, type WorkspaceFlags } from '../command-line/choose-workspace.ts'
import { addDatabaseCommand, runOnDatabase } from '../command-line/database-command.ts'
import { parseAuditPosition, parseId, parseInstantMs, parseText } from '../command-line/parse-value.ts'
import { addListOptions, type ListFlags, printList } from '../command-line/print-list.ts'
import type { Terminal } from '../command-line/terminal.ts'

interface AuditFlags extends ListFlags, WorkspaceFlags {
  readonly actor?: string
  readonly action?: string
  readonly subject?: string
  readonly record?: string
  readonly from?: number
  readonly to?: number
}

/** Adds `audit list`. */
export function addAuditCommands(program: Command, terminal: Terminal): void {
  const audit = program.command('audit').description('list who did what')
  const list = addDatabaseCommand(audit, 'list', {
    description: 'list what was created and changed, and by whom, newest first',
    examples: [
      'audit list',
      'audit list --actor operator:mia --from 2026-05-01T00:00:00Z',
      'audit list --record "$key" --json',
    ],
  })
  addWorkspaceOption(addListOptions(list, parseAuditPosition))
    .option('--actor <actor>', 'system, key:<id>, operator:<name> or member:<id>', parseText('--actor'))
    .addOption(new Option('--action <action>', 'what was done').choices(auditActions))
    .addOption(new Option('--subject <kind>', 'to what kind of record').choices(auditSubjects))
    .option('--record <id>', 'to which record', parseId('--record'))
    .option('--from <time>', 'not before', parseInstantMs('--from'))
    .option('--to <time>', 'before', parseInstantMs('--to'))
    .action((flags: AuditFlags) => printEntries(terminal, flags))
}

async function printEntries(terminal: Terminal, flags: AuditFlags): Promise<void> {
  const { actor, action, subject, record: subjectId, limit, after } = flags
  const page = { after: after === undefined ? undefined : toPosition(after), limit: limit + 1 }
  const times = { from: toDate(flags.from), to: toDate(flags.to) }
  const rows = await runOnDatabase(terminal, flags, async (database) => {
    const workspaceId = await chooseWorkspace(database, flags)
    return await listAuditEntries(
      database,
      { workspaceId, actor, action, subject, subjectId, ...times },
      page,
    )
  })
  printList(terminal, flags, {
    rows,
    toAfter: ({ recordedAt, id }) => `${recordedAt.toISOString()}/${id}`,
    toTableRow,
  })
}

const toDate = (ms: number | undefined): Date | undefined => (ms === undefined ? undefined : new Date(ms))

function toPosition(text: string): AuditPage['after'] {
  const [time = '', id = ''] = text.split('/')
  return { recordedAt: new Date(time), id }
}

function toTableRow({ id: _id, changes, ...entry }: AuditEntry): object {
  const words = Object.entries(changes ?? {}).map(
    ([column, [before, after]]) => `${column}: ${JSON.stringify(before)} → ${JSON.stringify(after)}`,
  )
  return { ...entry, changes: words.join(', ') || null }
}
