import type { KeyObject } from 'node:crypto'
import type { Credential } from './credential.ts'
import { type RowPosition, sealCursor, type Walk } from './cursor.ts'
import { type ListQuery, toCursorScope } from './query.ts'

/** A row of the list statement. */
export interface PayoutRow {
  readonly id: string
  readonly program_id: string
  readonly membership_id: string
  readonly name: string
  readonly status: string
  readonly amount_minor: string
  readonly unpaid_minor: string
  readonly currency: string
  readonly created_at_ms: number
}

/** What a page is made from beside its rows. */
export interface PageContext {
  readonly secret: KeyObject
  readonly credential: Pick<Credential, 'lineageId' | 'appId'>
  readonly query: ListQuery
  /** Where the page began. The cursor of the next one does without it. */
  readonly walk: Walk | undefined
}

/** Makes the page that is sent. */
export function toPage(rows: readonly PayoutRow[], { secret, credential, query }: PageContext) {
  const next = nextWalk(rows, query.limit)
  return {
    items: rows.slice(0, query.limit).map((row) => toSummary(row, credential.appId)),
    nextCursor:
      next === undefined ? null : sealCursor(secret, toCursorScope(credential.lineageId, query), next),
  }
}

function nextWalk(rows: readonly PayoutRow[], limit: number): Walk | undefined {
  const last = rows[limit - 1]
  if (rows.length <= limit || last === undefined) return undefined
  return { position: toPosition(last) }
}

const toPosition = ({ created_at_ms, id }: PayoutRow): RowPosition => ({ createdAtMs: created_at_ms, id })

function toSummary(row: PayoutRow, appId: string) {
  const { currency } = row
  return {
    id: row.id,
    kind: 'payouts',
    appId,
    programId: row.program_id,
    membershipId: row.membership_id,
    name: row.name,
    status: row.status,
    amount: { amountMinor: row.amount_minor, currency },
    unpaid: { amountMinor: row.unpaid_minor, currency },
  }
}
