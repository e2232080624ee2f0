import { instantSchema } from '@affiliate-platform/contract'
import { openCursor } from '@affiliate-platform/contract/server'
import {
  type AuditEntry,
  auditActions,
  auditSubjects,
  describeRecords,
  listAuditEntries,
  type RecordAbout,
} from '@affiliate-platform/platform/audit'
import { listActorNames } from '@affiliate-platform/platform/people'
import * as z from 'zod'
import { toDate } from '../to-date.ts'
import { formatSigned } from './add-amounts.ts'
import { nextCursorSchema, pageArguments } from './list-apps.ts'
import { defineTool } from './tool.ts'

const changeSchema = z.object({
  at: z.iso.datetime(),
  actor: z.string(),
  actorName: z.string().optional(),
  action: z.enum(auditActions),
  subject: z.string(),
  subjectId: z.string(),
  name: z.string().optional().describe('Of the member, program, group or app that it is about.'),
  shopDomain: z.string().optional(),
  amount: z.string().optional(),
  changes: z.record(z.string(), z.array(z.unknown())).optional(),
})

/** What was done in the workspace, and by whom. */
export const listChangesTool = defineTool({
  name: 'list_changes',
  title: 'List changes',
  description:
    'Lists what was done in the workspace and by whom, newest first: terms, payouts and payments, referrals, members, keys. The actor is system, key:<id>, operator:<account or name> or member:<id>. Each names whom and what it is about; a change has each field with its value before and after. Sums over a time are in list_balances.',
  input: z.strictObject({
    from: z.optional(instantSchema).describe('Done at or after it.'),
    to: z.optional(instantSchema).describe('Done before it.'),
    subject: z.optional(z.enum(auditSubjects)).describe('Only of this kind of record.'),
    subjectId: z.guid().toLowerCase().optional().describe('Only of this record.'),
    ...pageArguments,
  }),
  output: z.object({ items: z.array(changeSchema), nextCursor: nextCursorSchema }),
  async run({ caller, context: { database }, cursors }, { from, to, subject, subjectId, cursor, limit }) {
    const { workspaceId, lineageId } = caller
    const filters = Object.entries({ from, to, subject, subjectId }).map(
      ([name, value]) => [name, value ?? ''] as const,
    )
    const scope = { list: 'changes', lineageId, filters }
    const position = openCursor(cursors, scope, cursor)
    const after = position && { recordedAt: new Date(position.sortKey), id: position.id, subject: '' }
    const filter = { workspaceId, subject, subjectId, from: toDate(from), to: toDate(to) }
    const found = await listAuditEntries(database, filter, { after, limit: limit + sameMax })
    const next = found.findIndex((entry, index) => index >= limit && !isSame(entry, found[index - 1]))
    const entries = next < 0 ? found : found.slice(0, next)
    const last = next < 0 ? undefined : entries.at(-1)
    const [abouts, names] = await Promise.all([
      describeRecords(
        database,
        workspaceId,
        entries.map(({ subjectId: id }) => id),
      ),
      listActorNames(
        database,
        workspaceId,
        entries.map(({ actor }) => actor),
      ),
    ])
    return {
      items: entries.map((entry) => toItem(entry, abouts.get(entry.subjectId), names.get(entry.actor))),
      nextCursor: last ? cursors.seal(scope, { sortKey: last.recordedAt.getTime(), id: last.id }) : null,
    }
  },
})

function toItem(
  { id: _id, recordedAt, actor, changes, ...entry }: AuditEntry,
  { name, shopDomain, amountMinor, currency }: Partial<RecordAbout> = {},
  actorName: string | undefined,
): z.output<typeof changeSchema> {
  return {
    at: recordedAt.toISOString(),
    actor,
    ...(actorName && { actorName }),
    ...entry,
    ...(name && { name }),
    ...(shopDomain && { shopDomain }),
    ...(amountMinor && currency && { amount: formatSigned(amountMinor, currency) }),
    ...(changes && {
      changes: Object.fromEntries(Object.entries(changes).map(([column, both]) => [column, [...both]])),
    }),
  }
}

/** What ends a record has its id, and may be of one transaction with it: a page ends with all of these. */
const isSame = (entry: AuditEntry, other: AuditEntry | undefined): boolean =>
  entry.id === other?.id && entry.recordedAt.getTime() === other.recordedAt.getTime()
const sameMax = 10
