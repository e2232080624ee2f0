import type { Money } from '@affiliate-platform/contract'
import type { Queryable } from '../database/statements/database.ts'
import { listPaymentActs } from './list-payment-acts.ts'
import { findTarget } from './lock-payment-subject.ts'
import type { PaymentFact } from './payment-fact.ts'
import { findPayout, listPayoutFacts } from './store.ts'

/** Finds the most that a report or a confirmation could name now, in the currency of its payout. */
export async function findPaymentLimit(
  database: Queryable,
  workspaceId: string,
  fact: PaymentFact,
): Promise<Money | undefined> {
  const target = await findTarget(database, workspaceId, fact)
  if (typeof target === 'string') return undefined
  const key = { workspaceId, payoutId: target.payoutId }
  const payout = await findPayout(database, key)
  if (payout === undefined) return undefined
  const facts = await listPayoutFacts(database, key)
  const about = target.reportId ?? null
  const act = listPaymentActs({ payout, facts, actor: '' }).find(
    (one) => one.kind === fact.kind && one.about === about,
  )
  return { amountMinor: act?.amountMinor ?? '0', currency: payout.currency }
}
