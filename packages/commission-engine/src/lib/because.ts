import type { Entry } from './entries.ts'
import type { ExplanationFacts } from './explanation-facts.ts'
import { formatInstant } from './instant.ts'

const entered = {
  manual: 'entered',
  write_off: 'written off',
  repayment: 'repaid, entered',
  deduction: 'deducted',
}

/** Says in words why a commission is available when it is: `collected 2026-02-01T00:00:00Z + 30 days`. */
export function explainTime({ commission, contract }: ExplanationFacts): string {
  if ('by' in commission) return `${entered[commission.cause]} by ${commission.by}: ${commission.reason}`
  const hold = `+ ${contract?.rules.holdDays ?? 0} days`
  const accruedAt = formatInstant(commission.accruedAtMs)
  const isOfSale = commission.platformId !== null && commission.originalPlatformId === null
  if (commission.entry === 'accrual' && isOfSale) return `collected ${accruedAt} ${hold}`
  if (commission.entry === 'accrual' && commission.cause === 'install_reward') {
    return `installed ${accruedAt} ${hold}`
  }
  return `${movedBy(commission)} ${accruedAt}, available with what it changes`
}

function movedBy({ cause, entry }: Entry): string {
  if (cause === 'void') return 'referral voided'
  if (cause === 'adjustment') return 'taken back'
  return entry === 'accrual' ? 'given back' : 'corrected'
}
