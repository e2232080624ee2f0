import { type ConsoleResponse, isMidnight, saleKindNames } from '@affiliate-platform/contract/console'
import type { PaymentAct } from './payment-acts.ts'

/** A state as people see it. */
export interface State {
  readonly mark: string
  readonly name: string
  /** Which of the six colours it has. */
  readonly tone: 'done' | 'said' | 'waits' | 'wrong' | 'planned' | 'ended'
}

// Money has one name for each place, whether a payout, a commission or a member's sum says it.

export const payoutStates: Readonly<Record<string, State>> = {
  unreported: { mark: '◔', name: 'To be paid', tone: 'waits' },
  partially_reported: { mark: '◇', name: 'Partly paid', tone: 'planned' },
  reported: { mark: '➤', name: 'Paid', tone: 'said' },
  partially_confirmed: { mark: '◇', name: 'Partly confirmed', tone: 'planned' },
  confirmed: { mark: '✓', name: 'Confirmed', tone: 'done' },
  disputed: { mark: '⚠', name: 'Disputed', tone: 'wrong' },
  voided: { mark: '⊘', name: 'Voided', tone: 'ended' },
}

/** What a run decides on a member. */
export const decisions: Readonly<Record<string, State>> = {
  paid: { mark: '◔', name: 'To be paid', tone: 'waits' },
  below_threshold: { mark: '◌', name: 'Below threshold', tone: 'waits' },
  nothing_due: { mark: '–', name: 'Nothing due', tone: 'ended' },
  excluded: { mark: '⊘', name: 'Excluded', tone: 'wrong' },
}

/** What makes a person look again. That there is no threshold stands in its column. */
export const warnings: Readonly<Record<string, string>> = {
  other_shop: 'A sale may belong to another shop.',
  waiting: 'Some sales are not posted yet.',
  no_payee: 'No payout details yet: add them.',
  payee_changed: 'Payout details changed since the last payout.',
  disputed: 'An earlier payment is disputed.',
}

/** Why a run leaves a member out: what the service says by a code, or a person in their words. */
export function describePayoutReason(reason: string): string {
  const until = /^payee_changed: until (.+)$/.exec(reason)?.[1]
  if (until === undefined) return warnings[reason] ?? reason
  return `Payout details changed: nothing is paid there before ${formatTime(until)}.`
}

export const commissionStates: Readonly<Record<string, State>> = {
  held: { mark: '◔', name: 'Held', tone: 'waits' },
  available: { mark: '●', name: 'Available', tone: 'planned' },
  in_payout: { mark: '◔', name: 'To be paid', tone: 'waits' },
  paid: { mark: '➤', name: 'Paid', tone: 'said' },
}

/** What is said of the payment of a payout. */
export const facts: Readonly<Record<ConsoleResponse<'readPayoutFacts'>['facts'][number]['kind'], string>> = {
  report: 'Paid',
  confirmation: 'Confirmed',
  dispute: 'Disputed',
  closing: 'Dispute closed',
  retraction: 'Payment retracted',
  confirmation_retraction: 'Confirmation retracted',
  return: 'Returned by the bank',
  void: 'Voided',
}

/** How members are paid. */
export const payeeMethodNames = {
  paypal: 'PayPal',
  wise: 'Wise',
  sepa: 'bank transfer (SEPA)',
  other: 'another way',
} as const

/** What can be said next of the payment of a payout. */
export const actNames: Readonly<Record<PaymentAct['kind'], string>> = {
  confirmation: 'Confirm for the member',
  confirmation_retraction: 'Retract confirmation',
  dispute: 'Mark as not received',
  closing: 'Close dispute',
  return: 'Returned by the bank',
  retraction: 'Retract payment',
  void: 'Void payout',
}

/** How the files of a run are called. */
export const fileFormatNames = {
  paypal: 'PayPal',
  wise: 'Wise',
  pain001: 'Your bank (SEPA)',
} as const

