import type { CommissionSummary } from './commission.ts'
import type { Later } from './later.ts'
import type { CommissionExplanation } from './payout-explanation.ts'

/**
 * A commission with its explanation.
 *
 * @example const toReason = (commission: CommissionRecord) => commission.notPaid?.code ?? commission.payoutId
 */
export interface CommissionRecord extends CommissionSummary {
  /** What it comes from. */
  readonly cause:
    | 'sale'
    | 'install_reward'
    | 'adjustment'
    | 'restatement'
    | 'void'
    | 'manual'
    | 'write_off'
    | 'repayment'
    | 'deduction'
    | 'imported'
    | Later
  /** Why it is in no payout yet; null in a payout. */
  readonly notPaid:
    | { readonly code: 'held'; readonly until: string }
    | { readonly code: 'no_run'; readonly since: string }
    | { readonly code: 'due' | 'below_threshold' | 'nothing_due' | Later }
    | { readonly code: 'excluded'; readonly reason: string }
    | null
  /** Why it is what it is. */
  readonly explanation: CommissionExplanation
}
