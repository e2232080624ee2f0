import type { CommandLine } from './command-lines.ts'

/** The kinds of records that can be found. */
export const foundKinds = [
  'workspace',
  'app',
  'key',
  'program',
  'group',
  'membership',
  'terms version',
  'payout',
  'report',
  'confirmation',
  'dispute',
  'payout run',
  'exclusion',
  'payee',
  'referral',
  'contract',
  'proposal',
  'link',
  'evidence',
  'case',
  'commission',
  'transaction',
  'set-aside sale',
  'import run',
  'analytics import',
  'receipt',
  'contact',
] as const

/** A kind of record that can be found. */
export type FoundKind = (typeof foundKinds)[number]

/** What the next command needs to know of a record that was found. */
interface Found {
  readonly id: string
  readonly name: string | null
  readonly of: { readonly id: string } | null
}

const showCommands: Readonly<Partial<Record<FoundKind, (record: Found) => CommandLine>>> = {
  program: ({ id }) => `programs show ${id}`,
  group: ({ id }) => `groups show ${id}`,
  membership: ({ id }) => `memberships show ${id}`,
  payout: ({ id }) => `payouts show ${id}`,
  report: ({ of }) => `payouts show ${of?.id}`,
  dispute: ({ of }) => `payouts show ${of?.id}`,
  'payout run': ({ id }) => `payouts runs show ${id}`,
  exclusion: ({ of }) => `memberships show ${of?.id}`,
  payee: ({ of }) => `payees show ${of?.id}`,
  referral: ({ id }) => `referrals show ${id}`,
  contract: ({ of }) => `referrals show ${of?.id}`,
  proposal: ({ of }) => `referrals show ${of?.id}`,
  link: ({ of }) => `links list --membership ${of?.id}`,
  evidence: ({ name }) => `explain shop ${name}`,
  case: () => 'attribution cases --all',
  commission: ({ id }) => `explain commission ${id}`,
  transaction: ({ name }) => `explain shop ${name}`,
  'set-aside sale': () => 'sales set-aside',
  contact: ({ id }) => `contacts list --shop ${id}`,
}

/** The command that shows more of a record that was found; undefined for the kinds that have none. */
export function showCommandOf({
  kind,
  ...record
}: Found & { readonly kind: FoundKind }): CommandLine | undefined {
  return showCommands[kind]?.(record)
}
