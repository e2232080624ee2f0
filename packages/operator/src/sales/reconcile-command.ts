import type { AppScope } from '@affiliate-platform/contract/server'
import type { Database } from '@affiliate-platform/platform/database'
import {
  type PayoutCsvReconciliation,
  type PayoutCsvRow,
  type PlatformReconciliation,
  readPayoutCsv,
  reconcilePayoutCsv,
  reconcileWithPlatform,
} from '@affiliate-platform/platform/sales'
import { readSettings } from '@affiliate-platform/service'
import { flag } from '../command-line/act.ts'
import { chooseApp } from '../command-line/choose-workspace.ts'
import { UsageError } from '../command-line/operator-error.ts'
import { parseText, parseTimeMs } from '../command-line/parse-value.ts'
import { show } from '../command-line/show-command.ts'
import { formatTable } from '../command-line/table.ts'
import type { Terminal } from '../command-line/terminal.ts'
import { appOption } from './app-option.ts'
import { toRejection } from './describe-rejection.ts'
import { toPartnerAccess } from './partner-access.ts'
import { readSalesStream } from './read-sales-stream.ts'
import { type SalesPlace, toSalesCommand } from './to-sales-command.ts'

interface ReconcileFlags {
  readonly app?: string
  readonly from?: number
  readonly to?: number
  readonly payouts?: string
  readonly appTitle?: string
}

type Reconciliation = PlatformReconciliation | PayoutCsvReconciliation

const nothingCompared = 'Nothing was compared: there are no sales of referred shops, here or there.'

export const reconcileCommand = show<ReconcileFlags>()({
  name: 'reconcile',
  description:
    'compare the imported sales of referred shops with the Partner API or a payout CSV; fails if they differ',
  examples: [
    'sales reconcile',
    'sales reconcile --from 2026-10-01 --to 2026-11-01 --json',
    'sales reconcile --payouts payout.csv',
  ],
  options: [
    appOption,
    flag(
      '--from <time>',
      'sales recorded since then: a date (00:00 UTC) or an RFC 3339 time (default: 60 days before --to)',
      parseTimeMs,
    ),
    flag('--to <time>', 'and before this time (default: after the last sale that was read)', parseTimeMs),
    flag('--payouts <csv>', 'the export of a partner payout instead').conflicts(['from', 'to']),
    flag('--app-title <title>', 'only rows of this app in the CSV (default: all)', parseText),
  ],
  check: ({ from, to }) => {
    if (from !== undefined && to !== undefined && from >= to)
      throw new UsageError('--from must be before --to.')
  },
  find: async ({ database, workspaceId, flags, terminal }) => {
    const app = { workspaceId, appId: await chooseApp(database, workspaceId, flags.app) }
    const found =
      flags.payouts === undefined
        ? await reconcilePlatform(database, app, { flags, terminal })
        : await readSalesStream(flags.payouts, (open) =>
            reconcilePayoutCsv(database, app, ofApp(readPayoutCsv(open()), flags.appTitle)),
          )
    const { differences, sums } = found
    const differs = differences.length > 0 || sums.some(({ agrees }) => !agrees)
    const failure = `The sales differ. See the ${differences.length} differences above; sales import --window all imports what is missing.`
    return {
      record: found,
      text: describe(found, flags),
      ...(differs ? { failure } : { message: sums.length === 0 ? nothingCompared : 'The sales agree.' }),
    }
  },
})

async function reconcilePlatform(
  database: Database,
  app: AppScope,
  { flags: { from, to }, terminal }: { readonly flags: ReconcileFlags; readonly terminal: Terminal },
): Promise<PlatformReconciliation> {
  const window = {
    ...(from !== undefined && { from: new Date(from) }),
    ...(to !== undefined && { to: new Date(to) }),
  }
  const access = toPartnerAccess(readSettings(terminal.env))
  try {
    return await reconcileWithPlatform(database, { ...app, ...window, access })
  } catch (error) {
    throw toRejection(error)
  }
}

async function* ofApp(
  rows: AsyncIterable<PayoutCsvRow>,
  title: string | undefined,
): AsyncGenerator<PayoutCsvRow> {
  for await (const row of rows) if (title === undefined || row.appTitle === title) yield row
}

function describe(found: Reconciliation, place: SalesPlace): string {
  const sums = found.sums.map(({ kind, currency, ours, theirs, agrees }) => ({
    kind,
    currency,
    rows: ours.rows,
    'their rows': theirs.rows,
    gross: ours.gross,
    'their gross': theirs.gross,
    net: ours.net,
    'their net': theirs.net,
    agrees: agrees ? 'yes' : 'no',
  }))
  const differences = 'setAside' in found ? found.differences.map(toRow) : found.differences.map(toDay)
  return [
    `${found.from.toISOString()} to ${found.to.toISOString()}\n`,
    formatTable(sums).text,
    ...(differences.length > 0 ? ['\n', formatTable(differences).text] : []),
    ...describeRest(found, place),
  ].join('')
}

function describeRest(found: Reconciliation, place: SalesPlace): readonly string[] {
  if ('setAside' in found) {
    if (found.setAside === 0) return []
    return [`Set aside: ${found.setAside}, in no sum. List them with ${toSalesCommand('set-aside', place)}\n`]
  }
  return found.ignored.map(({ chargeType, rows }) => `Ignored: ${rows} ${chargeType}\n`)
}

function toRow(row: PlatformReconciliation['differences'][number]) {
  const { platformId, shopDomain, difference, ours, theirs } = row
  const toAmounts = (side: typeof ours) =>
    side && `${side.gross} ${side.grossCurrency} / ${side.net} ${side.netCurrency}`
  return { platformId, shopDomain, difference, ours: toAmounts(ours), theirs: toAmounts(theirs) }
}

function toDay(day: PayoutCsvReconciliation['differences'][number]) {
  const { shopDomain, kind, ours, theirs } = day
  const toSums = (side: typeof ours) => `${side.rows}: ${side.gross} / ${side.net}`
  return { day: day.day, shopDomain, kind, ours: toSums(ours), theirs: toSums(theirs) }
}
