import type { KeyObject } from 'node:crypto'
import type { Credential } from './credential.ts'
import { type RowPosition, sealCursor, type Walk } from './cursor.ts'
import { type ListQuery, toCursorScope } from './query.ts'
import type { ListedRow } from './summaries.ts'

/** What a page is made from beside its rows. */
export interface PageContext {
  readonly secret: KeyObject
  readonly credential: Pick<Credential, 'lineageId' | 'appId'>
  readonly query: ListQuery
  /** Where the page began. The cursor of the next one does without it. */
  readonly walk: Walk | undefined
}

/** Makes the page that is sent. */
export function toPage(rows: readonly ListedRow[], { secret, credential, query }: PageContext) {
  const next = nextWalk(rows, query.limit)
  return {
    items: rows.slice(0, query.limit).map((row) => query.list.toSummary(row, credential.appId)),
    nextCursor:
      next === undefined ? null : sealCursor(secret, toCursorScope(credential.lineageId, query), next),
  }
}

function nextWalk(rows: readonly ListedRow[], limit: number): Walk | undefined {
  const last = rows[limit - 1]
  if (rows.length <= limit || last === undefined) return undefined
  return { position: toPosition(last) }
}

const toPosition = ({ created_at_ms, id }: ListedRow): RowPosition => ({ createdAtMs: created_at_ms, id })
