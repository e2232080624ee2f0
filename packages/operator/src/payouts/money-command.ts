import { newId } from '@affiliate-platform/platform/database'
import type { OtherContent } from '@affiliate-platform/platform/payouts'
import type { Option } from 'commander'
import { flag } from '../command-line/act.ts'
import { parseId } from '../command-line/parse-value.ts'

/** The flags of a command that moves money, and adds a record with an id. */
export interface MoneyFlags {
  readonly id?: string
  /** Does also what is mostly a mistake. */
  readonly yes?: boolean
}

export const idOption: Option = flag(
  '--id <uuid>',
  'id of the new record; the same command with the same id takes effect once (default: a new one)',
  parseId,
)

export const yesOption = (what: string): Option =>
  flag('--yes', `do it even if it looks like a mistake: ${what}`)

/** The id of what is to be added: the one that the flags name, or a new one, which an interruption tells (D366). */
export const chooseId = ({ id = newId() }: MoneyFlags): string => id

// What a record differs in is called as the flag that says it.
const flagNames: Readonly<Record<OtherContent['differences'][number], string>> = {
  ...{ kind: 'kind', membershipId: 'membership', payoutId: 'payout', about: 'report', amountMinor: 'amount' },
  ...{ currency: 'currency', method: 'method', reference: 'reference', paidAt: 'paid-at', reason: 'reason' },
  ...{ asOf: 'as-of', previewHash: 'preview' },
}

/** What the operator is told of an id that belongs to another record of the workspace, which a command shows. */
export function describeTakenId(
  what: string,
  { differences }: OtherContent,
  command = 'payouts show',
): string {
  const names = differences.map((name) => flagNames[name]).join(' and ')
  const verb = differences.length === 1 ? 'differs' : 'differ'
  return `There is another ${what} with this id: its ${names} ${verb}. Nothing was changed. See ${command}.`
}
