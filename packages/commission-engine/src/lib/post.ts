import { changesOf } from './changes.ts'
import { desired } from './desired.ts'
import { type Entry, toEntries } from './entries.ts'
import type { ShopFacts } from './facts.ts'
import type { Posted } from './posted.ts'
import { rewardEntries } from './rewards.ts'

/**
 * Posts the difference between what the facts of a shop say and what is posted: a first import, late rows, restated
 * amounts, refund links, voids and new contracts alike. Calling it again with its result posted gives nothing.
 *
 * @param facts - everything known of one shop in one app
 * @param posted - the sum of its commissions so far
 * @returns the commissions to insert: install rewards, then what raises a base, then what lowers one, each by availability
 * @throws RangeError where a posted base belongs to a referral or contract that the facts do not have
 *
 * @example
 * ```ts
 * const entries = post(facts, toPosted([]))
 * post(facts, toPosted(entries)) // []
 * ```
 */
export function post(facts: ShopFacts, posted: Posted): readonly Entry[] {
  const { bases, rewards } = desired(facts)
  const changes = changesOf(bases, facts.referrals, posted)
  return [...rewardEntries(rewards, facts.referrals, posted), ...toEntries(changes, posted.cumulatedNano)]
}
