import type { Command } from 'commander'
import { addPaymentFactCommands } from './payment-facts.ts'
import { addCreatePayoutCommand } from './payouts-create.ts'
import { addListPayoutsCommand } from './payouts-list.ts'
import { addShowPayoutCommand } from './payouts-show.ts'
import type { Terminal } from './terminal.ts'

/** Adds the commands for payouts and the facts about their payment. */
export function addPayoutsCommands(program: Command, terminal: Terminal): void {
  const payouts = program
    .command('payouts')
    .description('create, list and show payouts, and record what is said about their payment')
  addCreatePayoutCommand(payouts, terminal)
  addListPayoutsCommand(payouts, terminal)
  addShowPayoutCommand(payouts, terminal)
  addPaymentFactCommands(payouts, terminal)
}
