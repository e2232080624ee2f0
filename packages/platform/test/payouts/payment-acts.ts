import { insertApp, insertPayout } from '@affiliate-platform/test-support/payout-builders'
import { actAs } from '../../src/audit.ts'
import type { Database } from '../../src/database/database.ts'
import { newId } from '../../src/database/new-id.ts'
import { type PaymentFact, type RecordedFact, recordPaymentFact } from '../../src/payouts.ts'

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
