import { type Queryable, readDatabaseTime } from '@affiliate-platform/platform/database'
import type { RunPreviewing } from '@affiliate-platform/platform/payout-runs'
import type { Option } from 'commander'
import { flag, required } from '../command-line/act.ts'
import { parseDayOrInstant } from '../command-line/parse-value.ts'
import { toInstant } from '../command-line/to-instant.ts'

/** The flag of a command about a payout run. */
export interface AsOfFlag {
  /** A date or an instant. */
  readonly asOf: string
}

const words =
  "pay what is available then: a date (00:00 in the workspace's time zone) or an RFC 3339 time, not in the future"

export const asOfOption: Option = required('--as-of <time>', words, parseDayOrInstant)

export const asOfOrNowOption: Option = flag('--as-of <time>', `${words} (default: now)`, parseDayOrInstant)

/** The time of a preview: the one that was given, else now by the clock of the database. */
export async function chooseTime(
  database: Queryable,
  workspaceId: string,
  { asOf }: Partial<AsOfFlag>,
): Promise<Date> {
  if (asOf !== undefined) return await toInstant(database, workspaceId, asOf)
  const now = await readDatabaseTime(database)
  // The run names it, and a person may type it.
  now.setUTCMilliseconds(0)
  return now
}

/** Says why there is no run at a time. */
export function describeTime(rejection: Exclude<RunPreviewing, { readonly ok: true }>): string {
  switch (rejection.rejection) {
    case 'ahead':
      return '--as-of is in the future by the clock of the database. A run pays what is available now.'
    case 'before_earlier_run': {
      const earlier = rejection.earlierAsOf.toISOString()
      return `--as-of lies before that of a run that was frozen, ${earlier}. Choose that time or a later one: it takes in everything that was available before.`
    }
  }
}
