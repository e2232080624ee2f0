import { findPayout, listPayoutFacts } from '@affiliate-platform/platform/payouts'
import type { Command } from 'commander'
import { addWorkspaceOption, chooseWorkspace, type WorkspaceFlags } from '../command-line/choose-workspace.ts'
import { addDatabaseCommand, runOnDatabase } from '../command-line/database-command.ts'
import { OperatorError } from '../command-line/operator-error.ts'
import { parseId } from '../command-line/parse-value.ts'
import { formatTable } from '../command-line/table.ts'
import type { Terminal } from '../command-line/terminal.ts'
import { toMoneyColumns } from './money-columns.ts'

/** Adds `payouts show`. */
export function addShowPayoutCommand(payouts: Command, terminal: Terminal): void {
  const show = addDatabaseCommand(payouts, 'show', {
    description: 'show a payout with its reports, confirmations, disputes and their ids',
    examples: ['payouts show "$payout"', 'payouts show "$payout" --json'],
  })
  addWorkspaceOption(show)
    .argument('<payout>', 'id of the payout', parseId('<payout>'))
    .action((payoutId: string, flags: WorkspaceFlags) => showPayout(terminal, payoutId, flags))
}

async function showPayout(terminal: Terminal, payoutId: string, flags: WorkspaceFlags): Promise<void> {
  const { payout, facts } = await runOnDatabase(terminal, flags, async (database) => {
    const key = { workspaceId: await chooseWorkspace(database, flags), payoutId }
    return { payout: await findPayout(database, key), facts: await listPayoutFacts(database, key) }
  })
  if (payout === undefined) throw new OperatorError('The workspace has no such payout. See payouts list.')
  if (flags.json) {
    terminal.writeData(`${JSON.stringify({ ...payout, facts })}\n`)
    return
  }
  const toRow = (record: object): object => toMoneyColumns(record, payout.currency)
  terminal.writeData(`${formatTable([toRow(payout)])}\nFacts\n${formatTable(facts.map(toRow))}`)
}
