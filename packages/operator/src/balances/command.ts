import { formatAmount } from '@affiliate-platform/contract'
import { type Balance, listBalances } from '@affiliate-platform/platform/balances'
import type { Command } from 'commander'
import { addWorkspaceOption, chooseWorkspace, type WorkspaceFlags } from '../command-line/choose-workspace.ts'
import { addDatabaseCommand, runOnDatabase } from '../command-line/database-command.ts'
import { parseCurrency } from '../command-line/parse-value.ts'
import { addFormatOptions, type FormatFlags, printRows } from '../command-line/print-list.ts'
import { recordFlag } from '../command-line/record-name.ts'
import type { Terminal } from '../command-line/terminal.ts'
import { formatSum, toDirectedMoney } from '../payouts/signed-money.ts'

interface BalancesFlags extends FormatFlags, WorkspaceFlags {
  readonly membership?: string
  readonly currency?: string
}

/** Adds `balances`. */
export function addBalancesCommand(program: Command, terminal: Terminal): void {
  const balances = addDatabaseCommand(program, 'balances', {
    description: 'show what each membership is owed and has been paid in each currency',
    examples: ['balances', 'balances --currency USD --csv', 'balances --membership "$membership" --json'],
  })
  addWorkspaceOption(addFormatOptions(balances))
    .addOption(recordFlag('membership', 'only for this membership'))
    .option('--currency <code>', 'only in this currency', parseCurrency('--currency'))
    .addHelpText(
      'after',
      `
due: available and not in a payout; held: not yet available; unpaid: in payouts, not reported as paid;
reported: reported as paid, without disputed reports; confirmed: the part of that which has arrived.`,
    )
    .action((flags: BalancesFlags) => printBalances(terminal, flags))
}

async function printBalances(terminal: Terminal, flags: BalancesFlags): Promise<void> {
  const all = await runOnDatabase(terminal, flags, async (database) => {
    const workspaceId = await chooseWorkspace(database, flags)
    return await listBalances(database, { workspaceId, membershipId: flags.membership })
  })
  const balances = all.filter(({ currency }) => flags.currency === undefined || currency === flags.currency)
  if (flags.json) terminal.writeData(`${JSON.stringify(balances.map(toRecord))}\n`)
  else printRows(terminal, flags, { rows: balances, toTableRow, pinned: ['membershipId'] })
  for (const [currency, { due, unpaid }] of addUp(balances)) {
    terminal.writeMessage(
      `Total in ${currency}: due ${formatSum(due, currency)}, unpaid ${formatSum(unpaid, currency)}.\n`,
    )
  }
}

/** What is still to be paid, by currency. */
function addUp(balances: readonly Balance[]): ReadonlyMap<string, { due: bigint; unpaid: bigint }> {
  const sums = new Map<string, { due: bigint; unpaid: bigint }>()
  for (const { currency, dueMinor, unpaidMinor } of balances) {
    const { due, unpaid } = sums.get(currency) ?? { due: 0n, unpaid: 0n }
    sums.set(currency, { due: due + BigInt(dueMinor), unpaid: unpaid + BigInt(unpaidMinor) })
  }
  return sums
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
    memberName,
    due: formatSum(BigInt(balance.dueMinor), currency),
    held: formatSum(BigInt(balance.heldMinor), currency),
    unpaid: format(balance.unpaidMinor),
    reported: format(balance.reportedMinor),
    confirmed: format(balance.confirmedMinor),
    membershipId,
  }
}
