import type { Because } from '@affiliate-platform/contract'
import type { Entry, EntryCause } from './entries.ts'
import { formatInstant } from './instant.ts'

/** What moves something that was posted before, where its cause says it. */
const moves: Readonly<Record<EntryCause, 'taken_back' | 'referral_voided' | null>> = {
  ...{ sale: null, install_reward: null, adjustment: 'taken_back', restatement: null },
  void: 'referral_voided',
}

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
  return { code: moves[entry.cause] ?? (isAccrual ? 'given_back' : 'corrected'), at }
}
