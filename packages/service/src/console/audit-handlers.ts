import type { consoleOperations } from '@affiliate-platform/contract/console'
import type { Handlers } from '@affiliate-platform/contract/server'
import { listKeysWorkingFirst } from '@affiliate-platform/platform/api-keys'
import { listApps } from '@affiliate-platform/platform/apps'
import {
  type AuditPage,
  auditSubjects,
  describeRecords,
  listAuditEntries,
} from '@affiliate-platform/platform/audit'
import type { RequestContext } from '@affiliate-platform/platform/database'
import { listOperators } from '@affiliate-platform/platform/people'
import { toDate } from '../to-date.ts'
import { type ConsoleContext, nameKey, readNaming, toMoney } from './console-context.ts'

type AuditOperations = Pick<typeof consoleOperations, 'listAudit'>

const nothing = { name: null, shopDomain: null, amountMinor: null, currency: null }

const entriesMax = 50
const namedMax = 1000

/** Shows what was done, and who did it. */
export function createAuditHandlers(context: ConsoleContext) {
  const { database } = context
  return {
    listAudit: async ({ caller: { workspaceId }, query }) => {
      const { actor, action, subject, record: subjectId, after } = query
      const filter = { workspaceId, actor, action, subject, subjectId }
      const times = { from: toDate(query.from), to: toDate(query.to) }
      const [found, { actors, nameRecord }] = await Promise.all([
        listAuditEntries(
          database,
          { ...filter, ...times },
          { after: toPosition(after), limit: entriesMax + 1 },
        ),
        createNames(context, workspaceId),
      ])
      const entries = found.slice(0, entriesMax)
      const [nameActor, abouts] = await Promise.all([
        readNaming(
          context,
          workspaceId,
          entries.map((entry) => entry.actor),
        ),
        describeRecords(
          database,
          workspaceId,
          entries.map((entry) => entry.subjectId),
        ),
      ])
      const last = found.length > entriesMax ? entries.at(-1) : undefined
      const items = entries.map((entry) => {
        const { name, shopDomain, amountMinor, currency } = abouts.get(entry.subjectId) ?? nothing
        return {
          ...{ id: entry.id, action: entry.action, subject: entry.subject, record: entry.subjectId },
          at: entry.recordedAt.toISOString(),
          actor: { id: entry.actor, name: nameActor(entry.actor) },
          name: name ?? nameRecord(entry.subjectId),
          shopDomain,
          amount: amountMinor === null || currency === null ? null : toMoney(amountMinor, currency),
          changes: Object.entries(entry.changes ?? {}).map(([field, [before, value]]) => ({
            ...{ field, before: toText(before), after: toText(value) },
          })),
        }
      })
      const next =
        last === undefined ? null : [last.recordedAt.toISOString(), last.id, last.subject].join('/')
      return { value: { items, next, actors, subjects: [...auditSubjects] } }
    },
  } satisfies Handlers<AuditOperations, RequestContext>
}

/** Whose acts can be asked for, and what was acted on, where it has a name. */
async function createNames({ database }: ConsoleContext, workspaceId: string) {
  const [operators, keys, apps] = await Promise.all([
    listOperators(database, workspaceId),
    listKeysWorkingFirst(database, { workspaceId, limit: namedMax }),
    listApps(database, workspaceId, { after: undefined, limit: namedMax }),
  ])
  const actors = [
    ...operators.map(({ id, name }) => ({ id: `operator:${id}`, name })),
    ...keys.map(({ id, name }) => ({ id: `key:${id}`, name: nameKey(name) })),
    { id: 'system', name: 'The platform itself' },
  ]
  const recordNames = new Map([...operators, ...keys, ...apps].map(({ id, name }) => [id, name]))
  return { actors, nameRecord: (id: string) => recordNames.get(id) ?? null }
}

function toPosition(text: string | undefined): AuditPage['after'] {
  const [time, id, subject] = text?.split('/') ?? []
  const recordedAt = toDate(time)
  if (recordedAt === undefined || id === undefined || subject === undefined) return undefined
  return { recordedAt, id, subject }
}

const toText = (value: unknown): string | null =>
  value === null || typeof value === 'string' ? value : JSON.stringify(value)
