import { type ListOperation, limits } from '@affiliate-platform/contract'
import {
  type AppScope,
  type ListSource,
  readListPage,
  ServiceError,
} from '@affiliate-platform/contract/server'
import {
  type Database,
  type ListPage,
  type RequestContext,
  readSecret,
} from '@affiliate-platform/platform/database'
import { createCursors, type PageQuery } from '@affiliate-platform/platform/lists'
import type { Option } from 'commander'
import { type AddCommand, flag } from './act.ts'
import { chooseApp } from './choose-workspace.ts'
import { type ListPlan, listParts } from './list-command.ts'
import { UsageError } from './operator-error.ts'
import { parseText } from './parse-value.ts'
import type { ListPart } from './print-list.ts'
import {
  type FilterFlags,
  type FilterWords,
  filterOptions,
  readFilters,
  toInstants,
} from './record-filters.ts'

/** A list of the interface (4.2) as a command. */
interface RecordListPlan<Row, Shown extends object>
  extends Omit<ListPlan<FilterFlags, Shown>, 'name' | 'options' | 'check'>,
    FilterWords {
  readonly list: ListOperation
  readonly source: ListSource<Row, RequestContext>
  /** Filters that the interface does not have, each with its flag. */
  readonly further?: readonly (readonly [filter: 'runId' | 'referralId', option: Option])[]
  /** Puts other filters in the place of those that the flags say. */
  readonly narrow?: (database: Database, app: AppScope, query: PageQuery) => Promise<PageQuery>
  /** What is shown of a row. */
  readonly toRecord: (row: Row, app: AppScope) => Shown
  /** Adds the names of other records that the rows lead to. */
  readonly addNames?: (
    database: Database,
    workspaceId: string,
    records: readonly Shown[],
  ) => Promise<readonly Shown[]>
}

/** Makes the command that lists records of an app: the rows of the interface, by its filters and in its order (D300). */
export function listRecords<Row, Shown extends object>(plan: RecordListPlan<Row, Shown>): AddCommand {
  const { list, further = [] } = plan
  function toQuery(flags: FilterFlags): PageQuery {
    const own = further.map(([filter, option]) => [filter, Reflect.get(flags, option.attributeName())])
    return {
      ...readFilters(list, flags),
      ...Object.fromEntries(own.filter(([, value]) => value !== undefined)),
    }
  }
  return listParts<FilterFlags>()({
    ...plan,
    options: [...filterOptions(list, plan), ...further.map(([, option]) => option)],
    goesOn: flag(
      '--cursor <cursor>',
      'continue where the previous list, with the same filters, ended',
      parseText,
    ),
    check: toQuery,
    readPart: async ({ database, workspaceId, flags, page }) => {
      const app = { workspaceId, appId: await chooseApp(database, workspaceId, flags.app) }
      const query = toQuery(await toInstants(database, workspaceId, flags))
      const narrowed = (await plan.narrow?.(database, app, query)) ?? query
      return await readPart(database, plan, { app, query: narrowed, page })
    },
  })
}

/** A page of the interface is short: a longer part of a list is several of them. */
async function readPart<Row, Shown extends object>(
  database: Database,
  { list, source, toRecord, addNames }: RecordListPlan<Row, Shown>,
  { app, query, page }: { readonly app: AppScope; readonly query: PageQuery; readonly page: ListPage },
): Promise<ListPart<Shown>> {
  const reader = { list, source, cursors: createCursors(await readSecret(database)) }
  const context = { database, nowMs: undefined }
  const rows: Row[] = []
  let next = page.after
  try {
    do {
      const limit = Math.min(limits.pageRowsMax, page.limit - rows.length)
      const asked = { ...query, limit, ...(next !== undefined && { cursor: next }) }
      const found = await readListPage(reader, context, { app, lineageId: app.appId, query: asked })
      rows.push(...found.rows)
      next = found.nextCursor ?? undefined
    } while (next !== undefined && rows.length < page.limit)
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === 'invalid_cursor')) throw error
    throw new UsageError('--cursor: What the previous list printed, with the same app and filters.')
  }
  const records = rows.map((row) => toRecord(row, app))
  return { rows: (await addNames?.(database, app.workspaceId, records)) ?? records, next }
}
