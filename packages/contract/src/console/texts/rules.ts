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

/** What terms are called where a member reads them. */
const memberNames: Readonly<Record<string, string>> = {
  'Install reward': 'For an install',
  Counts: 'What counts',
  Duration: 'You earn from a shop',
  Held: 'Held for',
  'Paid from': 'Smallest payout',
  Window: 'Time to install after your link or code',
  'Existing shops': 'Shops that had the app before count',
  Claims: 'You can claim shops yourself',
}

const memberBases = { gross: 'what shops pay', net: 'what shops pay, after Shopify’s fees' } as const

/** What differs between two versions, as the member reads it for whom they count. */
export function listMemberDifferences(before: Rules, after: Rules) {
  const toShare = ({ rateBps, basis }: Rules) => `${formatRate(rateBps)} of ${memberBases[basis]}`
  return listDifferences(before, after).map(({ name, ...of }) =>
    name === 'Commission'
      ? { name: 'You get', value: toShare(after), was: toShare(before) }
      : { name: memberNames[name] ?? name, ...of },
  )
}
