import type * as z from 'zod/mini'
import type { consoleOperations } from './console/operations.ts'

export { type CommandLine, commandNames } from './console/command-lines.ts'
export { type FoundKind, showCommandOf } from './console/found.ts'
export { consoleOperations } from './console/operations.ts'
export { type Amount, formatMoney } from './console/texts/format-money.ts'
export { mailNames, optionalMailNames } from './console/texts/mail-names.ts'
export {
  describeMail,
  type MailContent,
  type MailReader,
  type MailText,
} from './console/texts/mails.ts'
export {
  describeRules,
  formatRate,
  listDifferences,
  type Rules,
  saleKindNames,
} from './console/texts/rules.ts'
export { currencyScale } from './lib/currencies.ts'
export { fromDecimal, toDecimal } from './lib/decimal.ts'
export type { Problem } from './lib/errors.ts'
export {
  isOptionalMail,
  type MailKind,
  mailKinds,
  type OptionalMailKind,
  optionalMailKinds,
} from './lib/mail-kinds.ts'
export { describePhrase } from './lib/phrases.ts'
export { type ConsoleScope, consoleScopes, type Role, roles, scopesOfRole } from './lib/roles.ts'

/** Sent with what the console asks for by itself, without anybody there: it does not count as use of the session. */
export const consoleUnattendedHeader = 'affiliate-unattended'

/** The operations that the console calls, by name. */
export type ConsoleOperations = typeof consoleOperations

/** What one of them responds with. */
export type ConsoleResponse<Name extends keyof ConsoleOperations> = z.output<
  ConsoleOperations[Name]['response']
>

/** What one of them is sent. */
export type ConsoleBody<Name extends keyof ConsoleOperations> = ConsoleOperations[Name] extends {
  readonly body: infer Body extends z.core.$ZodType
}
  ? z.input<Body>
  : undefined
