import { operations, type RecordId, type RecordOf } from '@affiliate-platform/contract'
import type { RecordSource } from '@affiliate-platform/contract/server'
import type { RequestContext } from '../database/requests/request-context.ts'
import type { Statement } from '../database/statements/database.ts'
import { timeSql, toTimeValue } from '../database/statements/time.ts'
import { objectSql } from './wire-sql.ts'

/** How a record of the interface is read; it is called `record` in SQL, and the time `clock.now`. */
export interface RecordStatement<Id extends RecordId> {
  readonly table: string
  /** Every member as SQL: one that the contract names cannot be forgotten. */
  readonly members: {
    readonly [Member in keyof RecordOf<Id> as string extends Member ? never : Member]-?: string
  }
}

/** Makes the source of a record: one statement, so that all that it says is of one moment. */
export function createRecordSource<Id extends RecordId>(
  id: Id,
  { table, members }: RecordStatement<Id>,
): RecordSource<(typeof operations)[Id], RequestContext> {
  const { record: noun } = operations[id]
  // `is true` keeps the app out of the choice of an index: one of a list would be read for all of the app's records.
  const statement: Statement = {
    name: `${noun}_detail`,
    text: `
    select ${objectSql(members)} as record
    from ${table} record
      cross join (select ${timeSql(4)} as now) clock
    where record.workspace_id = $1 and record.id = $3 and (record.app_id = $2) is true`,
  }
  return async ({ database, nowMs }, { app, id: recordId }) => {
    const values = [app.workspaceId, app.appId, recordId, toTimeValue(nowMs)]
    const [row] = await database.query<{ readonly record: object }>(statement, values)
    return row?.record
  }
}
