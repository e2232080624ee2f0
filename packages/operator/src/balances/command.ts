import { formatAmount } from '@affiliate-platform/contract'
import { type Balance, listBalances } from '@affiliate-platform/platform/balances'
import type { Command } from 'commander'
import { addWorkspaceOption, chooseWorkspace, type WorkspaceFlags } from '../command-line/choose-workspace.ts'
import { addDatabaseCommand, runOnDatabase } from '../command-line/database-command.ts'
import { parseId } from '../command-line/parse-value.ts'
import { formatTable } from '../command-line/table.ts'
import type { Terminal } from '../command-line/terminal.ts'
import { formatSum, toDirectedMoney } from '../payouts/signed-money.ts'

interface BalancesFlags extends WorkspaceFlags {
  readonly membership?: string
}

/** Adds `balances`. */
export function addBalancesCommand(program: Command, terminal: Terminal): void {
  const balances = addDatabaseCommand(program, 'balances', {
    description: 'show what each membership has coming in each currency, and what it got',
    examples: ['balances', 'balances --membership "$membership" --json'],
  })
  addWorkspaceOption(balances)
    .option('--membership <id>', 'only of this membership', parseId('--membership'))
    .action((flags: BalancesFlags) => printBalances(terminal, flags))
}

async function printBalances(terminal: Terminal, flags: BalancesFlags): Promise<void> {
  const balances = await runOnDatabase(terminal, flags, async (database) => {
    const workspaceId = await chooseWorkspace(database, flags)
    return await listBalances(database, { workspaceId, membershipId: flags.membership })
  })
  terminal.writeData(
    flags.json
      ? `${JSON.stringify(balances.map(toRecord))}\n`
      : formatTable(balances.map(toTableRow), { columns: terminal.columns }).text,
  )
}

function toRecord(balance: Balance): object {
  const { membershipId, memberName, currency } = balance
  const toMoney = (amountMinor: string) => ({ amountMinor, currency })
  return {
    membershipId,
    memberName,
    currency,
    due: toDirectedMoney(BigInt(balance.dueMinor), currency),
    held: toDirectedMoney(BigInt(balance.heldMinor), currency),
    unpaid: toMoney(balance.unpaidMinor),
    reported: toMoney(balance.reportedMinor),
    confirmed: toMoney(balance.confirmedMinor),
  }
}

function toTableRow(balance: Balance): object {
  const { membershipId, memberName, currency } = balance
  const format = (amountMinor: string) => formatAmount({ amountMinor, currency })
  return {
    membershipId,
    memberName,
    due: formatSum(BigInt(balance.dueMinor), currency),
    held: formatSum(BigInt(balance.heldMinor), currency),
    unpaid: format(balance.unpaidMinor),
    reported: format(balance.reportedMinor),
    confirmed: format(balance.confirmedMinor),
  }
}
