import type { Option } from 'commander'
import { required } from '../command-line/act.ts'
import { parseTimeMs } from '../command-line/parse-value.ts'

/** The flag of a command about a payout run. */
export interface AsOfFlag {
  /** Milliseconds since 1970. */
  readonly asOf: number
}

/** `--as-of`. */
export const asOfOption: Option = required(
  '--as-of <time>',
  'pay what is available then: a date (00:00 UTC) or an RFC 3339 time, not in the future',
  parseTimeMs,
)

/** What the operator is told of a time that has not come yet. */
export const aheadMessage =
  '--as-of is in the future by the clock of the database. A run pays what is available now.'
