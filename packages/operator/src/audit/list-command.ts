import {
  type AuditEntry,
  type AuditPage,
  auditActions,
  auditSubjects,
  describeRecords,
  listAuditEntries,
  type RecordAbout,
} from '@affiliate-platform/platform/audit'
import type { Queryable } from '@affiliate-platform/platform/database'
import { Option } from 'commander'
import { flag, type NounPlan } from '../command-line/act.ts'
import { workspaceOption } from '../command-line/choose-workspace.ts'
import { list } from '../command-line/list-command.ts'
import { parseAuditPosition, parseDayOrInstant, parseText } from '../command-line/parse-value.ts'
import { fromWords, toWords } from '../command-line/record-filters.ts'
import { idFlag } from '../command-line/record-name.ts'
import { toEnd, toInstant } from '../command-line/to-instant.ts'
import { formatSum } from '../payouts/signed-money.ts'
import { repairAnchoringCommand } from './repair-anchoring-command.ts'

interface AuditFlags {
  readonly actor?: string
  readonly action?: string
  readonly subject?: string
  readonly record?: string
  readonly from?: string
  readonly to?: string
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
        flag('--from <time>', `then or later: ${fromWords}`, parseDayOrInstant),
        flag('--to <time>', `before then; ${toWords}`, parseDayOrInstant),
      ],
      parseAfter: parseAuditPosition,
      first: ['recordedAt', 'actor', 'action', 'subject', 'name', 'amount'],
      find: async ({ database, workspaceId, flags, page: { after, limit } }) => {
        const { actor, action, subject, record: subjectId, from, to } = flags
        const times = {
          from: from === undefined ? undefined : await toInstant(database, workspaceId, from),
          to: to === undefined ? undefined : await toEnd(database, workspaceId, to),
        }
        const filter = { workspaceId, actor, action, subject, subjectId, ...times }
        const entries = await listAuditEntries(database, filter, { after: toPosition(after), limit })
        return await addAbouts(database, workspaceId, entries)
      },
      toAfter: ({ recordedAt, id, subject }) => `${recordedAt.toISOString()}/${id}/${subject}`,
      toTableRow,
    }),
    repairAnchoringCommand,
  ],
}

function toPosition(text: string | undefined): AuditPage['after'] {
  const [time, id, subject] = text?.split('/') ?? []
  if (time === undefined || id === undefined || subject === undefined) return undefined
  return { recordedAt: new Date(time), id, subject }
}

/** An entry, with whom and what it is about. */
type NamedEntry = AuditEntry & RecordAbout

const nothing: RecordAbout = { name: null, shopDomain: null, amountMinor: null, currency: null }

async function addAbouts(
  database: Queryable,
  workspaceId: string,
  entries: readonly AuditEntry[],
): Promise<readonly NamedEntry[]> {
  const ids = entries.map(({ subjectId }) => subjectId)
  const abouts = await describeRecords(database, workspaceId, ids)
  return entries.map((entry) => ({ ...entry, ...(abouts.get(entry.subjectId) ?? nothing) }))
}

function toTableRow({ id: _id, changes, subjectId, ...entry }: NamedEntry): object {
  const { amountMinor, currency, name, shopDomain, ...rest } = entry
  const words = Object.entries(changes ?? {}).map(
    ([column, [before, after]]) => `${column}: ${JSON.stringify(before)} → ${JSON.stringify(after)}`,
  )
  const amount = amountMinor === null || currency === null ? null : formatSum(BigInt(amountMinor), currency)
  return { ...rest, name, amount, changes: words.join(', ') || null, shopDomain, subjectId }
}
