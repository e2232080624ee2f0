import {
  type ConsoleBody,
  currencyScale,
  fromDecimal,
  type Rules,
  toDecimal,
} from '@affiliate-platform/contract/console'
import type { Amount } from '../money.ts'

type NewRules = ConsoleBody<'saveMemberTerms'>['rules']

/** What is typed, field by field. */
export interface TermsDraft {
  readonly rate: string
  readonly basis: string
  readonly reward: string
  readonly threshold: string
  readonly kinds: readonly string[]
  readonly months: string
  readonly holdDays: string
  readonly windowDays: string
  readonly allowsExisting: boolean
  readonly allowsClaims: boolean
  readonly from: string
}

/** The terms in force, as they are typed. */
export function toDraft(rules: Rules | undefined): TermsDraft {
  return {
    rate: rules === undefined ? '' : String(rules.rateBps / 100),
    basis: rules?.basis ?? 'net',
    reward: toText(rules?.cpi),
    threshold: toText(rules?.threshold),
    kinds: rules?.includedSaleKinds ?? ['subscription_sale', 'usage_sale'],
    months: rules?.durationMonths ? String(rules.durationMonths) : '',
    holdDays: String(rules?.holdDays ?? 30),
    windowDays: String(rules?.windowDays ?? 30),
    allowsExisting: rules?.allowExistingShops ?? false,
    allowsClaims: rules?.allowManualClaims ?? false,
    from: '',
  }
}

const noMoney: Amount = { amountMinor: '0', currency: 'USD' }

const toText = ({ amountMinor, currency } = noMoney) => toDecimal(amountMinor, currencyScale(currency) ?? 0)

/** What is sent: where a text is no number it stays what it is, and the service says what is allowed. */
export function toRules(draft: TermsDraft, before: Rules | undefined): NewRules {
  const toNumber = (text: string) => (text.trim() === '' ? Number.NaN : Number(text))
  const toMoney = (text: string, { currency } = noMoney) => ({
    amountMinor: fromDecimal(text, currencyScale(currency) ?? 0) ?? text,
    currency,
  })
  const threshold = toMoney(draft.threshold, before?.threshold)
  // Those in other currencies stay as they are.
  const others = before?.thresholds.filter(({ currency }) => currency !== threshold.currency) ?? []
  return {
    basis: draft.basis === 'gross' ? 'gross' : 'net',
    rateBps: Math.round(toNumber(draft.rate) * 100),
    cpi: toMoney(draft.reward, before?.cpi),
    includedSaleKinds: draft.kinds as NewRules['includedSaleKinds'],
    durationMonths: draft.months === '' ? null : toNumber(draft.months),
    holdDays: toNumber(draft.holdDays),
    threshold,
    windowDays: toNumber(draft.windowDays),
    allowExistingShops: draft.allowsExisting,
    allowManualClaims: draft.allowsClaims,
    ...(others.length > 0 && { thresholds: [threshold, ...others] }),
  }
}
