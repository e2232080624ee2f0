import { formatAmount, type Money, type SavedTermsRules } from '@affiliate-platform/contract'
import { toLabel } from '../command-line/table.ts'

const yesOrNo = (value: boolean): string => (value ? 'yes' : 'no')

/** The primary one first. It is among the others, with the same amount (interface 3.2). */
const formatThresholds = (primary: Money, all: readonly Money[]): string =>
  [primary, ...all.filter(({ currency }) => currency !== primary.currency)].map(formatAmount).join(', ')

/** Rules as a record has them: kinds of sales that come later are among them. */
type ReadRules = Omit<SavedTermsRules, 'includedSaleKinds'> & {
  readonly includedSaleKinds: readonly string[]
}

/** All that two versions may differ in, as a person reads it. */
export function toRuleColumns({ cpi, threshold, ...rules }: ReadRules) {
  return {
    rate: formatRateOfBasis(rules),
    cpi: formatAmount(cpi),
    threshold: formatThresholds(threshold, rules.thresholds),
    sales: rules.includedSaleKinds.join(' '),
    months: rules.durationMonths === null ? 'unlimited' : String(rules.durationMonths),
    holdDays: String(rules.holdDays),
    windowDays: String(rules.windowDays),
    existingShops: yesOrNo(rules.allowExistingShops),
    manualClaims: yesOrNo(rules.allowManualClaims),
  }
}

/** The names of the columns that differ between two versions; nothing where there was none before. */
export function nameDifferences(before: ReadRules | undefined, after: ReadRules): string | null {
  if (before === undefined) return null
  const old: Readonly<Record<string, string>> = toRuleColumns(before)
  const changed = Object.entries(toRuleColumns(after)).filter(([name, value]) => old[name] !== value)
  return changed.map(([name]) => toLabel(name)).join(', ') || 'nothing'
}

/** The columns that differ, a line each: `rate: 10 % of net → 20 % of net`; all of them where there was nothing before. */
export function describeDifferences(
  before: SavedTermsRules | undefined,
  after: SavedTermsRules,
): readonly string[] {
  const old: Readonly<Record<string, string>> = before === undefined ? {} : toRuleColumns(before)
  return Object.entries(toRuleColumns(after))
    .filter(([name, value]) => old[name] !== value)
    .map(([name, value]) => {
      const change = before === undefined ? value : `${old[name]} → ${value}`
      return `  ${toLabel(name)}: ${change}`
    })
}

export const formatPercent = (rateBps: number): string => `${rateBps / 100} %`

/** The rate, and what it is of. */
export const formatRateOfBasis = ({ rateBps, basis }: Pick<ReadRules, 'rateBps' | 'basis'>): string =>
  `${formatPercent(rateBps)} of ${basis}`
