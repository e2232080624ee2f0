import type { KeyObject } from 'node:crypto'
import { type RowPosition, sealCursor, type Walk } from './cursor.ts'
import { type ListQuery, toCursorScope } from './query.ts'

/** A row of the list statement. */
export interface PayoutRow {
  readonly id: string
  readonly app_id: string
  readonly program_id: string
  readonly membership_id: string
  readonly name: string
  readonly status: string
  readonly amount_minor: string
  readonly unpaid_minor: string
  readonly currency: string
  readonly created_at: Date
}

/** What a page is made from beside its rows. */
export interface PageContext {
  readonly secret: KeyObject
  readonly lineageId: string
  readonly query: ListQuery
  readonly walk: Walk | undefined
}

/** Makes the page that is sent. */
export function toPage(rows: readonly PayoutRow[], { secret, lineageId, query, walk }: PageContext) {
  const next = nextWalk(rows, query.limit, walk)
  return {
    items: rows.slice(0, query.limit).map(toSummary),
    nextCursor: next === undefined ? null : sealCursor(secret, toCursorScope(lineageId, query), next),
  }
}

function nextWalk(rows: readonly PayoutRow[], limit: number, walk: Walk | undefined): Walk | undefined {
  const [first] = rows
  const last = rows[limit - 1]
  if (rows.length <= limit || first === undefined || last === undefined) return undefined
  return { position: toPosition(last), upperBound: walk?.upperBound ?? toPosition(first) }
}

const toPosition = ({ created_at, id }: PayoutRow): RowPosition => ({ createdAtMs: created_at.getTime(), id })

function toSummary(row: PayoutRow) {
  const { currency } = row
  return {
    id: row.id,
    kind: 'payouts',
    appId: row.app_id,
    programId: row.program_id,
    membershipId: row.membership_id,
    name: row.name,
    status: row.status,
    amount: { amountMinor: row.amount_minor, currency },
    unpaid: { amountMinor: row.unpaid_minor, currency },
  }
}
