import { type AddressMail, addressMails } from './address-mails.ts'
import { type ApplicationMail, applicationMails } from './application-mails.ts'
import { type DecidedClaim, describeDecidedClaim } from './claim-mail.ts'
import { describeMethod } from './describe-method.ts'
import { type Amount, formatMoney } from './format-money.ts'
import { describeLeaving, type LeavingMail } from './leaving-mail.ts'
import { type MailReader, type MailText, toBeginning, toDay, toTime } from './mail-text.ts'
import { type MemberMailKind, memberMails, signInWords } from './member-mails.ts'
import { describePayeeChange, type PayeeChanged } from './payee-mail.ts'
import { listMemberDifferences, type Rules } from './rules.ts'

interface OfPayout {
  readonly payoutId: string
  readonly program: string
  readonly amount: Amount
}

/** What a mail tells, as it is when it is sent. */
export type MailContent =
  | { readonly kind: 'sign_in' | 'invitation' | MemberMailKind; readonly token: string }
  | (OfPayout & {
      readonly kind: 'payout_reported'
      readonly method: string
      readonly reference: string | null
      readonly paidAt: Date
    })
  | (OfPayout & { readonly kind: 'payout_confirmed'; readonly isByMember: boolean })
  | (OfPayout & { readonly kind: 'payout_disputed'; readonly member: string; readonly reason: string })
  | PayeeChanged
  | {
      readonly kind: 'terms_changed'
      readonly program: string
      readonly effectiveAt: Date
      readonly before: Rules
      readonly rules: Rules
    }
  | DecidedClaim
  | ApplicationMail
  | LeavingMail
  | AddressMail
  | {
      readonly kind: 'digest'
      readonly openApplications: number
      readonly openCases: number
      readonly openProposals: number
      /** Of a long list, the first ones. */
      readonly disputes: number
      /** The names of programs whose pay day has come. */
      readonly duePrograms: readonly string[]
    }
  | { readonly kind: 'test' }
  | { readonly kind: 'key_expires'; readonly name: string; readonly hint: string; readonly expiresAt: Date }
  | { readonly kind: 'endpoint_disabled'; readonly url: string; readonly disabledAt: Date }

type Texts = {
  readonly [Kind in MailContent['kind']]: (
    content: Extract<MailContent, { readonly kind: Kind }>,
    reader: MailReader,
  ) => MailText
}

const signIn = {
  link: (token: string) => ({ label: 'Sign in', path: `/console/sign-in#${token}` }),
  ...signInWords,
}

