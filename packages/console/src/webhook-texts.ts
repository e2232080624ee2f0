import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { count, formatTime, type State } from './texts.ts'

export type Endpoint = ConsoleResponse<'listEndpoints'>['items'][number]

/** A message to an endpoint, and what came of it. */
export type Delivery = ConsoleResponse<'listDeliveries'>['items'][number]

/** What an endpoint can be told of. */
export type Topic = Endpoint['topics'][number]

/** What each topic tells, in the order in which they are offered. */
export const topicNames: Readonly<Record<Topic, string>> = {
  'referral.created': 'a shop was referred',
  'referral.voided': 'a referral does not count any more',
  'case.opened': 'a case was opened',
  'case.decided': 'a case was decided',
  'commission.posted': 'sales were posted',
  'payout_run.frozen': 'a payout run was frozen',
  'payout.reported': 'a payment was recorded',
  'payout.confirmed': 'a payment was confirmed',
  'payout.disputed': 'a payment was disputed',
  'payout.voided': 'a payout is not paid',
}

export const deliveryStateTexts: Readonly<Record<Delivery['state'], State>> = {
  waiting: { mark: '◔', name: 'Waiting', tone: 'waits' },
  delivered: { mark: '✓', name: 'Delivered', tone: 'done' },
  failed: { mark: '⚠', name: 'Given up', tone: 'wrong' },
}

export function toEndpointState({ disabledAt, failures }: Endpoint): State {
  if (disabledAt !== null) return { mark: '⊘', name: 'Disabled', tone: 'ended' }
  if (failures > 0) return { mark: '⚠', name: 'Failing', tone: 'wrong' }
  return { mark: '✓', name: 'Works', tone: 'done' }
}

/** What there is to say of how it is. */
export function describeEndpoint(endpoint: Endpoint): readonly string[] {
  const { disabledAt, disabledBecause, failures, waitingSince, overlapEndsAt } = endpoint
  const why = disabledBecause === 'gone' ? 'It said that it is gone (410)' : 'By hand'
  return [
    ...(disabledAt === null ? [] : [`${why}, ${formatTime(disabledAt)}`]),
    ...(failures > 0 && disabledAt === null ? [`${count(failures, 'attempt')} failed in a row`] : []),
    ...(waitingSince === null ? [] : [`Something waits since ${formatTime(waitingSince)}`]),
    ...(overlapEndsAt === null ? [] : [`Signed with two secrets until ${formatTime(overlapEndsAt)}`]),
  ]
}

/** What tells endpoints apart in a few words. */
export const toHost = (url: string): string => new URL(url).host
