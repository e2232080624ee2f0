import type { ConsoleBody, ConsoleResponse } from '@affiliate-platform/contract/console'
import { formatMoney } from './money.ts'
import { formatRate, saleKinds } from './texts.ts'

/** Terms rules as they are read. */
export type Rules = NonNullable<ConsoleResponse<'readMember'>['inForce']>['rules']

/** Terms rules as they are saved. */
export type NewRules = ConsoleBody<'saveMemberTerms'>['rules']

const yesOrNo = (value: boolean) => (value ? 'yes' : 'no')

/** Every rule as a person reads it. */
export function describeRules(rules: Rules | NewRules): ReadonlyMap<string, string> {
  const { basis, rateBps, cpi, includedSaleKinds, durationMonths, holdDays, windowDays } = rules
  const thresholds = rules.thresholds ?? [rules.threshold]
  return new Map([
    ['Commission', `${formatRate(rateBps)} of ${basis} sales`],
    ['Install reward', cpi.amountMinor === '0' ? 'none' : formatMoney(cpi)],
    ['Counts', includedSaleKinds.map((kind) => saleKinds[kind] ?? kind).join(', ') || 'nothing'],
    ['Duration', durationMonths === null ? 'without end' : `${durationMonths} months from the install`],
    ['Held', `${holdDays} days`],
    ['Paid from', thresholds.map(formatMoney).toSorted().join(', ')],
    ['Window', `${windowDays} days`],
    ['Existing shops', yesOrNo(rules.allowExistingShops)],
    ['Claims', yesOrNo(rules.allowManualClaims)],
  ])
}

/** What differs between two versions: its name, and how it was and is. */
export function listDifferences(before: Rules | undefined, after: Rules | NewRules) {
  const old = before && describeRules(before)
  return [...describeRules(after)]
    .map(([name, value]) => ({ name, value, was: old?.get(name) }))
    .filter(({ value, was }) => value !== was)
}
