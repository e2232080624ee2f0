import type * as z from 'zod/mini'
import type { TermsRules, termsRulesResponseSchema } from '../../lib/terms.ts'
import { formatMoney } from './format-money.ts'

/** Terms rules as they are read. */
export type Rules = z.output<typeof termsRulesResponseSchema>

/** The kinds of sales, as what a commission is for. */
export const saleKindNames: Readonly<Record<string, string>> = {
  subscription_sale: 'a subscription',
  usage_sale: 'usage',
  one_time_sale: 'a one-time charge',
}

/** A rate in basis points as a percentage. */
export const formatRate = (rateBps: number): string => `${rateBps / 100}%`

const yesOrNo = (value: boolean) => (value ? 'yes' : 'no')

/** Every rule as a person reads it. */
export function describeRules(rules: Rules | TermsRules): ReadonlyMap<string, string> {
  const { basis, rateBps, cpi, includedSaleKinds, durationMonths, holdDays, windowDays } = rules
  const thresholds = rules.thresholds ?? [rules.threshold]
  return new Map([
    ['Commission', `${formatRate(rateBps)} of ${basis} sales`],
    ['Install reward', cpi.amountMinor === '0' ? 'none' : formatMoney(cpi)],
    ['Counts', includedSaleKinds.map((kind) => saleKindNames[kind] ?? kind).join(', ') || 'nothing'],
    ['Duration', durationMonths === null ? 'without end' : `${durationMonths} months from the install`],
    ['Held', `${holdDays} days`],
    ['Paid from', thresholds.map(formatMoney).toSorted().join(', ')],
    ['Window', `${windowDays} days`],
    ['Existing shops', yesOrNo(rules.allowExistingShops)],
    ['Claims', yesOrNo(rules.allowManualClaims)],
  ])
}

/** What differs between two versions: its name, and how it was and is. */
export function listDifferences(before: Rules | undefined, after: Rules | TermsRules) {
  const old = before && describeRules(before)
  return [...describeRules(after)]
    .map(([name, value]) => ({ name, value, was: old?.get(name) }))
    .filter(({ value, was }) => value !== was)
}
