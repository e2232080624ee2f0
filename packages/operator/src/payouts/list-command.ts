import { limits, operations, parseListQuery, payoutStatuses } from '@affiliate-platform/contract'
import { type AppScope, findPageEnd, type RowPosition } from '@affiliate-platform/contract/server'
import type { Queryable } from '@affiliate-platform/platform/database'
import { type PageQuery, toPosition } from '@affiliate-platform/platform/lists'
import { findPayout, listPayouts, type PayoutRow } from '@affiliate-platform/platform/payouts'
import { flag } from '../command-line/act.ts'
import { chooseApp, workspaceOption } from '../command-line/choose-workspace.ts'
import { describeUnknownId } from '../command-line/describe-unknown-id.ts'
import { list } from '../command-line/list-command.ts'
import { OperatorError, UsageError } from '../command-line/operator-error.ts'
import { parseId } from '../command-line/parse-value.ts'
import { isNamedKind, recordFlag } from '../command-line/record-name.ts'
import { suggest } from '../command-line/suggest.ts'
import { toMoneyColumns } from './money-columns.ts'
import { formatDecimal } from './signed-money.ts'

// The filters of the interface (4.2), each with the parameter that it is there.
const filters = [
  ['program', 'programId', '<id>', 'only payouts of this program'],
  ['group', 'groupId', '<id>', 'only payouts of this group'],
  ['membership', 'membershipId', '<id>', 'only payouts to this membership'],
  ['status', 'status', '<status>', `only payouts in this state: ${payoutStatuses.join(', ')}`],
  ['currency', 'currency', '<code>', 'only payouts in this currency'],
  ['from', 'from', '<time>', 'only payouts created then or later: a date or an RFC 3339 time'],
  ['to', 'to', '<time>', 'only payouts created before then; a date includes the whole day'],
  ['search', 'search', '<text>', 'only payouts whose program or membership name contains this'],
] as const

type FilterFlags = { readonly [Name in (typeof filters)[number][0]]?: string } & { readonly run?: string }

/** `payouts list`. */
export const listCommand = list<FilterFlags & { readonly app?: string }>()({
  description: 'list the payouts of an app, newest first',
  examples: [
    'payouts list',
    'payouts list --status unreported --currency USD --limit 200',
    'payouts list --from 2026-05-01 --to 2026-05-31 --json',
    'payouts list --run "$run" --status unreported',
  ],
  options: [
    workspaceOption(),
    recordFlag('app', 'app of the payouts (default: the only one of the workspace)'),
    ...filters.map(([name, , value, description]) =>
      isNamedKind(name) ? recordFlag(name, description) : flag(`--${name} ${value}`, description),
    ),
    flag('--run <id>', 'only payouts that this run froze', parseId),
  ],
  check: toQuery,
  find: async ({ database, workspaceId, flags, page }) => {
    const query = toQuery(flags)
    const app = { workspaceId, appId: await chooseApp(database, workspaceId, flags.app) }
    const position = await findPosition(database, workspaceId, page.after)
    // A row that --to leaves out is no place to go on from: the list begins after it anyway.
    const after =
      position !== undefined && position.createdAtMs < (query.toMs ?? Infinity) ? position : undefined
    const found = await listPages(database, app, { query, after, rowsMax: page.limit })
    return found.map(toRecord)
  },
  toAfter: ({ id }) => id,
  toTableRow: (payout) => toMoneyColumns(payout, payout.currency),
  toCsvRow: (payout) => ({
    ...toMoneyColumns(payout, payout.currency, formatDecimal),
    currency: payout.currency,
  }),
})

/**
 * Reads the filters as the interface does, so that both accept and mean the same. Only a state that no payout can have
 * is rejected here: to the interface it is an open list (D23), to a person a typing mistake.
 */
function toQuery(flags: FilterFlags): PageQuery {
  if (flags.status !== undefined && !payoutStatuses.some((status) => status === flags.status)) {
    const states = `There are: ${payoutStatuses.join(', ')}.`
    throw new UsageError(
      `--status: No payout has this state. ${suggest(flags.status, payoutStatuses) || states}`,
    )
  }
  const parameters = filters.flatMap(([name, parameter]): [string, string][] => {
    const value = flags[name]
    return value === undefined ? [] : [[parameter, value]]
  })
  const checked = parseListQuery(operations.listPayouts.query, parameters)
  if (checked.ok) return { ...checked.value, ...(flags.run !== undefined && { runId: flags.run }) }
  const [issue] = checked.issues
  const name = filters.find(([, parameter]) => parameter === Reflect.get(Object(issue), 'parameter'))?.[0]
  throw new UsageError(`--${name}: ${issue?.message}`)
}

async function findPosition(
  database: Queryable,
  workspaceId: string,
  payoutId: string | undefined,
): Promise<RowPosition | undefined> {
  if (payoutId === undefined) return undefined
  const payout = await findPayout(database, { workspaceId, payoutId })
  if (payout === undefined) {
    const told = await describeUnknownId(database, workspaceId, { what: 'payout', id: payoutId })
    throw new OperatorError(`--after: ${told}`)
  }
  return { createdAtMs: payout.createdAt.getTime(), id: payout.id }
}

/** A page of the interface is short: a longer list is several of them. */
async function listPages(
  database: Queryable,
  app: AppScope,
  {
    query,
    after,
    rowsMax,
  }: {
    readonly query: PageQuery
    readonly after: RowPosition | undefined
    readonly rowsMax: number
  },
): Promise<readonly PayoutRow[]> {
  const rows: PayoutRow[] = []
  let position = after
  while (rows.length < rowsMax) {
    const limit = Math.min(limits.pageRowsMax, rowsMax - rows.length)
    const found = await listPayouts(database, app, { query: { ...query, limit }, after: position })
    rows.push(...found.rows.slice(0, limit))
    position = findPageEnd(found, limit, toPosition)
    if (position === undefined) break
  }
  return rows
}

// What a person looks for first comes first: a narrow terminal leaves out the last ones.
const toRecord = (row: PayoutRow) => ({
  id: row.id,
  payee: row.member_name,
  status: row.status,
  amountMinor: row.amount_minor,
  unpaidMinor: row.unpaid_minor,
  reportedMinor: row.reported_minor,
  confirmedMinor: row.confirmed_minor,
  program: row.name,
  createdAt: new Date(row.created_at_ms),
  currency: row.currency,
  programId: row.program_id,
  membershipId: row.membership_id,
})
