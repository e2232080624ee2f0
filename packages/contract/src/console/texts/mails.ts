import type { OptionalMailKind } from '../../lib/mail-kinds.ts'
import { type Amount, formatMoney } from './format-money.ts'
import { listDifferences, type Rules } from './rules.ts'

interface OfPayout {
  readonly payoutId: string
  readonly program: string
  readonly amount: Amount
}

/** What a mail tells, as it is when it is sent. */
export type MailContent =
  | { readonly kind: 'sign_in' | 'invitation'; readonly token: string }
  | (OfPayout & {
      readonly kind: 'payout_reported'
      readonly method: string
      readonly reference: string | null
      readonly paidAt: Date
    })
  | (OfPayout & { readonly kind: 'payout_confirmed'; readonly isByMember: boolean })
  | (OfPayout & { readonly kind: 'payout_disputed'; readonly member: string; readonly reason: string })
  | {
      readonly kind: 'terms_changed'
      readonly program: string
      readonly effectiveAt: Date
      readonly before: Rules
      readonly rules: Rules
    }
  | { readonly kind: 'key_expires'; readonly name: string; readonly hint: string; readonly expiresAt: Date }

/** Whom a mail goes to, and in whose name. */
export interface MailReader {
  readonly workspaceName: string
  /** Of the workspace. */
  readonly timeZone: string
}

/** A mail's words. */
export interface MailText {
  readonly subject: string
  readonly paragraphs: readonly string[]
  /** A list below them. */
  readonly lines?: readonly string[]
  /** Where one reads more, or acts: below the console or the portal, after the origin. */
  readonly link?: { readonly label: string; readonly path: string }
  /** What stands below the link. */
  readonly last?: string
}

type Texts = {
  readonly [Kind in MailContent['kind']]: (
    content: Extract<MailContent, { readonly kind: Kind }>,
    reader: MailReader,
  ) => MailText
}

const day = { year: 'numeric', month: 'long', day: 'numeric' } as const
const time = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const

const toTime = (at: Date, { timeZone }: MailReader): string =>
  new Intl.DateTimeFormat('en', { ...day, ...time, timeZone }).format(at)

const toDay = (at: Date, { timeZone }: MailReader): string =>
  new Intl.DateTimeFormat('en', { ...day, timeZone }).format(at)

const signIn = {
  link: (token: string) => ({ label: 'Sign in', path: `/console/sign-in#${token}` }),
  once: 'This link signs you in once, within 30 minutes:',
  last: 'If you did not expect this mail, do nothing: without the link nobody is signed in.',
}

const texts: Texts = {
  sign_in: ({ token }, { workspaceName }) => ({
    subject: `Your link to sign in to ${workspaceName}`,
    paragraphs: [
      `somebody asked for a link that signs you in to the affiliate program of ${workspaceName}.`,
      signIn.once,
    ],
    link: signIn.link(token),
    last: signIn.last,
  }),
  invitation: ({ token }, { workspaceName }) => ({
    subject: `You can work on the affiliate program of ${workspaceName}`,
    paragraphs: [`you were given access to the affiliate program of ${workspaceName}.`, signIn.once],
    link: signIn.link(token),
    last: signIn.last,
  }),
  payout_reported: ({ program, amount, method, reference, paidAt, payoutId }, reader) => ({
    subject: `${formatMoney(amount)} from ${program} is on its way`,
    paragraphs: [
      `${reader.workspaceName} has paid you ${formatMoney(amount)} for ${program}.`,
      'If it does not arrive within a few days, tell them.',
    ],
    lines: [
      `Paid on: ${toDay(paidAt, reader)}`,
      `By: ${method}`,
      ...(reference === null ? [] : [`Reference: ${reference}`]),
    ],
    link: { label: 'See the payout', path: `/portal/payouts/${payoutId}` },
  }),
  payout_confirmed: ({ program, amount, isByMember, payoutId }, { workspaceName }) => ({
    subject: `${formatMoney(amount)} from ${program} has arrived`,
    paragraphs: isByMember
      ? [`you have confirmed that ${formatMoney(amount)} for ${program} has arrived.`]
      : [
          `${workspaceName} has recorded for you that ${formatMoney(amount)} for ${program} has arrived.`,
          'If it has not, tell them.',
        ],
    link: { label: 'See the payout', path: `/portal/payouts/${payoutId}` },
  }),
  payout_disputed: ({ member, program, amount, reason, payoutId }) => ({
    subject: `${member} says that ${formatMoney(amount)} has not arrived`,
    paragraphs: [
      `a payment of ${formatMoney(amount)} to ${member} for ${program} is disputed:`,
      reason,
      'While the dispute is open, the payment counts as not received, and no file pays it again.',
    ],
    link: { label: 'See the payout', path: `/console/payouts/${payoutId}` },
  }),
  terms_changed: ({ program, effectiveAt, before, rules }, reader) => ({
    subject: `Your terms for ${program} change`,
    paragraphs: [
      `${reader.workspaceName} has changed your terms for ${program}. The new ones are for shops that you refer from ${toTime(effectiveAt, reader)} on. Shops that you have referred before keep theirs.`,
      'What changes:',
    ],
    lines: listDifferences(before, rules).map(({ name, value, was }) => `${name}: ${value} (before: ${was})`),
  }),
  key_expires: ({ name, hint, expiresAt }, reader) => ({
    subject: `The API key “${name}” expires on ${toDay(expiresAt, reader)}`,
    paragraphs: [
      `the API key “${name}” (${hint}) works until ${toTime(expiresAt, reader)}, and no later.`,
      'Whatever still uses it by then is rejected. Rotate it before: its successor works beside it for a while.',
    ],
    link: { label: 'See the keys', path: '/console/settings/keys' },
  }),
}

/** Writes what a mail tells. */
export function describeMail<Kind extends MailContent['kind']>(
  content: Extract<MailContent, { readonly kind: Kind }>,
  reader: MailReader,
): MailText {
  const describe: Texts[Kind] = texts[content.kind]
  return describe(content, reader)
}

/** How mail is called that a person may do without. */
export const optionalMailNames: Readonly<Record<OptionalMailKind, string>> = {
  payout_reported: 'Payments to you',
  payout_confirmed: 'Payments to you that have arrived',
  payout_disputed: 'Payments that members dispute',
}