const texts: Texts = {
  sign_in: ({ token }, { workspaceName }) => ({
    subject: `Your link to sign in to ${workspaceName}`,
    paragraphs: [
      `Somebody asked for a link that signs you in to the affiliate program of ${workspaceName}.`,
      signIn.once,
    ],
    link: signIn.link(token),
    last: signIn.last,
  }),
  invitation: ({ token }, { workspaceName }) => ({
    subject: `You can work on the affiliate program of ${workspaceName}`,
    paragraphs: [`You were given access to the affiliate program of ${workspaceName}.`, signIn.once],
    link: signIn.link(token),
    last: signIn.last,
  }),
  ...memberMails,
  payout_reported: ({ program, amount, method, reference, paidAt, payoutId }, reader) => ({
    subject: `${formatMoney(amount)} from ${program} is on its way`,
    paragraphs: [
      `${reader.workspaceName} has paid you ${formatMoney(amount)} for ${program}.`,
      'If it does not arrive within a few days, tell them.',
    ],
    lines: [
      `Paid on: ${toDay(paidAt, reader)}`,
      `By: ${describeMethod(method)}`,
      ...(reference === null ? [] : [`Reference: ${reference}`]),
    ],
    link: { label: 'See the payout', path: `/portal/payouts/${payoutId}` },
  }),
  payout_confirmed: ({ program, amount, isByMember, payoutId }, { workspaceName }) => ({
    subject: `${formatMoney(amount)} from ${program} has arrived`,
    paragraphs: isByMember
      ? [`You have confirmed that ${formatMoney(amount)} for ${program} has arrived.`]
      : [
          `${workspaceName} has recorded for you that ${formatMoney(amount)} for ${program} has arrived.`,
          'If it has not, tell them.',
        ],
    link: { label: 'See the payout', path: `/portal/payouts/${payoutId}` },
  }),
  payout_disputed: ({ member, program, amount, reason, payoutId }) => ({
    subject: `${member} says that ${formatMoney(amount)} has not arrived`,
    paragraphs: [
      `A payment of ${formatMoney(amount)} to ${member} for ${program} is disputed:`,
      reason,
      'While the dispute is open, the payment counts as not received, and no file pays it again.',
    ],
    link: { label: 'See the payout', path: `/console/payouts/${payoutId}` },
  }),
  payee_changed: describePayeeChange,
  terms_changed: ({ program, effectiveAt, before, rules }, reader) => ({
    subject: `Your terms for ${program} change`,
    paragraphs: [
      `${reader.workspaceName} has changed your terms for ${program}. The new ones are for shops that you refer from ${toBeginning(effectiveAt, reader)} on. Shops that you have referred before keep theirs.`,
      'What changes:',
    ],
    lines: listMemberDifferences(before, rules).map(
      ({ name, value, was }) => `${name}: ${value} (before: ${was})`,
    ),
  }),
  claim_decided: describeDecidedClaim,
  ...applicationMails,
  member_left: describeLeaving,
  ...addressMails,
  key_expires: ({ name, hint, expiresAt }, reader) => ({
    subject: `The API key “${name}” expires on ${toDay(expiresAt, reader)}`,
    paragraphs: [
      `The API key “${name}” (${hint}) works until ${toTime(expiresAt, reader)}, and no later.`,
      'Whatever still uses it by then is rejected. Rotate it before: its successor works beside it for a while.',
    ],
    link: { label: 'See the keys', path: '/console/settings/keys' },
  }),
  // Of an address the host alone: the rest of it may be a secret.
  endpoint_disabled: ({ url, disabledAt }, reader) => ({
    subject: `Webhooks to ${new URL(url).host} have stopped`,
    paragraphs: [
      `On ${toTime(disabledAt, reader)}, ${new URL(url).host} responded to a webhook with 410 (Gone): it wants no more of them. None are sent there any more.`,
      'What it would be told waits there, for 30 days. If that was a mistake, enable the endpoint once its receiver is back; otherwise remove it.',
    ],
    link: { label: 'See the endpoint', path: '/console/settings/webhooks' },
  }),
  digest: (content, { workspaceName }) => ({
    subject: `What needs a person at ${workspaceName}`,
    paragraphs: ['This waits for a person:'],
    lines: toDigestLines(content),
    link: { label: 'Open the console', path: '/console' },
  }),
  test: (_content, { workspaceName }) => ({
    subject: `A test of the mail of ${workspaceName}`,
    paragraphs: ['This mail was sent to see whether mail arrives. It does.'],
  }),
}

/** What a digest lists: nothing that there is none of. */
const toDigestLines = ({
  openApplications,
  openCases,
  openProposals,
  disputes,
  duePrograms,
}: Extract<MailContent, { readonly kind: 'digest' }>): readonly string[] => [
  ...toLine(openApplications, 'application to decide', 'applications to decide'),
  ...toLine(openCases, 'case to decide', 'cases to decide'),
  ...toLine(openProposals, 'proposed contract to review', 'proposed contracts to review'),
  ...toLine(disputes, 'disputed payment', 'disputed payments'),
  ...duePrograms.map((program) => `Pay day of ${program}: freeze a run`),
]

const toLine = (number: number, one: string, many: string) =>
  number === 0 ? [] : [`${number} ${number === 1 ? one : many}`]

/** Writes what a mail tells. */
export function describeMail<Kind extends MailContent['kind']>(
  content: Extract<MailContent, { readonly kind: Kind }>,
  reader: MailReader,
): MailText {
  const describe: Texts[Kind] = texts[content.kind]
  return describe(content, reader)
}
