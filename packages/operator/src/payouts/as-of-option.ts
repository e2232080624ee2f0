import type { Command } from 'commander'
import type { WorkspaceFlags } from '../command-line/choose-workspace.ts'
import { parseTimeMs } from '../command-line/parse-value.ts'

/** The flags of a command about a payout run. */
export interface AsOfFlags extends WorkspaceFlags {
  /** Milliseconds since 1970. */
  readonly asOf: number
}

/** Adds `--as-of`. */
export function addAsOfOption(command: Command): Command {
  return command.requiredOption(
    '--as-of <time>',
    'pay what is available then: a date, which begins at 00:00 UTC, or an RFC 3339 time; not ahead of now',
    parseTimeMs('--as-of'),
  )
}

/** What the operator is told of a time that has not come yet. */
export const aheadMessage =
  '--as-of is ahead of the time of the database. A run pays what is available by now.'
