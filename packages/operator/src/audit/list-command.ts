import {
  type AuditEntry,
  type AuditPage,
  auditActions,
  auditSubjects,
  listAuditEntries,
} from '@affiliate-platform/platform/audit'
import { Option } from 'commander'
import { flag, type NounPlan } from '../command-line/act.ts'
import { workspaceOption } from '../command-line/choose-workspace.ts'
import { list } from '../command-line/list-command.ts'
import { parseAuditPosition, parseText, parseTimeMs } from '../command-line/parse-value.ts'
import { idFlag } from '../command-line/record-name.ts'
import { repairAnchoringCommand } from './repair-anchoring-command.ts'

interface AuditFlags {
  readonly actor?: string
  readonly action?: string
  readonly subject?: string
  readonly record?: string
  readonly from?: number
  readonly to?: number
}

export const auditCommands: NounPlan = {
  name: 'audit',
  description: 'list who did what, and keep it provable',
  commands: [
    list<AuditFlags>()({
      description: 'list what was created and changed, and by whom, newest first',
      examples: [
        'audit list',
        'audit list --actor operator:mia --from 2026-05-01T00:00:00Z',
        'audit list --record "$key" --json',
      ],
      options: [
        workspaceOption(),
        flag('--actor <actor>', 'system, key:<id>, operator:<name> or member:<id>', parseText),
        new Option('--action <action>', 'what was done').choices(auditActions),
        new Option('--subject <kind>', 'the kind of record').choices(auditSubjects),
        idFlag('--record <id>', 'record', 'the record'),
        flag('--from <time>', 'not before: a date (00:00 UTC) or an RFC 3339 time', parseTimeMs),
        flag('--to <time>', 'before: the same', parseTimeMs),
      ],
      parseAfter: parseAuditPosition,
      find: ({ database, workspaceId, flags, page: { after, limit } }) => {
        const { actor, action, subject, record: subjectId } = flags
        const times = { from: toDate(flags.from), to: toDate(flags.to) }
        const filter = { workspaceId, actor, action, subject, subjectId, ...times }
        return listAuditEntries(database, filter, { after: toPosition(after), limit })
      },
      toAfter: ({ recordedAt, id, subject }) => `${recordedAt.toISOString()}/${id}/${subject}`,
      toTableRow,
    }),
    repairAnchoringCommand,
  ],
}

const toDate = (ms: number | undefined): Date | undefined => (ms === undefined ? undefined : new Date(ms))

function toPosition(text: string | undefined): AuditPage['after'] {
  const [time, id, subject] = text?.split('/') ?? []
  if (time === undefined || id === undefined || subject === undefined) return undefined
  return { recordedAt: new Date(time), id, subject }
}

function toTableRow({ id: _id, changes, ...entry }: AuditEntry): object {
  const words = Object.entries(changes ?? {}).map(
    ([column, [before, after]]) => `${column}: ${JSON.stringify(before)} → ${JSON.stringify(after)}`,
  )
  return { ...entry, changes: words.join(', ') || null }
}
