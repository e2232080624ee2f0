import type { Statement } from '../database/statements/database.ts'
import { type HistoryKind, historyKinds } from './history-row.ts'
import type { HistoryWork } from './history-work.ts'
import { advance, insertEnd, removeCheckpoint } from './store.ts'

const rowsAtOnce = 10_000

const findBoundStatement: Statement = {
  name: 'history_find_bound',
  text: `
    select max(source_id) as bound, count(*)::integer as rows
    from (
      select source_id from history_rows
      where workspace_id = $1 and import_id = $2 and kind = $3 and source_id > $4 collate "C"
      order by source_id
      limit ${rowsAtOnce}
    ) next`,
}

const clearStatement: Statement = {
  name: 'history_clear_rows',
  text: `
    delete from history_rows
    where workspace_id = $1 and import_id = $2 and kind = $3 and source_id > $4 collate "C"
      and source_id <= $5 collate "C" and reason is null`,
}

/** Leaves the rows that were set aside, and says that the import is complete. */
export async function clearRows(work: HistoryWork, from: string): Promise<void> {
  const { inBatch, scope, report, tell } = work
  const [first = '', name = ''] = from.split(' ')
  const start = Math.max((historyKinds as readonly string[]).indexOf(first), 0)
  let done = 0
  for (const kind of historyKinds.slice(start)) {
    for (let after: string | null = kind === first ? name : ''; after !== null; ) {
      const cleared = await clearSome(work, kind, after)
      after = cleared.bound
      done += cleared.rows
      tell({ step: 'clear', done })
    }
  }
  await inBatch(async (tx) => {
    await insertEnd(tx, scope, report)
    await removeCheckpoint(tx, scope)
  })
}

interface Cleared {
  readonly bound: string | null
  readonly rows: number
}

async function clearSome(
  { inBatch, scope }: HistoryWork,
  kind: HistoryKind,
  after: string,
): Promise<Cleared> {
  const { workspaceId, importId } = scope
  return await inBatch(async (tx) => {
    const range = [workspaceId, importId, kind, after]
    const [found] = await tx.query<Cleared>(findBoundStatement, range)
    if (found === undefined || found.bound === null) return { bound: null, rows: 0 }
    await tx.query(clearStatement, [...range, found.bound])
    await advance(tx, scope, { step: 'clear', after: `${kind} ${found.bound}`, report: null })
    return found
  })
}
