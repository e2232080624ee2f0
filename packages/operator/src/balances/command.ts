import { type Balance, listBalances, type MoneyPlaces, toPlaces } from '@affiliate-platform/platform/balances'
import { formatMinor } from '@affiliate-platform/platform/csv'
import type { Command } from 'commander'
import { addWorkspaceOption, chooseWorkspace } from '../command-line/choose-workspace.ts'
import { addDatabaseCommand, runOnDatabase } from '../command-line/database-command.ts'
import { UsageError } from '../command-line/operator-error.ts'
import { parseCurrency, parseDayOrInstant } from '../command-line/parse-value.ts'
import { addFormatOptions, printRows } from '../command-line/print-list.ts'
import { recordFlag } from '../command-line/record-name.ts'
import type { Terminal } from '../command-line/terminal.ts'
import { formatSum, toDirectedMoney } from '../payouts/signed-money.ts'
import { type BalancesAtFlags, printBalancesAt } from './balances-at.ts'

export function addBalancesCommand(program: Command, terminal: Terminal): void {
  const balances = addDatabaseCommand(program, 'balances', {
    description: 'show what each membership is owed and has been paid in each currency',
    examples: [
      'balances',
      'balances --membership "$membership" --json',
      'balances --since 2026-10-01 --as-of 2026-11-01 --csv',
      'balances --as-of 2026-11-01 --by-membership',
    ],
  })
  addWorkspaceOption(addFormatOptions(balances))
    .addOption(recordFlag('membership', 'only for this membership'))
    .option('--currency <code>', 'only in this currency', parseCurrency('--currency'))
    .option(
      '--as-of <time>',
      "what was known then, per currency: a date (00:00 in the workspace's time zone) or an RFC 3339 time",
      parseDayOrInstant('--as-of'),
    )
    .option(
      '--since <time>',
      'what was known then as the opening balance, and what was booked from then until --as-of (default: now)',
      parseDayOrInstant('--since'),
    )
    .option('--by-membership', 'with --as-of or --since: the balance of each membership')
    .addHelpText(
      'after',
      `
due: available and not in a payout; held: not yet available; unpaid: in payouts, not reported as paid;
reported: reported as paid, without disputed reports; confirmed: the part of that which has arrived.

With --as-of or --since: opening + accrued - taken back + written off + repaid - paid = closing, of what was
booked by then. Later imports, corrections and reports change nothing of it. Below 0 the members owe it.
What is 0 in every row has no column in the table; --csv and --json have all.`,
    )
    .action((flags: BalancesAtFlags) => {
      const isOfNow = flags.asOf === undefined && flags.since === undefined
      if (isOfNow && flags.byMembership) throw new UsageError('--by-membership needs --as-of or --since.')
      return isOfNow ? printBalances(terminal, flags) : printBalancesAt(terminal, flags)
    })
}

async function printBalances(terminal: Terminal, flags: BalancesAtFlags): Promise<void> {
  const all = await runOnDatabase(terminal, flags, async (database) => {
    const workspaceId = await chooseWorkspace(database, flags)
    const { membership } = flags
    const membershipIds = membership === undefined ? undefined : [membership]
    return await listBalances(database, { workspaceId, membershipIds })
  })
  const balances = all.filter(({ currency }) => flags.currency === undefined || currency === flags.currency)
  if (flags.json) terminal.writeData(`${JSON.stringify(balances.map(toRecord))}\n`)
  else {
    const rows = flags.csv ? balances : balances.toSorted(compareForReading)
    printRows(terminal, flags, { rows, ...asTable })
  }
  for (const [currency, { available, owed, toBePaid }] of addUp(balances)) {
    const debts = owed === 0n ? '' : ` owed by members ${formatSum(owed, currency)},`
    terminal.writeMessage(
      `Total in ${currency}: due ${formatSum(available, currency)},${debts} unpaid ${formatSum(toBePaid, currency)}.\n`,
    )
  }
}

/** What is still to be paid, and what members owe: one pays nothing of the other. */
function addUp(balances: readonly Balance[]) {
  const totals = new Map<string, Pick<MoneyPlaces, 'available' | 'owed' | 'toBePaid'>>()
  for (const { currency, available, owed, toBePaid } of balances.map(toPlaces)) {
    const before = totals.get(currency) ?? { available: 0n, owed: 0n, toBePaid: 0n }
    totals.set(currency, {
      available: before.available + available,
      owed: before.owed + owed,
      toBePaid: before.toBePaid + toBePaid,
    })
  }
  return totals
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

const asTable = {
  toTableRow: (balance: Balance) => toColumns(balance, formatSum),
  toCsvRow: (balance: Balance) => {
    const { memberName, ...columns } = toColumns(balance, formatMinor)
    return { memberName, currency: balance.currency, ...columns }
  },
  first: ['memberName', 'due', 'unpaid'],
  idColumn: 'membershipId',
}

/** Where nothing is due, held or unpaid comes last; otherwise by name. */
function compareForReading(a: Balance, b: Balance): number {
  const isSettled = (balance: Balance) =>
    [balance.dueMinor, balance.heldMinor, balance.unpaidMinor].every((minor) => minor === '0')
  if (isSettled(a) !== isSettled(b)) return isSettled(a) ? 1 : -1
  return a.memberName.localeCompare(b.memberName, 'en')
}

function toColumns({ membershipId, memberName, currency, ...sums }: Balance, format: typeof formatSum) {
  return {
    memberName,
    due: format(BigInt(sums.dueMinor), currency),
    held: format(BigInt(sums.heldMinor), currency),
    unpaid: format(BigInt(sums.unpaidMinor), currency),
    reported: format(BigInt(sums.reportedMinor), currency),
    confirmed: format(BigInt(sums.confirmedMinor), currency),
    membershipId,
  }
}
