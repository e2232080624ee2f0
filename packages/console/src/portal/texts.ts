import type { MemberResponse, WriteInstants } from '@affiliate-platform/contract/console'
import { saleKindNames } from '@affiliate-platform/contract/console'
import type { Place } from '../parts/places.tsx'
import { formatDay, formatTime, type State } from '../texts.ts'

// Money has one name for each place, as its member sees it.

export const ownPlaces: Readonly<Record<Place, string>> = {
  held: 'Held',
  available: 'Available',
  toBePaid: 'To be paid',
  reported: 'Sent',
  confirmed: 'Arrived',
}

export const ownPayoutStates: Readonly<Record<string, State>> = {
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
  paid: { mark: '➤', name: 'Paid out', tone: 'said' },
}

type FactKind = MemberResponse<'readOwnPayout'>['facts'][number]['kind']

/** What is said of a payment, by who says it. */
export const factNames: Readonly<Record<FactKind, string>> = {
  report: 'Sent',
  confirmation: 'Arrived',
  dispute: 'Not arrived',
  closing: 'Settled',
  retraction: 'Taken back: it was not sent',
  confirmation_retraction: 'Confirmation taken back',
  return: 'Returned by the bank',
  void: 'Cancelled',
}

type Earning = MemberResponse<'listEarnings'>['items'][number]

export function describeEarning({
  entry,
  saleKind,
  shop,
}: Pick<Earning, 'entry' | 'saleKind' | 'shop'>): string {
  if (entry === 'reversal') return 'a refund or correction'
  return saleKindNames[saleKind ?? ''] ?? (shop === null ? 'an entry by hand' : 'an install')
}

/** How sentences write when something was. */
export const instants: WriteInstants = { day: formatDay, time: formatTime }

export const claimStates = {
  open: { mark: '◔', name: 'Waiting', tone: 'waits' },
  accepted: { mark: '✓', name: 'Accepted', tone: 'done' },
  declined: { mark: '⊘', name: 'Declined', tone: 'ended' },
  taken_back: { mark: '⊘', name: 'Taken back', tone: 'ended' },
} as const satisfies Readonly<Record<string, State>>

/** What has become of a shop that was referred. */
export const ownReferralStates: Readonly<Record<string, State>> = {
  attributed: { mark: '◔', name: 'Has not paid yet', tone: 'waits' },
  earning: { mark: '✓', name: 'Earns for you', tone: 'done' },
  under_review: { mark: '◇', name: 'Terms under review', tone: 'planned' },
  uninstalled: { mark: '–', name: 'Uninstalled', tone: 'ended' },
  ended: { mark: '⊘', name: 'Your time with it is over', tone: 'ended' },
  voided: { mark: '⊘', name: 'Cancelled', tone: 'ended' },
}
