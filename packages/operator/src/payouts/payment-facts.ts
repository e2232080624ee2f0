import type { Command } from 'commander'
import { addWorkspaceOption, type WorkspaceFlags } from '../command-line/choose-workspace.ts'
import { addChangeCommand } from '../command-line/database-command.ts'
import { parseId, parseInstantMs, parseText } from '../command-line/parse-value.ts'
import type { Terminal } from '../command-line/terminal.ts'
import { type AmountFlags, addAmountOptions, readAmount } from './amount-options.ts'
import { addIdOption, addYesOption, type MoneyFlags } from './money-command.ts'
import { recordFact } from './record-fact.ts'

type ConfirmFlags = MoneyFlags & AmountFlags

interface ReportFlags extends ConfirmFlags {
  readonly method: string
  readonly reference?: string
  readonly paidAt?: number
}

interface ReasonFlags extends MoneyFlags {
  readonly reason: string
}

/** Adds the commands that record a fact about the payment of a payout, from which its state then follows. */
export function addPaymentFactCommands(payouts: Command, terminal: Terminal): void {
  addReportCommand(payouts, terminal)
  addConfirmCommand(payouts, terminal)
  addRetractCommand(payouts, terminal)
  addRetractConfirmationCommand(payouts, terminal)
  addDisputeCommand(payouts, terminal)
  addCloseDisputeCommand(payouts, terminal)
  addVoidCommand(payouts, terminal)
}

function addReportCommand(payouts: Command, terminal: Terminal): void {
  const report = addChangeCommand(payouts, 'report', {
    description: 'report that a part of a payout, or all of it, was paid; prints the id of the report',
    examples: [
      'payouts report "$payout" --amount 125.00 --currency USD --method bank_transfer',
      'payouts report "$payout" --amount 50.00 --currency USD --method paypal --reference 7XK2 --paid-at 2026-05-31T09:00:00Z',
    ],
  })
  addYesOption(report, 'also a payment from the future, or one with the reference of another')
  addAmountOptions(addIdOption(addWorkspaceOption(report)), 'what was paid')
    .argument('<payout>', 'id of the payout', parseId('<payout>'))
    .requiredOption('--method <method>', 'how it was paid', parseText('--method'))
    .option('--reference <text>', "the payment's own reference", parseText('--reference'))
    .option('--paid-at <time>', 'when it was paid (default: now)', parseInstantMs('--paid-at'))
    .action((payoutId: string, flags: ReportFlags) => {
      const { method, reference } = flags
      const paidAt = flags.paidAt === undefined ? undefined : new Date(flags.paidAt)
      const amount = readAmount(flags)
      return recordFact(terminal, flags, { kind: 'report', payoutId, amount, method, reference, paidAt })
    })
}

function addConfirmCommand(payouts: Command, terminal: Terminal): void {
  const confirm = addChangeCommand(payouts, 'confirm', {
    description: 'confirm for the member that a reported payment, or a part of it, has arrived',
    examples: ['payouts confirm "$report" --amount 125.00 --currency USD'],
  })
  addAmountOptions(addIdOption(addWorkspaceOption(confirm)), 'what has arrived')
    .argument('<report>', 'id of the report', parseId('<report>'))
    .action((reportId: string, flags: ConfirmFlags) =>
      recordFact(terminal, flags, { kind: 'confirmation', reportId, amount: readAmount(flags) }),
    )
}

function addRetractCommand(payouts: Command, terminal: Terminal): void {
  const retract = addChangeCommand(payouts, 'retract', {
    description: 'take a report back, as if it had not been made',
    examples: [`payouts retract "$report" --reason 'The transfer was returned'`],
  })
  addWorkspaceOption(retract)
    .argument('<report>', 'id of the report', parseId('<report>'))
    .requiredOption('--reason <text>', 'why', parseText('--reason'))
    .action((reportId: string, flags: ReasonFlags) =>
      recordFact(terminal, flags, { kind: 'retraction', reportId, reason: flags.reason }),
    )
}

function addRetractConfirmationCommand(payouts: Command, terminal: Terminal): void {
  const retract = addChangeCommand(payouts, 'retract-confirmation', {
    description: 'take back a confirmation that an operator recorded, as if it had not been made',
    examples: [`payouts retract-confirmation "$confirmation" --reason 'It was another payment'`],
  })
  addWorkspaceOption(retract)
    .argument('<confirmation>', 'id of the confirmation', parseId('<confirmation>'))
    .requiredOption('--reason <text>', 'why', parseText('--reason'))
    .action((confirmationId: string, { reason, ...flags }: ReasonFlags) =>
      recordFact(terminal, flags, { kind: 'confirmation_retraction', confirmationId, reason }),
    )
}

function addDisputeCommand(payouts: Command, terminal: Terminal): void {
  const dispute = addChangeCommand(payouts, 'dispute', {
    description:
      'object to a report; it does not count until the dispute is closed; prints the id of the dispute',
    examples: [`payouts dispute "$report" --reason 'Nothing has arrived'`],
  })
  addYesOption(dispute, 'also a second dispute of a report')
  addIdOption(addWorkspaceOption(dispute))
    .argument('<report>', 'id of the report', parseId('<report>'))
    .requiredOption('--reason <text>', 'why', parseText('--reason'))
    .action((reportId: string, flags: ReasonFlags) =>
      recordFact(terminal, flags, { kind: 'dispute', reportId, reason: flags.reason }),
    )
}

function addCloseDisputeCommand(payouts: Command, terminal: Terminal): void {
  const close = addChangeCommand(payouts, 'close-dispute', {
    description: 'close a dispute: the report counts again; a wrong report is retracted as well',
    examples: [`payouts close-dispute "$dispute" --resolution 'It arrived a day later'`],
  })
  addWorkspaceOption(close)
    .argument('<dispute>', 'id of the dispute', parseId('<dispute>'))
    .requiredOption('--resolution <text>', 'what came of it', parseText('--resolution'))
    .action((disputeId: string, flags: WorkspaceFlags & { resolution: string }) =>
      recordFact(terminal, flags, { kind: 'closing', disputeId, resolution: flags.resolution }),
    )
}

function addVoidCommand(payouts: Command, terminal: Terminal): void {
  const void_ = addChangeCommand(payouts, 'void', {
    description: 'void a payout for good: nothing of it is due any more',
    examples: [`payouts void "$payout" --reason 'Created twice'`],
  })
  addWorkspaceOption(void_)
    .argument('<payout>', 'id of the payout', parseId('<payout>'))
    .requiredOption('--reason <text>', 'why', parseText('--reason'))
    .action((payoutId: string, flags: ReasonFlags) =>
      recordFact(terminal, flags, { kind: 'void', payoutId, reason: flags.reason }),
    )
}
