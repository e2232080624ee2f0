import { type Detail, parseBody } from '@affiliate-platform/contract'
import { type DetailSource, unitOutOfRange } from '@affiliate-platform/contract/server'
import type { PayoutDetail } from '../payout-detail.ts'
import type { MemoryRow } from './memory-section.ts'

/** Makes the read of one record, or of its explanation, in memory. */
export function createMemoryDetail(
  { part, response }: Pick<Detail, 'part'> & { readonly response: { readonly shape: Members } },
  rows: readonly MemoryRow[],
): DetailSource<Detail, undefined> {
  return async (_context, { id, query }) => {
    const row = rows.find(({ summary }) => summary.id === id)
    if (row === undefined) return undefined
    return part === undefined ? toDetail(row, response.shape) : toExplanation(row, query['unit'] ?? '')
  }
}

type Members = Readonly<Record<string, Parameters<typeof parseBody>[0]>>

/** The members in the order of the contract. What a record does not say is null, or an empty list. */
function toDetail({ summary, detail, createdAtMs, groupId }: MemoryRow, members: Members): object {
  const known = { createdAt: new Date(createdAtMs).toISOString(), groupId, ...summary, ...detail }
  const entries = Object.entries(members).map(([name, schema]) => {
    const empty = parseBody(schema, null).ok ? null : { items: [], total: 0 }
    return [name, Reflect.get(known, name) ?? empty]
  })
  return Object.fromEntries(entries)
}

function toExplanation({ summary, createdAtMs, detail, explanation }: MemoryRow, unit: string): object {
  const { id, amount } = summary
  if (amount === undefined || BigInt(unit) > BigInt(amount.amountMinor)) throw unitOutOfRange()
  const asOf = new Date(createdAtMs).toISOString().replace('.000Z', 'Z')
  const because = 'entered by system: by hand'
  const paidByHand = {
    payout: { id, amount, run: null, asOf, threshold: { amountMinor: '0', from: 'paid by hand' } },
    commission: { id, entry: 'accrual', saleKind: null, availableAt: asOf, because },
    arithmetic: null,
    contract: null,
    referral: null,
    collection: null,
    takenBack: [],
    ...toPaymentWords(detail ?? {}),
  }
  const exact = Number.isSafeInteger(Number(unit)) ? Number(unit) : unit
  return { unit: exact, ...(explanation ?? paidByHand) }
}

/** What was said about the payment, without what was taken back or returned. */
function toPaymentWords({ reports, confirmations }: Partial<PayoutDetail>) {
  const standing = (reports?.items ?? []).filter(
    ({ retraction, returned }) => retraction === null && returned === null,
  )
  return {
    reports: standing.map(({ id, amount, method, reference, paidAt }) => ({
      id,
      amount,
      method,
      reference,
      paidAt,
    })),
    confirmations: (confirmations?.items ?? [])
      .filter(({ reportId, retraction }) => retraction === null && standing.some(({ id }) => id === reportId))
      .map(({ id, reportId, amount, createdAt: at }) => ({ id, reportId, amount, at })),
  }
}
