import type { PaymentFact } from '@affiliate-platform/platform/payouts'
import { type AddCommand, flag, type InputPlan, required } from '../command-line/act.ts'
import { change } from '../command-line/change-command.ts'
import { parseText, parseTimeMs } from '../command-line/parse-value.ts'
import { type AmountFlags, amountOptions, readAmount } from './amount-options.ts'
import { idOption, type MoneyFlags, yesOption } from './money-command.ts'
import { toChange } from './record-fact.ts'

interface ReportFlags extends AmountFlags {
  readonly method: string
  readonly reference?: string
  readonly paidAt?: number
}

interface ReasonFlags {
  readonly reason: string
}

interface FactPlan<Flags> extends InputPlan {
  readonly toFact: (id: string, flags: Flags) => PaymentFact
}

function recorder<Flags>({ toFact, ...plan }: FactPlan<Flags>): AddCommand {
  return change<Flags & MoneyFlags>()({
    ...plan,
    toChange: ({ id, flags }) => toChange(toFact(id, flags), flags),
  })
}

const why = required('--reason <text>', 'why', parseText)

const commands = {
  report: recorder<ReportFlags>({
    name: 'report',
    of: 'payout',
    description: 'report that all or part of a payout was paid, and print the id of the report',
    examples: [
      'payouts report "$payout" --amount 125.00 --currency USD --method bank_transfer',
      'payouts report "$payout" --amount 50.00 --currency USD --method paypal --reference 7XK2 --paid-at 2026-05-31T09:00:00Z',
    ],
    options: [
      yesOption('a payment in the future, or one with the reference of another'),
      idOption,
      ...amountOptions('what was paid'),
      required('--method <method>', 'how it was paid', parseText),
      flag('--reference <text>', "the payment's own reference", parseText),
      flag(
        '--paid-at <time>',
        'when it was paid: a date (00:00 UTC) or an RFC 3339 time (default: now)',
        parseTimeMs,
      ),
    ],
    toFact: (payoutId, { method, reference, paidAt, ...flags }) => {
      const time = paidAt === undefined ? undefined : new Date(paidAt)
      return { kind: 'report', payoutId, amount: readAmount(flags), method, reference, paidAt: time }
    },
  }),
  confirmation: recorder<AmountFlags>({
    name: 'confirm',
    of: 'report',
    description: 'confirm for the member that a reported payment, or a part of it, has arrived',
    examples: ['payouts confirm "$report" --amount 125.00 --currency USD'],
    options: [idOption, ...amountOptions('what has arrived')],
    toFact: (reportId, flags) => ({ kind: 'confirmation', reportId, amount: readAmount(flags) }),
  }),
  retraction: recorder<ReasonFlags>({
    name: 'retract',
    of: 'report',
    description: 'take back a report that was wrong, as if it had not been made',
    examples: [`payouts retract "$report" --reason 'Reported for the wrong payout'`],
    options: [why],
    toFact: (reportId, { reason }) => ({ kind: 'retraction', reportId, reason }),
  }),
  return: recorder<ReasonFlags & { readonly reference: string }>({
    name: 'return',
    of: 'report',
    description:
      'record that the bank has returned a reported payment, confirmed or not: it no longer counts, and is to be paid again',
    examples: [`payouts return "$report" --reference R-77 --reason 'Account closed'`],
    options: [required('--reference <text>', "the bank's own reference of the return", parseText), why],
    toFact: (reportId, { reference, reason }) => ({ kind: 'return', reportId, reference, reason }),
  }),
  confirmation_retraction: recorder<ReasonFlags>({
    name: 'retract-confirmation',
    of: 'confirmation',
    description: 'take back a confirmation that an operator recorded, as if it had not been made',
    examples: [`payouts retract-confirmation "$confirmation" --reason 'It was another payment'`],
    options: [why],
    toFact: (confirmationId, { reason }) => ({ kind: 'confirmation_retraction', confirmationId, reason }),
  }),
  dispute: recorder<ReasonFlags>({
    name: 'dispute',
    of: 'report',
    description:
      'dispute a report, which does not count while the dispute is open, and print the id of the dispute',
    examples: [`payouts dispute "$report" --reason 'Nothing has arrived'`],
    options: [yesOption('a second dispute of a report'), idOption, why],
    toFact: (reportId, { reason }) => ({ kind: 'dispute', reportId, reason }),
  }),
  closing: recorder<{ readonly resolution: string }>({
    name: 'close-dispute',
    of: 'dispute',
    description: 'close a dispute: the report counts again; if it was wrong, retract it too',
    examples: [`payouts close-dispute "$dispute" --resolution 'It arrived a day later'`],
    options: [required('--resolution <text>', 'the outcome', parseText)],
    toFact: (disputeId, { resolution }) => ({ kind: 'closing', disputeId, resolution }),
  }),
  void: recorder<ReasonFlags>({
    name: 'void',
    of: 'payout',
    description:
      'void a payout permanently: what a run froze is due again in the next one, what was made by hand is not; if it was paid in another way, report the payment instead',
    examples: [`payouts void "$payout" --reason 'Created twice'`],
    options: [why],
    toFact: (payoutId, { reason }) => ({ kind: 'void', payoutId, reason }),
  }),
} satisfies Readonly<Record<PaymentFact['kind'], AddCommand>>

/** The commands that record a fact about the payment of a payout, from which its state then follows. */
export const paymentFactCommands: readonly AddCommand[] = Object.values(commands)
