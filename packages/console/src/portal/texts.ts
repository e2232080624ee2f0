import type { MemberResponse } from '@affiliate-platform/contract/console'
import { saleKindNames } from '@affiliate-platform/contract/console'
import { formatMoney } from '../money.ts'
import type { Place } from '../parts/places.tsx'
import { formatDay, formatTime, type State } from '../texts.ts'

// Money has one name for each place, as its member sees it.

export const places: Readonly<Record<Place, string>> = {
  held: 'Held',
  available: 'Available',
  toBePaid: 'To be paid',
  reported: 'Sent',
  confirmed: 'Arrived',
}

export const payoutStates: Readonly<Record<string, State>> = {
  unreported: { mark: '◔', name: 'To be paid', tone: 'waits' },
  partially_reported: { mark: '◇', name: 'Partly sent', tone: 'planned' },
  reported: { mark: '➤', name: 'Sent', tone: 'said' },
  partially_confirmed: { mark: '◇', name: 'Partly arrived', tone: 'planned' },
  confirmed: { mark: '✓', name: 'Arrived', tone: 'done' },
  disputed: { mark: '⚠', name: 'Not arrived', tone: 'wrong' },
  voided: { mark: '⊘', name: 'Cancelled', tone: 'ended' },
}

export const earningStates: Readonly<Record<string, State>> = {
  held: { mark: '◔', name: 'Held', tone: 'waits' },
  available: { mark: '●', name: 'Available', tone: 'planned' },
  in_payout: { mark: '◔', name: 'To be paid', tone: 'waits' },
  paid: { mark: '➤', name: 'Sent', tone: 'said' },
}

/** What is said of a payment, by who says it. */
export const factNames: Readonly<Record<string, string>> = {
  report: 'Sent',
  confirmation: 'Arrived',
  dispute: 'Not arrived',
  closing: 'Settled',
  retraction: 'Taken back: it was not sent',
  confirmation_retraction: 'Taken back: it did not arrive',
  return: 'Returned by the bank',
  void: 'Cancelled',
}

const evidenceWords: Readonly<Record<string, string>> = {
  coupon: 'your code was entered',
  click: 'your link was followed',
  bridge: 'the app reported your link',
  analytics: 'the app’s listing was opened by your link',
  claim: 'your claim was accepted',
}

/** How a shop is known to be theirs, as it is said within a sentence. */
export const describeEvidence = (kind: string): string => evidenceWords[kind] ?? 'it was told to be yours'

/** How a payment was made, as it is said within a sentence. */
export function describeMethod(method: string): string {
  const known: Readonly<Record<string, string>> = {
    ...{ paypal: 'PayPal', wise: 'Wise', sepa: 'bank transfer', bank_transfer: 'bank transfer' },
  }
  return known[method.toLowerCase()] ?? method
}

type Earning = MemberResponse<'listEarnings'>['items'][number]

/** What something was earned by. */
export function describeEarning({
  entry,
  saleKind,
  shop,
}: Pick<Earning, 'entry' | 'saleKind' | 'shop'>): string {
  if (entry === 'reversal') return 'a refund or correction'
  return saleKindNames[saleKind ?? ''] ?? (shop === null ? 'an entry by hand' : 'an install')
}

type Waiting = NonNullable<MemberResponse<'explainEarning'>['waiting']>

/** What is missing before something earned is paid. */
export function describeWaiting(
  { code, reason, until, available, threshold }: Waiting,
  availableAt: string,
): string {
  const since = formatDay(availableAt)
  switch (code) {
    case 'held':
      return `It is held until ${since}, because the shop can still get its money back until then.`
    case 'no_run':
      return `It is available since ${since}, and nobody has been paid since then. The next payout includes it.`
    case 'payee_changed':
      return `Where your payouts go was changed. Nothing is paid there before ${formatTime(until ?? availableAt)}; the next payout after that includes it.`
    case 'excluded':
      return `You are left out of payouts for now: ${reason ?? 'ask who runs the program'}. It stays yours.`
    case 'nothing_due':
      return `Refunds exceed what you have available, which is ${formatMoney(available)}. What you earn next makes up for it.`
    case 'below_threshold': {
      const missing = BigInt(threshold?.amountMinor ?? 0) - BigInt(available.amountMinor)
      if (threshold === null || missing <= 0n) break
      const more = formatMoney({ ...threshold, amountMinor: `${missing}` })
      return `You have ${formatMoney(available)} available. ${more} more and you reach ${formatMoney(threshold)}, from which on you are paid.`
    }
  }
  return 'It is available, and the next payout includes it.'
}

/** What has become of a claim. */
export const claimStates = {
  open: { mark: '◔', name: 'Waiting', tone: 'waits' },
  accepted: { mark: '✓', name: 'Accepted', tone: 'done' },
  declined: { mark: '⊘', name: 'Declined', tone: 'ended' },
  taken_back: { mark: '⊘', name: 'Taken back', tone: 'ended' },
} as const satisfies Readonly<Record<string, State>>

/** What has become of a shop that was referred. */
export const referralStates: Readonly<Record<string, State>> = {
  attributed: { mark: '◔', name: 'Nothing paid yet', tone: 'waits' },
  earning: { mark: '✓', name: 'Earns for you', tone: 'done' },
  under_review: { mark: '◇', name: 'Terms under review', tone: 'planned' },
  uninstalled: { mark: '–', name: 'Uninstalled', tone: 'ended' },
  ended: { mark: '⊘', name: 'Term is over', tone: 'ended' },
  voided: { mark: '⊘', name: 'Cancelled', tone: 'ended' },
}
