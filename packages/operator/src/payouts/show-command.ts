import { readDatabaseTime } from '@affiliate-platform/platform/database'
import { findPayout, listPayoutDetails, listPayoutFacts } from '@affiliate-platform/platform/payouts'
import type { Command } from 'commander'
import { addWorkspaceOption, chooseWorkspace, type WorkspaceFlags } from '../command-line/choose-workspace.ts'
import { addDatabaseCommand, runOnDatabase } from '../command-line/database-command.ts'
import { describeUnknownId } from '../command-line/describe-unknown-id.ts'
import { OperatorError } from '../command-line/operator-error.ts'
import { parseId } from '../command-line/parse-value.ts'
import { formatCard, formatTable } from '../command-line/table.ts'
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
  const { payout, facts, now } = await runOnDatabase(terminal, flags, async (database) => {
    const workspaceId = await chooseWorkspace(database, flags)
    const key = { workspaceId, payoutId }
    const found = await findPayout(database, key)
    if (found === undefined) {
      throw new OperatorError(
        await describeUnknownId(database, workspaceId, { what: 'payout', id: payoutId }),
      )
    }
    const details = (await listPayoutDetails(database, workspaceId, [payoutId])).get(payoutId)
    const { id, appId, programId, groupId, membershipId, createdAt, ...money } = found
    return {
      payout: {
        id,
        payee: details?.payee,
        ...money,
        reportedMinor: details?.reportedMinor,
        confirmedMinor: details?.confirmedMinor,
        createdAt,
        programId,
        groupId,
        membershipId,
        appId,
      },
      facts: await listPayoutFacts(database, key),
      now: await readDatabaseTime(database),
    }
  })
  if (flags.json) {
    terminal.writeData(`${JSON.stringify({ ...payout, facts })}\n`)
    return
  }
  const toRow = (record: object): object => toMoneyColumns(record, payout.currency)
  terminal.writeData(`${formatCard(toRow(payout), now)}\nfacts\n`)
  const { text } = formatTable(facts.map(toRow), { columns: terminal.columns, pinned: ['kind', 'id'] })
  terminal.writeData(text)
}
