import { open } from 'node:fs/promises'
import {
  type PayoutCsvReconciliation,
  type PayoutCsvRow,
  type PlatformReconciliation,
  readPayoutCsv,
  reconcilePayoutCsv,
  reconcileWithPlatform,
} from '@affiliate-platform/platform/sales'
import { readSettings } from '@affiliate-platform/service'
import { type Command, Option } from 'commander'
import { addDatabaseCommand, runOnDatabase } from '../command-line/database-command.ts'
import { OperatorError, UsageError } from '../command-line/operator-error.ts'
import { parseText, parseTimeMs } from '../command-line/parse-value.ts'
import { formatTable } from '../command-line/table.ts'
import type { Terminal } from '../command-line/terminal.ts'
import { type AppFlags, addAppOption, chooseSalesApp } from './app-option.ts'
import { toFileRejection, toRejection } from './describe-rejection.ts'
import { toPartnerAccess } from './partner-access.ts'

interface ReconcileFlags extends AppFlags {
  readonly from?: number
  readonly to?: number
  readonly payouts?: string
  readonly appTitle?: string
}

type Reconciliation = PlatformReconciliation | PayoutCsvReconciliation

/** Adds `sales reconcile`. */
export function addReconcileCommand(sales: Command, terminal: Terminal): void {
  const reconcile = addDatabaseCommand(sales, 'reconcile', {
    description:
      'compare the imported sales of referred shops with the Partner API, or with a payout CSV; fails where they differ',
    examples: [
      'sales reconcile',
      'sales reconcile --from 2026-10-01 --to 2026-11-01 --json',
      'sales reconcile --payouts payout.csv',
    ],
  })
  addAppOption(reconcile)
    .option('--from <time>', 'sales recorded since (default: 60 days before --to)', parseTimeMs('--from'))
    .option('--to <time>', 'and before (default: after the last sale that was read)', parseTimeMs('--to'))
    .addOption(
      new Option('--payouts <csv>', 'the export of a partner payout instead').conflicts(['from', 'to']),
    )
    .option(
      '--app-title <title>',
      'only rows of this app in the CSV (default: all)',
      parseText('--app-title'),
    )
    .action((flags: ReconcileFlags) => runReconcile(terminal, flags))
}

async function runReconcile(terminal: Terminal, flags: ReconcileFlags): Promise<void> {
  const { payouts, from, to } = flags
  if (from !== undefined && to !== undefined && from >= to) throw new UsageError('--from is before --to.')
  const found =
    payouts === undefined
      ? await reconcilePlatform(terminal, flags)
      : await reconcileCsv(terminal, flags, payouts)
  terminal.writeData(flags.json ? `${JSON.stringify(found)}\n` : describe(found))
  const { differences, sums } = found
  if (differences.length > 0 || sums.some(({ agrees }) => !agrees)) {
    throw new OperatorError(
      `The sales differ. See the ${differences.length} differences above; what is missing comes with sales import --window all.`,
    )
  }
  terminal.writeMessage('The sales agree.\n')
}

async function reconcilePlatform(
  terminal: Terminal,
  { from, to, ...flags }: ReconcileFlags,
): Promise<PlatformReconciliation> {
  const access = toPartnerAccess(readSettings(terminal.env))
  const window = {
    ...(from !== undefined && { from: new Date(from) }),
    ...(to !== undefined && { to: new Date(to) }),
  }
  return await runOnDatabase(terminal, flags, async (database) =>
    reconcileWithPlatform(database, { ...(await chooseSalesApp(database, flags)), ...window, access }),
  ).catch((error: unknown) => {
    throw toRejection(error)
  })
}

async function reconcileCsv(
  terminal: Terminal,
  flags: ReconcileFlags,
  path: string,
): Promise<PayoutCsvReconciliation> {
  const file = await open(path).catch(() => {
    throw new OperatorError(`${path} cannot be read.`)
  })
  try {
    const rows = ofApp(readPayoutCsv(file.createReadStream({ autoClose: false })), flags.appTitle)
    return await runOnDatabase(terminal, flags, async (database) =>
      reconcilePayoutCsv(database, await chooseSalesApp(database, flags), rows),
    )
  } catch (error) {
    throw toFileRejection(error, path)
  } finally {
    await file.close()
  }
}

async function* ofApp(
  rows: AsyncIterable<PayoutCsvRow>,
  title: string | undefined,
): AsyncGenerator<PayoutCsvRow> {
  for await (const row of rows) if (title === undefined || row.appTitle === title) yield row
}

function describe(found: Reconciliation): string {
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
    ...describeRest(found),
  ].join('')
}

function describeRest(found: Reconciliation): readonly string[] {
  if ('setAside' in found) {
    return found.setAside === 0 ? [] : [`Set aside: ${found.setAside}, in no sum. See sales set-aside.\n`]
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
