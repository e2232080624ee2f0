import { type SavedTermsRules, toSavedRules } from '@affiliate-platform/contract'
import type { Random } from '../random.ts'
import type { StoryClock } from './clock.ts'
import type { StoryMember } from './members.ts'
import type { StoryPlaces } from './structure.ts'

/** When members of the group Gold began to earn more. */
const goldFromDay = -180
/** When those of the group Standard will. */
const standardFromDay = 30

const thresholds = [
  { amountMinor: '5000', currency: 'EUR' },
  { amountMinor: '7500', currency: 'JPY' },
  { amountMinor: '15000', currency: 'KWD' },
  { amountMinor: '5000', currency: 'USD' },
]

const rulesAt = (rateBps: number): SavedTermsRules =>
  toSavedRules({
    basis: 'net',
    rateBps,
    cpi: { amountMinor: '0', currency: 'USD' },
    includedSaleKinds: ['subscription_sale', 'usage_sale'],
    durationMonths: null,
    holdDays: 30,
    threshold: { amountMinor: '5000', currency: 'USD' },
    thresholds,
    windowDays: 30,
    allowExistingShops: false,
    allowManualClaims: true,
  })

/** The terms of the story: 20 %, 25 % for Gold since half a year, and for Standard a little more from next month on. */
export function buildTerms(
  { idAt }: Random,
  { keys, programId, groups, ada }: StoryPlaces,
  { at, timeAt }: StoryClock,
) {
  const toVersion = (
    [kind, targetId]: readonly [string, string],
    rateBps: number,
    { savedDay, fromDay }: { readonly savedDay: number; readonly fromDay: number },
  ) => ({
    ...keys,
    id: idAt(at(savedDay)),
    program_id: programId,
    target_kind: kind,
    target_id: targetId,
    rules: rulesAt(rateBps),
    effective_at: timeAt(fromDay),
    operator: ada.slice('operator:'.length),
    created_at: timeAt(savedDay),
  })
  return {
    ofProgram: toVersion(['program', programId], 2000, { savedDay: -360, fromDay: -360 }),
    ofGold: toVersion(['group', groups.gold], 2500, { savedDay: goldFromDay - 4, fromDay: goldFromDay }),
    planned: toVersion(['group', groups.standard], 2200, { savedDay: -3, fromDay: standardFromDay }),
  }
}

export type StoryTerms = ReturnType<typeof buildTerms>

/** The version that a referral of a member is made under. */
export const termsAt = ({ ofProgram, ofGold }: StoryTerms, { isGold }: StoryMember, day: number) =>
  isGold && day >= goldFromDay ? ofGold : ofProgram
