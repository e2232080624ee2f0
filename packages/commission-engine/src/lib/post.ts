import { changesOf } from './changes.ts'
import { desired } from './desired.ts'
import { type Entry, toEntries } from './entries.ts'
import type { ShopFacts } from './facts.ts'
import type { PostingState } from './posted.ts'
import { rewardEntries } from './rewards.ts'

/**
 * Posts the difference between what the facts of a shop say and what is posted: a first import, late rows, restated
 * amounts, refund links, voids and new contracts alike. Calling it again with its result posted gives nothing.
 *
 * @param facts - everything known of one shop in one app
 * @param state - the sum of its commissions so far, and the time
 * @returns the commissions to insert: install rewards first, then by time and id of their collections
 * @throws RangeError where a posted base belongs to a referral or contract that the facts do not have
 *
 * @example
 * ```ts
 * const entries = post(facts, { posted: toPosted([]), postedAtMs })
 * post(facts, { posted: toPosted(entries), postedAtMs }) // []
 * ```
 */
export function post(facts: ShopFacts, state: PostingState): readonly Entry[] {
  const { bases, rewards } = desired(facts)
  const changes = changesOf(bases, facts.referrals, state)
  return [...rewardEntries(rewards, state), ...toEntries(changes, state.posted.cumulatedNano)]
}