/** Why no file pays something. */
export const leftOutReasons: Readonly<Record<string, string>> = {
  voided: 'Voided',
  reported: 'Already recorded as paid',
  disputed: 'Disputed: close the dispute first',
  no_payee: 'No payee was known when the run was frozen',
  other_method: 'Paid by a method that has no file',
  currency_not_eur: 'SEPA files pay only in euros',
  currency_not_supported: 'PayPal does not support this currency',
  fraction_not_payable: 'PayPal supports only whole units of this currency',
  amount_too_large: 'Above the SEPA limit of €999,999,999.99',
  name_not_payable: 'The payee’s name has no characters that banks accept',
}

/** What comes of a row of a result file. */
export const outcomes: Readonly<Record<string, State>> = {
  reported: { mark: '➤', name: 'To record', tone: 'said' },
  needs_you: { mark: '⚠', name: 'Needs you', tone: 'wrong' },
  known: { mark: '✓', name: 'Already recorded', tone: 'done' },
  not_paid: { mark: '⊘', name: 'Not paid', tone: 'ended' },
  other_payment: { mark: '–', name: 'Not one of your payouts', tone: 'ended' },
}

export const places = {
  held: 'Held',
  available: 'Available',
  toBePaid: 'To be paid',
  reported: 'Paid',
  confirmed: 'Confirmed',
} as const

export function describeOrigin({
  entry,
  saleKind,
  shop,
}: Readonly<Record<'entry', string> & Record<'saleKind' | 'shop', string | null>>): string {
  if (entry === 'reversal') return 'a reversal'
  return saleKindNames[saleKind ?? ''] ?? (shop === null ? 'an entry by a person' : 'an install')
}

/** What becomes of an API key. */
export const keyStates: Readonly<Record<string, State>> = {
  works: { mark: '✓', name: 'Works', tone: 'done' },
  replaced: { mark: '◔', name: 'Replaced', tone: 'waits' },
  ended: { mark: '⊘', name: 'Ended', tone: 'ended' },
  revoked: { mark: '⊘', name: 'Revoked', tone: 'ended' },
}

export const keyKinds = {
  affiliate: { name: 'Affiliate', use: 'an app’s own dashboard' },
  workspace: { name: 'Workspace', use: 'the server of a Shopify app' },
  mcp: { name: 'MCP', use: 'an assistant' },
  install_bridge: { name: 'Install bridge', use: 'a Shopify app that reports installs' },
} as const

const date = { year: 'numeric', month: 'short', day: 'numeric' } as const
const time = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const

const createFormats = (timeZone: string) => ({
  day: new Intl.DateTimeFormat('en', { ...date, timeZone }),
  minute: new Intl.DateTimeFormat('en', { ...date, ...time, timeZone }),
  clock: new Intl.DateTimeFormat('en', { ...time, timeZone }),
})

const dateAlone = createFormats('UTC').day
const monthAlone = new Intl.DateTimeFormat('en', { month: 'short', year: 'numeric', timeZone: 'UTC' })
let formats = createFormats('UTC')

/** Writes times in a time zone from now on: that of the workspace. */
export function writeTimesIn(timeZone: string): void {
  if (formats.day.resolvedOptions().timeZone === timeZone) return
  try {
    formats = createFormats(timeZone)
  } catch {
    // A browser that is older than the zone: UTC, which stands beside every time.
    formats = createFormats('UTC')
  }
}

/** A day, in the time zone of the workspace. */
export const formatDay = (instant: string): string => formats.day.format(new Date(instant))
/** A date that has no time, such as `2027-01-31`. */
export const formatDate = (day: string): string => dateAlone.format(new Date(day))
/** A month such as `2027-01`. */
export const formatMonth = (month: string): string => monthAlone.format(new Date(`${month}-01`))
/** A time to the minute, in the time zone of the workspace, with its name. */
export const formatTime = (instant: string): string => formats.minute.format(new Date(instant))
/** From when on something counts: a day alone where it begins with it, in the time zone of the workspace. */
export const formatBeginning = (instant: string): string =>
  isMidnight(new Date(instant), formats.day.resolvedOptions().timeZone)
    ? formatDay(instant)
    : formatTime(instant)
/** A time of this day to the minute, as `formatTime` has it. */
export const formatClock = (at: Date): string => formats.clock.format(at)
export const count = (number: number, one: string, many = `${one}s`): string =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`
