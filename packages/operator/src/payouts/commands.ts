import type { NounPlan } from '../command-line/act.ts'
import { addCreatePayoutCommand } from './create-command.ts'
import { addExclusionCommands } from './exclusion-commands.ts'
import { addExportCommand } from './export-command.ts'
import { addImportResultsCommand } from './import-results-command.ts'
import { addListPayoutsCommand } from './list-command.ts'
import { paymentFactCommands } from './payment-facts.ts'
import { addPreviewCommand } from './preview-command.ts'
import { addRunCommand, runsCommand } from './run-commands.ts'
import { addShowPayoutCommand } from './show-command.ts'

/** The commands for payouts and the facts about their payment. */
export const payoutsCommands: NounPlan = {
  name: 'payouts',
  description: 'run payouts, create, list and show them, and record what is said about their payment',
  commands: [
    addPreviewCommand,
    addRunCommand,
    runsCommand,
    addExclusionCommands,
    addExportCommand,
    addImportResultsCommand,
    addCreatePayoutCommand,
    addListPayoutsCommand,
    addShowPayoutCommand,
    ...paymentFactCommands,
  ],
}
