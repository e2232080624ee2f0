import type { Issue } from './issues.ts'
import * as limits from './limits.ts'
import type { Money } from './money.ts'
import type { SavedTermsRules, TermsRules } from './terms.ts'

/**
 * The business step for terms (interface 4.1 rules 2 to 4): every broken rule at once, in a fixed order.
 * Pure; expects rules that passed the schema step.
 *
 * @returns the issues with pointers into the request body, empty when all rules hold
 */
export function checkTermsRules(rules: TermsRules): readonly Issue[] {
  return [...checkRate(rules), ...checkThresholds(rules)]
}

function checkRate(rules: TermsRules): readonly Issue[] {
  if (rules.rateBps === 0 && rules.cpi.amountMinor === '0') {
    return [
      {
        pointer: '/rules/cpi/amountMinor',
        code: 'zero_rate_needs_cpi',
        message: 'With a rate of 0 the install reward must be above 0.',
      },
    ]
  }
  if (rules.rateBps > 0 && rules.includedSaleKinds.length === 0) {
    return [
      {
        pointer: '/rules/includedSaleKinds',
        code: 'sale_kinds_required',
        message: 'With a rate above 0 at least one kind of sale must be included.',
      },
    ]
  }
  return []
}

function checkThresholds({ threshold, thresholds }: TermsRules): readonly Issue[] {
  if (thresholds === undefined) return []
  return [...checkPrimaryThreshold(threshold, thresholds), ...checkRepeatedCurrencies(thresholds)]
}

function checkPrimaryThreshold(primary: Money, thresholds: readonly Money[]): readonly Issue[] {
  const inCurrency = thresholds.filter(({ currency }) => currency === primary.currency)
  if (inCurrency.some(({ amountMinor }) => amountMinor === primary.amountMinor)) return []
  if (inCurrency.length > 0) {
    return [
      {
        pointer: '/rules/thresholds',
        code: 'primary_threshold_differs',
        message: 'The entry in the currency of the primary threshold must have exactly its amount.',
      },
    ]
  }
  return [
    {
      pointer: '/rules/thresholds',
      code: 'primary_threshold_missing',
      message: 'The primary threshold must be among the thresholds.',
    },
  ]
}

function checkRepeatedCurrencies(thresholds: readonly Money[]): readonly Issue[] {
  const seen = new Set<string>()
  return thresholds.flatMap(({ currency }, index) => {
    const isRepeated = seen.has(currency)
    seen.add(currency)
    if (!isRepeated) return []
    return [
      {
        pointer: `/rules/thresholds/${index}/currency`,
        code: 'threshold_currency_repeated',
        message: 'Each currency may have only one threshold.',
      },
    ]
  })
}

/**
 * The business step for the start of new terms (interface 4.1, `effectiveAt`): terms cannot be retroactive.
 *
 * @param effectiveAtMs - the requested instant, milliseconds since 1970
 * @param nowMs - the clock of the request, milliseconds since 1970
 */
export function checkEffectiveAt(effectiveAtMs: number, nowMs: number): readonly Issue[] {
  const pointer = '/effectiveAt'
  if (effectiveAtMs < nowMs - limits.effectiveAtSkewMs) {
    return [
      { pointer, code: 'effective_at_in_past', message: 'New terms cannot be retroactive: not before now.' },
    ]
  }
  const latest = new Date(nowMs)
  latest.setUTCFullYear(latest.getUTCFullYear() + limits.effectiveAtAheadYearsMax)
  if (effectiveAtMs > latest.getTime()) {
    const message = `At most ${limits.effectiveAtAheadYearsMax} years ahead.`
    return [{ pointer, code: 'effective_at_too_far', message }]
  }
  return []
}

/**
 * The rules as they are saved: `thresholds` derived from the primary threshold when omitted
 * (interface 2.2), and sorted by currency so that equal terms look equal.
 */
export function toSavedRules(rules: TermsRules): SavedTermsRules {
  const thresholds = [...(rules.thresholds ?? [rules.threshold])]
  return { ...rules, thresholds: thresholds.sort((a, b) => (a.currency < b.currency ? -1 : 1)) }
}
