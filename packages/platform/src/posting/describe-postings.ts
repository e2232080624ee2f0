import type { PublishedFact } from '../outbox/published-fact.ts'

/** An entry of the ledger, as far as others are told of it. */
interface PostedEntry {
  readonly referralId: string
  readonly membershipId: string | undefined
  readonly currency: string
  /** Below zero for a reversal. */
  readonly amountMinor: string
}

interface Sum {
  readonly membershipId: string
  commissions: number
  readonly byCurrency: Map<string, bigint>
}

/** What others are told of entries that are posted together: one thing for each referral. */
export function describePostings(appId: string, entries: readonly PostedEntry[]): readonly PublishedFact[] {
  const sums = new Map<string, Sum>()
  for (const { referralId, membershipId = '', currency, amountMinor } of entries) {
    const sum = sums.get(referralId) ?? { membershipId, commissions: 0, byCurrency: new Map() }
    sum.commissions += 1
    sum.byCurrency.set(currency, (sum.byCurrency.get(currency) ?? 0n) + BigInt(amountMinor))
    sums.set(referralId, sum)
  }
  return [...sums].map(([referralId, { membershipId, commissions, byCurrency }]) => {
    const amounts = [...byCurrency].map(([currency, sum]) => ({ amountMinor: `${sum}`, currency }))
    return { topic: 'commission.posted', data: { appId, membershipId, referralId, commissions, amounts } }
  })
}
