import type { Command } from 'commander'
import { findPayout, listPayoutFacts } from '../payouts/payout-view.ts'
import { addWorkspaceOption, chooseWorkspace, type WorkspaceFlags } from './choose-workspace.ts'
import { addDatabaseCommand, runOnDatabase } from './database-command.ts'
import { toMoneyColumns } from './money-columns.ts'
import { OperatorError } from './operator-error.ts'
import { parseId } from './parse-value.ts'
import { formatTable } from './table.ts'
import type { Terminal } from './terminal.ts'

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
