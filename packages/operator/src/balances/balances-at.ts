import { type BookedBalance, listBalancesAt } from '@affiliate-platform/platform/balances'
import { formatMinor } from '@affiliate-platform/platform/csv'
import { chooseWorkspace, type WorkspaceFlags } from '../command-line/choose-workspace.ts'
import { runOnDatabase } from '../command-line/database-command.ts'
import { gap } from '../command-line/fit-columns.ts'
import { OperatorError, UsageError } from '../command-line/operator-error.ts'
import { type FormatFlags, printRows } from '../command-line/print-list.ts'
import { toLabel } from '../command-line/table.ts'
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
  const columns = booked.filter((column) => isShown(column, rows))
  printRows(terminal, flags, {
    rows,
    toTableRow: (balance) => toRow(balance, columns, formatSum),
    toCsvRow,
    first: ['memberName', ...chooseFirst(rows, columns, terminal.columns)],
    idColumn: 'membershipId',
  })
  terminal.writeMessage(`Booked by ${found.asOf.toISOString()}.\n`)
}

const booked = [
  ['opening', 'openingMinor'],
  ['accrued', 'accruedMinor'],
  ['takenBack', 'takenBackMinor'],
  ['writtenOff', 'writtenOffMinor'],
  ['repaid', 'repaidMinor'],
  ['paid', 'paidMinor'],
  ['closing', 'closingMinor'],
] as const

function toRow(balance: BookedBalance, columns: Columns, format: typeof formatSum): object {
  const { membershipId, memberName, currency } = balance
  const sums = columns.map(([column, minor]) => [column, format(BigInt(balance[minor]), currency)])
  return { ...(membershipId !== null && { memberName, membershipId }), ...Object.fromEntries(sums) }
}

type Columns = readonly (typeof booked)[number][]

/** Whether a column says something: a row adds up without what is 0 in every row. */
const isShown = ([column, minor]: Columns[number], rows: readonly BookedBalance[]): boolean =>
  column === 'opening' || column === 'closing' || rows.some((row) => row[minor] !== '0')

const memberRoom = 12

/** All columns if the screen has room for them, so that a row can be added up; else only opening and closing. */
function chooseFirst(rows: readonly BookedBalance[], columns: Columns, room = Number.POSITIVE_INFINITY) {
  const widths = columns.map(([column, minor]) => {
    const sums = rows.map((row) => formatSum(BigInt(row[minor]), row.currency))
    return Math.max(...[toLabel(column), ...sums].map((text) => text.length)) + gap.length
  })
  const isRoomy = widths.reduce((sum, width) => sum + width, memberRoom) <= room
  return isRoomy ? columns.map(([column]) => column) : ['opening', 'closing']
}

function toCsvRow(balance: BookedBalance): object {
  const { memberName, membershipId, ...sums } = Object(toRow(balance, booked, formatMinor))
  const member = membershipId === undefined ? {} : { memberName, membershipId }
  return { ...member, currency: balance.currency, ...sums }
}
