import { currencyScale, type SavedTermsRules, toSavedRules } from '@affiliate-platform/contract'
import { roundAmount } from '../round-amount.ts'
import type { MantleRules } from './resolve-rules.ts'

/** Rules as they are kept here, and what of Mantle's has no counterpart; or no rules, where they cannot be read. */
export interface ConvertedRules {
  readonly rules: SavedTermsRules | null
  readonly unsupported: readonly string[]
}

type SaleKind = SavedTermsRules['includedSaleKinds'][number]

const saleKinds: Readonly<Record<string, SaleKind>> = {
  subscription: 'subscription_sale',
  usage: 'usage_sale',
  'one-time': 'one_time_sale',
  one_time: 'one_time_sale',
}

const everyKind = ['subscription_sale', 'usage_sale', 'one_time_sale'] as const satisfies readonly SaleKind[]
const monthsMax = 1200
const floatNoise = 1e-6

/** Whether something is promised beside a percentage. */
export const isAbove0 = (text: string | null): boolean => text !== null && Number(text) > 0

/** In which currency a promise is, and whether it holds for plans below its minimum, too. */
export interface TermsOptions {
  readonly currency: string
  readonly isOfEveryPlan: boolean
}

/**
 * Converts what Mantle promised. It held nothing back and had no threshold of its own, so neither has the agreement. Where
 * some sales would earn here that did not there, there are no rules, unless somebody has said that they shall (D437).
 */
export function toTerms(promised: MantleRules, { currency, isOfEveryPlan }: TermsOptions): ConvertedRules {
  const components = promised.revenueComponents ?? []
  const hasMinimum = isAbove0(promised.minPlanValue)
  const isNarrower = hasMinimum && !isOfEveryPlan
  const unsupported = [
    ...(hasMinimum ? ['minPlanValue'] : []),
    ...(isAbove0(promised.signupBonus) ? ['signupBonus'] : []),
    ...components.filter((name) => saleKinds[name] === undefined).map((name) => `revenueComponents: ${name}`),
  ]
  const basisPoints = roundAmount(promised.percentCommission ?? '0', 2)
  const months = readMonths(promised.durationMonths)
  const reward = roundAmount(promised.amountPerInstall ?? '0', currencyScale(currency) ?? 2)
  const included = components.flatMap((name) => saleKinds[name] ?? [])
  const isBasis = [null, 'gross', 'net'].includes(promised.revenueType)
  if (basisPoints === undefined || reward === undefined || months === undefined || !isBasis || isNarrower)
    return { rules: null, unsupported }
  const rateBps = Number(basisPoints.minor)
  const isWhole = Math.abs(Number(basisPoints.exact) * 100 - rateBps) < floatNoise
  const isOffer = rateBps > 0 || reward.minor > 0n
  const isEmpty = components.length > 0 && included.length === 0
  if (!isWhole || !isOffer || isEmpty || rateBps > 10_000 || rateBps < 0) return { rules: null, unsupported }
  const rules = toSavedRules({
    basis: promised.revenueType === 'net' ? 'net' : 'gross',
    ...{ rateBps, durationMonths: months, holdDays: 0, windowDays: 30 },
    includedSaleKinds: components.length === 0 ? [...everyKind] : [...new Set(included)],
    cpi: { amountMinor: `${reward.minor}`, currency },
    threshold: { amountMinor: '0', currency },
    ...{ allowExistingShops: false, allowManualClaims: true },
  })
  return { rules, unsupported }
}

/** Nothing and 0 are without end. */
function readMonths(text: string | null): number | null | undefined {
  const months = Number(text ?? 0)
  if (!Number.isInteger(months) || months < 0 || months > monthsMax) return undefined
  return months === 0 ? null : months
}
