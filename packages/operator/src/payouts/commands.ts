import type { NounPlan } from '../command-line/act.ts'
import { createCommand } from './create-command.ts'
import { exclusionCommands, exclusionsCommand } from './exclusion-commands.ts'
import { exportCommand } from './export-command.ts'
import { importResultsCommand } from './import-results-command.ts'
import { listCommand } from './list-command.ts'
import { paymentFactCommands } from './payment-facts.ts'
import { previewCommand } from './preview-command.ts'
import { runCommand } from './run-commands.ts'
import { runsCommand } from './runs-commands.ts'
import { showCommand } from './show-command.ts'

/** The commands for payouts and the facts about their payment. */
export const payoutsCommands: NounPlan = {
  name: 'payouts',
  description: 'run, create, list and show payouts, and record their payment',
  commands: [
    previewCommand,
    runCommand,
    runsCommand,
    ...exclusionCommands,
    exclusionsCommand,
    exportCommand,
    importResultsCommand,
    createCommand,
    listCommand,
    showCommand,
    ...paymentFactCommands,
  ],
}
