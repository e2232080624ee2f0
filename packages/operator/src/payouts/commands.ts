import type { Command } from 'commander'
import type { Terminal } from '../command-line/terminal.ts'
import { addCreatePayoutCommand } from './create-command.ts'
import { addExclusionCommands } from './exclusion-commands.ts'
import { addExportCommand } from './export-command.ts'
import { addImportResultsCommand } from './import-results-command.ts'
import { addListPayoutsCommand } from './list-command.ts'
import { addPaymentFactCommands } from './payment-facts.ts'
import { addPreviewCommand } from './preview-command.ts'
import { addRunCommands } from './run-commands.ts'
import { addShowPayoutCommand } from './show-command.ts'

/** Adds the commands for payouts and the facts about their payment. */
export function addPayoutsCommands(program: Command, terminal: Terminal): void {
  const payouts = program
    .command('payouts')
    .description('run payouts, create, list and show them, and record what is said about their payment')
  addPreviewCommand(payouts, terminal)
  addRunCommands(payouts, terminal)
  addExclusionCommands(payouts, terminal)
  addExportCommand(payouts, terminal)
  addImportResultsCommand(payouts, terminal)
  addCreatePayoutCommand(payouts, terminal)
  addListPayoutsCommand(payouts, terminal)
  addShowPayoutCommand(payouts, terminal)
  addPaymentFactCommands(payouts, terminal)
}
