import { type BookedBalance, listBalancesAt } from '@affiliate-platform/platform/balances'
import { formatDecimal } from '@affiliate-platform/platform/csv'
import { chooseWorkspace, type WorkspaceFlags } from '../command-line/choose-workspace.ts'
import { runOnDatabase } from '../command-line/database-command.ts'
import { OperatorError, UsageError } from '../command-line/operator-error.ts'
import { type FormatFlags, printRows } from '../command-line/print-list.ts'
import type { Terminal } from '../command-line/terminal.ts'
import { toInstant } from '../command-line/to-instant.ts'
import { formatSum } from '../payouts/signed-money.ts'

/** The flags of balances as of an instant. Times are dates or instants. */
export interface BalancesAtFlags extends FormatFlags, WorkspaceFlags {
  readonly asOf?: string
  readonly since?: string
  readonly byMembership?: boolean
  readonly membership?: string
  readonly currency?: string
}

const rejections = {
  ahead: '--as-of is in the future by the clock of the database.',
  not_settled:
    'A transaction that began by then has not ended and may still book something. Run the command again, or with an earlier --as-of.',
}

/** Prints what was owed at an instant, and how it came to that since another. */
export async function printBalancesAt(terminal: Terminal, flags: BalancesAtFlags): Promise<void> {
  const { since, ...found } = await runOnDatabase(terminal, flags, async (database) => {
    const workspaceId = await chooseWorkspace(database, flags)
    const { membership: membershipId, byMembership: isByMembership } = flags
    const toTime = async (given: string | undefined) =>
      given === undefined ? undefined : await toInstant(database, workspaceId, given)
    const [asOf, since] = await Promise.all([toTime(flags.asOf), toTime(flags.since)])
    if (asOf && since && since > asOf) throw new UsageError('--since is later than --as-of.')
    const scope = { workspaceId, asOf, since, membershipId, isByMembership }
    return { since, ...(await listBalancesAt(database, scope)) }
  })
  if (!found.ok) throw new OperatorError(rejections[found.rejection])
  const rows = found.balances.filter(({ currency }) => [undefined, currency].includes(flags.currency))
  if (flags.json) {
    const record = { asOf: found.asOf, since: since ?? null, balances: rows }
    terminal.writeData(`${JSON.stringify(record)}\n`)
    return
  }
  printRows(terminal, flags, {
    rows,
    toTableRow: toRow(formatSum),
    toCsvRow: toRow(formatDecimal),
    first: ['memberName', 'currency', 'opening', 'closing'],
    idColumn: 'membershipId',
  })
  terminal.writeMessage(`Booked by ${found.asOf.toISOString()}.\n`)
}

const toRow = (format: typeof formatSum) => (balance: BookedBalance) => {
  const { membershipId, memberName, currency } = balance
  const sum = (minor: string) => format(BigInt(minor), currency)
  return {
    ...(membershipId !== null && { memberName, membershipId }),
    currency,
    opening: sum(balance.openingMinor),
    accrued: sum(balance.accruedMinor),
    takenBack: sum(balance.takenBackMinor),
    writtenOff: sum(balance.writtenOffMinor),
    repaid: sum(balance.repaidMinor),
    paid: sum(balance.paidMinor),
    closing: sum(balance.closingMinor),
  }
}
