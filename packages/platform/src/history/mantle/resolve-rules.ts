import { z } from 'zod'

const value = z
  .union([z.string(), z.number().transform(String)])
  .nullish()
  .transform((text) => (text === undefined || text === '' ? null : text))

/** What Mantle promised, where it says so. Numbers are texts. */
export const mantleRulesSchema = z.looseObject({
  percentCommission: value,
  durationMonths: value,
  amountPerInstall: value,
  signupBonus: value,
  minPlanValue: value,
  revenueComponents: z
    .array(z.string())
    .nullish()
    .transform((components) => components ?? null),
  revenueType: value,
})

export type MantleRules = z.output<typeof mantleRulesSchema>

/** Where rules of a referral can come from. */
export interface RuleSources {
  readonly program: MantleRules
  readonly group: MantleRules | null
  /** The member's own. */
  readonly custom: MantleRules | null
  /** Of the referral, when it was made. */
  readonly snapshot: MantleRules | null
}

const fields = [
  ...['percentCommission', 'durationMonths', 'amountPerInstall', 'signupBonus', 'minPlanValue'],
  ...['revenueComponents', 'revenueType'],
] as const

/**
 * Finds the rules that Mantle went by. A group replaces what it says, field by field. A member's own rules and those of a
 * referral replace percentage, duration, components and minimum plan as a whole, even where they are empty.
 */
export function resolveRules({ program, group, custom, snapshot }: RuleSources): MantleRules {
  const entries = fields.filter((field) => group?.[field] != null).map((field) => [field, group?.[field]])
  const ofGroup: MantleRules = { ...program, ...Object.fromEntries(entries) }
  return replaceBy(replaceBy(ofGroup, custom), snapshot)
}

function replaceBy(rules: MantleRules, own: MantleRules | null): MantleRules {
  if (own === null) return rules
  const { percentCommission, durationMonths, revenueComponents, minPlanValue } = own
  return { ...rules, percentCommission, durationMonths, revenueComponents, minPlanValue }
}
