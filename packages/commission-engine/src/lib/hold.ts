import { dayMs } from '@affiliate-platform/contract'
import type { ContractRules } from './facts.ts'

/**
 * When an accrual becomes available for a payout: the hold counts whole days of 24 hours (interface 2.2, `holdDays`).
 *
 * @param fromMs - when the sale was collected or the app installed, milliseconds since 1970
 * @param rules - of the sale's contract
 */
export function availableAfterHold(fromMs: number, { holdDays }: Pick<ContractRules, 'holdDays'>): number {
  return fromMs + holdDays * dayMs
}
