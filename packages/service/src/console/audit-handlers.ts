import type { consoleOperations } from '@affiliate-platform/contract/console'
import type { Handlers } from '@affiliate-platform/contract/server'
import { listKeysWorkingFirst } from '@affiliate-platform/platform/api-keys'
import { listApps } from '@affiliate-platform/platform/apps'
import { type AuditPage, auditSubjects, listAuditEntries } from '@affiliate-platform/platform/audit'
import type { RequestContext } from '@affiliate-platform/platform/database'
import { listAccounts } from '@affiliate-platform/platform/people'
import { toDate } from '../to-date.ts'
import { type ConsoleContext, createNaming } from './console-context.ts'

type AuditOperations = Pick<typeof consoleOperations, 'listAudit'>

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
      const [found, { actors, nameActor, nameRecord }] = await Promise.all([
        listAuditEntries(
          database,
          { ...filter, ...times },
          { after: toPosition(after), limit: entriesMax + 1 },
        ),
        createNames(context, workspaceId),
      ])
      const entries = found.slice(0, entriesMax)
      const last = found.length > entriesMax ? entries.at(-1) : undefined
      const items = entries.map((entry) => ({
        ...{ id: entry.id, action: entry.action, subject: entry.subject, record: entry.subjectId },
        at: entry.recordedAt.toISOString(),
        actor: { id: entry.actor, name: nameActor(entry.actor) },
        name: nameRecord(entry.subjectId),
        changes: Object.entries(entry.changes ?? {}).map(([field, [before, value]]) => ({
          ...{ field, before: toText(before), after: toText(value) },
        })),
      }))
      const next =
        last === undefined ? null : [last.recordedAt.toISOString(), last.id, last.subject].join('/')
      return { value: { items, next, actors, subjects: [...auditSubjects] } }
    },
  } satisfies Handlers<AuditOperations, RequestContext>
}

/** How whoever acts is called, and what was acted on, where it has a name. */
async function createNames(context: ConsoleContext, workspaceId: string) {
  const { database } = context
  const [toName, accounts, keys, apps] = await Promise.all([
    createNaming(context, workspaceId),
    listAccounts(database, workspaceId),
    listKeysWorkingFirst(database, { workspaceId, limit: namedMax }),
    listApps(database, workspaceId, { after: undefined, limit: namedMax }),
  ])
  const actors = [
    ...accounts.map(({ id, name }) => ({ id: `operator:${id}`, name })),
    ...keys.map(({ id, name }) => ({ id: `key:${id}`, name: `API key “${name}”` })),
    { id: 'system', name: 'The platform itself' },
  ]
  const actorNames = new Map(actors.map(({ id, name }) => [id, name]))
  const recordNames = new Map([...accounts, ...keys, ...apps].map(({ id, name }) => [id, name]))
  return {
    actors,
    nameActor: (actor: string) => actorNames.get(actor) ?? nameKind(actor) ?? toName(actor),
    nameRecord: (id: string) => recordNames.get(id) ?? null,
  }
}

const nameKind = (actor: string): string | undefined => {
  if (actor.startsWith('key:')) return 'An API key'
  return actor.startsWith('member:') ? 'A member' : undefined
}

function toPosition(text: string | undefined): AuditPage['after'] {
  const [time, id, subject] = text?.split('/') ?? []
  const recordedAt = toDate(time)
  if (recordedAt === undefined || id === undefined || subject === undefined) return undefined
  return { recordedAt, id, subject }
}

const toText = (value: unknown): string | null =>
  value === null || typeof value === 'string' ? value : JSON.stringify(value)
