import { paymentFactKinds } from './payment-fact-kinds.ts'
import type { PayoutFact } from './store.ts'

/** The facts about a payout that nothing has taken back, returned or closed, nor the report that they are about. */
export function findStandingFacts<Fact extends Pick<PayoutFact, 'kind' | 'id' | 'about'>>(
  facts: readonly Fact[],
): readonly Fact[] {
  const ended = new Set(
    facts.filter(({ kind }) => paymentFactKinds[kind].ends !== null).map(({ about }) => about),
  )
  return facts.filter(({ id, about }) => !ended.has(id) && !ended.has(about))
}
