import { parseBody, type RecordOperation } from '@affiliate-platform/contract'
import { type RecordSource, unitOutOfRange } from '@affiliate-platform/contract/server'
import type { PayoutRecord } from '../records/payout-record.ts'
import { explainByHand, toWireInstant } from './explain-by-hand.ts'
import type { MemoryRow } from './memory-list.ts'

/** Makes the read of one record, or of its explanation, in memory. */
export function createMemoryRecord(
  { part, response }: Pick<RecordOperation, 'part'> & { readonly response: { readonly shape: Members } },
  readRows: () => readonly MemoryRow[],
): RecordSource<RecordOperation, undefined> {
  return async (_context, { id, query }) => {
    const row = readRows().find(({ summary }) => summary.id === id)
    if (row === undefined) return undefined
    return part === undefined ? toRecord(row, response.shape) : toExplanation(row, query['unit'] ?? '')
  }
}

type Members = Readonly<Record<string, Parameters<typeof parseBody>[0]>>

/** The members in the order of the contract. What a record does not say is null, or an empty list. */
function toRecord({ summary, detail, createdAtMs, groupId }: MemoryRow, members: Members): object {
  const known = { createdAt: new Date(createdAtMs).toISOString(), groupId, ...summary, ...detail }
  const entries = Object.entries(members).map(([name, schema]) => {
    const empty = parseBody(schema, null).ok ? null : { items: [], total: 0 }
    return [name, Reflect.get(known, name) ?? empty]
  })
  return Object.fromEntries(entries)
}

function toExplanation(row: MemoryRow, unit: string): object {
  const { summary, createdAtMs, explanation } = row
  const detail: Partial<PayoutRecord> = row.detail ?? {}
  const { id, amount } = summary
  if (amount === undefined || BigInt(unit) > BigInt(amount.amountMinor)) throw unitOutOfRange()
  const asOf = toWireInstant(createdAtMs)
  const commission = { id: detail.lines?.items[0]?.commissionId ?? id, availableAt: asOf }
  const paidByHand = {
    payout: { id, amount, run: null, asOf, threshold: { amountMinor: '0', from: { code: 'by_hand' } } },
    ...explainByHand(commission, detail),
  }
  const exact = Number.isSafeInteger(Number(unit)) ? Number(unit) : unit
  return { unit: exact, ...(explanation ?? paidByHand) }
}
