import type { NounPlan } from '../command-line/act.ts'
import { payoutCreateCommand } from './create-command.ts'
import { exclusionCommands, exclusionsCommand } from './exclusion-commands.ts'
import { exportCommand } from './export-command.ts'
import { importResultsCommand } from './import-results-command.ts'
import { payoutListCommand } from './list-command.ts'
import { paymentFactCommands } from './payment-facts.ts'
import { previewCommand } from './preview-command.ts'
import { payoutRunCommand } from './run-commands.ts'
import { runsCommand } from './runs-commands.ts'
import { showCommand } from './show-command.ts'

/** The commands for payouts and the facts about their payment. */
export const payoutsCommands: NounPlan = {
  name: 'payouts',
  description: 'run, create, list and show payouts, and record their payment',
  commands: [
    previewCommand,
    payoutRunCommand,
    runsCommand,
    ...exclusionCommands,
    exclusionsCommand,
    exportCommand,
    importResultsCommand,
    payoutCreateCommand,
    payoutListCommand,
    showCommand,
    ...paymentFactCommands,
  ],
}
