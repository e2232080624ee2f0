import { pick, type startRandom } from '@affiliate-platform/test-support/guarantee-scale'
import { insertApp, insertPayout } from '@affiliate-platform/test-support/payout-builders'
import { actAs } from '../../src/audit.ts'
import type { Database } from '../../src/database/statements/database.ts'
import { newId } from '../../src/database/statements/new-id.ts'
import type { PaymentFactKind } from '../../src/payouts/payment-fact-kinds.ts'
import { type PaymentFact, type RecordedFact, recordPaymentFact } from '../../src/payouts.ts'
import type { Payment } from './payment-model.ts'

export const usd = (amountMinor: string) => ({ amountMinor, currency: 'USD' })

/** A payout of 100 minor units, and who does what about its payment. */
export async function buildPayout(database: Database) {
  const app = await insertApp(database)
  const { workspaceId } = app
  const payoutId = await insertPayout(database, app, { amountMinor: 100n })
  const record = async (
    actor: string,
    fact: PaymentFact,
  ): Promise<RecordedFact & { readonly id: string }> => {
    const context = { id: newId(), workspaceId, createdAt: new Date() }
    return { id: context.id, ...(await recordPaymentFact(actAs(database, actor), fact, context)) }
  }
  const report = (amountMinor = '100'): PaymentFact => ({
    ...{ kind: 'report', payoutId, amount: usd(amountMinor), method: 'bank' },
    ...{ reference: undefined, paidAt: undefined },
  })
  return { ...app, payoutId, record, report }
}

/** Who acts in random orders. */
export const actors = ['operator:mia', 'operator:ben', 'member:m1', 'member:m1', 'member:m2'] as const

const weights = {
  ...{ report: 2, confirmation: 2, confirmation_retraction: 1, dispute: 1 },
  ...{ closing: 1, retraction: 1, return: 1, void: 1 },
} satisfies Readonly<Record<PaymentFactKind, number>>

const kinds = Object.entries(weights).flatMap(([kind, weight]) =>
  Array.from({ length: weight }, () => kind as PaymentFactKind),
)

/** One fact that somebody may want to record; `undefined` where there is nothing yet that it could be about. */
export function imagine(
  random: ReturnType<typeof startRandom>,
  payment: Payment,
  { payoutId, currency }: { readonly payoutId: string; readonly currency: string },
): PaymentFact | undefined {
  const kind = pick(random, kinds)
  const about = <T>(known: ReadonlyMap<string, T>, toFact: (id: string) => PaymentFact) =>
    known.size === 0 ? undefined : toFact(pick(random, [...known.keys()]))
  const part = (payment.amountMinor * BigInt(1 + random.below(4))) / 4n
  const amount = { amountMinor: `${part || 1n}`, currency }
  // With another reason each time none is the repetition of an earlier one.
  const reason = newId()
  switch (kind) {
    case 'report':
      return { kind, payoutId, amount, method: 'bank', reference: undefined, paidAt: undefined }
    case 'confirmation':
      return about(payment.reports, (reportId) => ({ kind, reportId, amount }))
    case 'return':
      return about(payment.reports, (reportId) => ({ kind, reportId, reference: 'B1', reason }))
    case 'dispute':
    case 'retraction':
      return about(payment.reports, (reportId) => ({ kind, reportId, reason }))
    case 'confirmation_retraction':
      return about(payment.confirmations, (confirmationId) => ({ kind, confirmationId, reason }))
    case 'closing':
      return about(payment.disputes, (disputeId) => ({ kind, disputeId, resolution: reason }))
    case 'void':
      return { kind, payoutId, reason }
  }
}
