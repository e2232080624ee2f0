import type * as z from 'zod/mini'
import type { memberOperations } from './console/member-operations.ts'
import type { consoleOperations } from './console/operations.ts'
import type { Operation } from './operations/definitions/operation.ts'

export { type CommandLine, commandNames } from './console/command-lines.ts'
export { type FoundKind, showCommandOf } from './console/found.ts'
export type { HistoryLine } from './console/history.ts'
export { memberOperations } from './console/member-operations.ts'
export { consoleOperations } from './console/operations.ts'
export { describeMethod } from './console/texts/describe-method.ts'
export { type Amount, formatDecimal, formatMoney } from './console/texts/format-money.ts'
export { isMidnight } from './console/texts/is-midnight.ts'
export { mailNames, optionalMailNames } from './console/texts/mail-names.ts'
export type { MailReader, MailText } from './console/texts/mail-text.ts'
export {
  describeMail,
  type MailContent,
} from './console/texts/mails.ts'
export {
  describeRules,
  formatRate,
  listDifferences,
  listMemberDifferences,
  type Rules,
  saleKindNames,
} from './console/texts/rules.ts'
export {
  describeEvidence,
  describeMissing,
  describeProgress,
  describeReason,
  describeRefunds,
  describeSource,
  type ExplainedEarning,
  type WriteInstants,
} from './console/texts/why-earning.ts'
export { currencyScale } from './lib/currencies.ts'
export { fromDecimal, toDecimal } from './lib/decimal.ts'
export type { Problem } from './lib/errors.ts'
export {
  isOptionalMail,
  type MailKind,
  mailKinds,
  memberMailKinds,
  type OptionalMailKind,
  operatorMailKinds,
  optionalMailKinds,
} from './lib/mail-kinds.ts'
export { describePhrase } from './lib/phrases.ts'
export { type ConsoleScope, consoleScopes, type Role, roles, scopesOfRole } from './lib/roles.ts'

/** Sent with what the console asks for by itself, without anybody there: it does not count as use of the session. */
export const consoleUnattendedHeader = 'affiliate-unattended'

/** Names the view in which an operator sees the portal as a member, with each request of it. */
export const memberViewHeader = 'affiliate-view'

/** The operations that the console calls, by name. */
export type ConsoleOperations = typeof consoleOperations

/** The operations that the portal calls, by name. */
export type MemberOperations = typeof memberOperations

type ResponseOf<Called extends Operation> = z.output<Called['response']>

type BodyOf<Called extends Operation> = Called extends {
  readonly body: infer Body extends z.core.$ZodType
}
  ? z.input<Body>
  : undefined

/** What an operation of the console responds with. */
export type ConsoleResponse<Name extends keyof ConsoleOperations> = ResponseOf<ConsoleOperations[Name]>

/** What an operation of the console is sent. */
export type ConsoleBody<Name extends keyof ConsoleOperations> = BodyOf<ConsoleOperations[Name]>

/** What an operation of the portal responds with. */
export type MemberResponse<Name extends keyof MemberOperations> = ResponseOf<MemberOperations[Name]>

/** What an operation of the portal is sent. */
export type MemberBody<Name extends keyof MemberOperations> = BodyOf<MemberOperations[Name]>
