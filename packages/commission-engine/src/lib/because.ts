import type { Because } from '@affiliate-platform/contract'
import type { Entry } from './entries.ts'
import { formatInstant } from './instant.ts'

/** Says why a commission is available when it is: so many days after its sale, or with what it changes. */
export function explainTime(
  entry: Pick<Entry, 'cause' | 'entry' | 'platformId' | 'originalPlatformId' | 'accruedAtMs'>,
  { holdDays }: { readonly holdDays: number },
): Because {
  const at = formatInstant(entry.accruedAtMs)
  const isAccrual = entry.entry === 'accrual'
  if (isAccrual && entry.platformId !== null && entry.originalPlatformId === null)
    return { code: 'collected', at, holdDays }
  if (isAccrual && entry.cause === 'install_reward') return { code: 'installed', at, holdDays }
  if (entry.cause === 'void') return { code: 'referral_voided', at }
  if (entry.cause === 'adjustment') return { code: 'taken_back', at }
  return { code: isAccrual ? 'given_back' : 'corrected', at }
}
