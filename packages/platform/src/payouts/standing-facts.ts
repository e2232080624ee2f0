import type { PayoutFact } from './store.ts'

/** Which facts end the effect of what they are about. */
const endsWhatItIsAbout: Readonly<Record<PayoutFact['kind'], boolean>> = {
  report: false,
  retraction: true,
  return: true,
  confirmation: false,
  confirmation_retraction: true,
  dispute: false,
  closing: true,
  void: false,
}

/** The facts about a payout that nothing has taken back, returned or closed, nor the report that they are about. */
export function findStandingFacts<Fact extends Pick<PayoutFact, 'kind' | 'id' | 'about'>>(
  facts: readonly Fact[],
): readonly Fact[] {
  const ended = new Set(facts.filter(({ kind }) => endsWhatItIsAbout[kind]).map(({ about }) => about))
  return facts.filter(({ id, about }) => !ended.has(id) && !ended.has(about))
}
