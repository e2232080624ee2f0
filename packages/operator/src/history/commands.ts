import { type Database, longSilenceTimeoutMs } from '@affiliate-platform/platform/database'
import {
  HistoryError,
  type HistoryImport,
  importMantle,
  importPartnerdex,
  type PartnerdexOrder,
  withPartnerdex,
} from '@affiliate-platform/platform/history'
import { Argument } from 'commander'
import { flag, type NounPlan, required } from '../command-line/act.ts'
import { change } from '../command-line/change-command.ts'
import { chooseApp } from '../command-line/choose-workspace.ts'
import { OperatorError } from '../command-line/operator-error.ts'
import { parseCurrency, parseDayOrInstant, parseText } from '../command-line/parse-value.ts'
import type { Done } from '../command-line/print-done.ts'
import { createProgress } from '../command-line/progress.ts'
import { recordFlag } from '../command-line/record-name.ts'
import type { RepeatableChange } from '../command-line/run-repeatable.ts'
import type { Terminal } from '../command-line/terminal.ts'
import { toInstant } from '../command-line/to-instant.ts'
import { acceptSetAsideOption } from '../sales/accept-set-aside-option.ts'
import { describeHistory, describeHistoryProgress } from './describe-history.ts'
import { historyListCommand } from './list-command.ts'
import { readColumns } from './read-columns.ts'
import { readFolder, readPartnerdex } from './read-folder.ts'
import { setAsideCommand } from './set-aside-command.ts'
import { historyUndoCommand } from './undo-command.ts'

interface HistoryFlags {
  readonly app?: string
  readonly cutOver: string
  readonly currency: string
  readonly dryRun?: boolean
  readonly acceptSetAside?: boolean
}

interface MantleFlags extends HistoryFlags {
  readonly mantleApp?: string
  readonly columns?: string
  readonly everyPlan?: readonly string[]
}

const cutOverOption = required(
  '--cut-over <instant>',
  'sales before it were commissioned there, sales from it on are commissioned here',
  parseDayOrInstant,
)
const shared = [flag('--dry-run', 'print the whole report; save nothing'), acceptSetAsideOption]

const mantleCommand = change<MantleFlags>()({
  name: 'mantle',
  argument: new Argument('<folder>', 'what was saved from Mantle: affiliates.json and the others'),
  description:
    'import programs, members, codes, referrals, commissions and payouts from a folder of Mantle; again it adds what is new',
  examples: [
    'import mantle mantle-export --cut-over 2026-08-14 --currency USD --dry-run',
    'import mantle mantle-export --cut-over 2026-08-14 --currency USD --as noa',
    'import mantle mantle-tables --columns columns.json --cut-over 2026-08-14 --currency USD',
  ],
  options: [
    recordFlag('app', 'app (default: the only one of the workspace)'),
    flag('--mantle-app <id>', 'of the programs, where the export has those of several apps', parseText),
    cutOverOption,
    required('--currency <code>', 'of all amounts: the export names none', parseCurrency),
    flag('--columns <file>', 'what the columns of CSV files say (JSON), where the folder has those'),
    flag(
      '--every-plan <program...>',
      'programs whose minimum plan is dropped: they earn from every plan here',
    ),
    ...shared,
  ],
  toChange: ({ id: path, flags, actor, terminal }) => {
    const { mantleApp } = flags
    return toImport({ flags, actor, terminal }, async (database, order) => {
      const columns = flags.columns === undefined ? undefined : await readColumns(flags.columns)
      const { everyPlan: everyPlanOf = [] } = flags
      const folder = readFolder(path)
      return await importMantle(database, { ...order, mantleApp, columns, everyPlanOf, folder })
    })
  },
})

interface PartnerdexFlags extends HistoryFlags {
  readonly partnerdexApp?: string
}

const partnerdexCommand = change<PartnerdexFlags>()({
  name: 'partnerdex',
  argument: new Argument('<file>', "PartnerDex's database, with its -wal beside it if there is one"),
  description:
    'import programs, members, codes, referrals, commissions and payouts from a database of PartnerDex; again it adds what is new',
  examples: ['import partnerdex partnerdex.sqlite --cut-over 2026-12-01 --currency USD --dry-run'],
  options: [
    recordFlag('app', 'app (default: the only one of the workspace)'),
    flag('--partnerdex-app <id>', 'of the programs, where there are those of several apps', parseText),
    cutOverOption,
    required('--currency <code>', 'of the amounts: rows in another one are set aside', parseCurrency),
    ...shared,
  ],
  toChange: ({ id: path, flags, actor, terminal }) => {
    const { partnerdexApp } = flags
    return toImport({ flags, actor, terminal }, (database, order) =>
      withPartnerdex(readPartnerdex(path), (source) =>
        importPartnerdex(database, { ...order, source, partnerdexApp }),
      ),
    )
  },
})

interface Given {
  readonly flags: HistoryFlags
  readonly actor: string
  readonly terminal: Terminal
}

type Order = Omit<PartnerdexOrder, 'source' | 'partnerdexApp'>

/** What both do: the report on standard error, and a failure where rows were set aside. */
function toImport(
  { flags, actor, terminal }: Given,
  run: (database: Database, order: Order) => Promise<HistoryImport>,
): RepeatableChange<Done> {
  const { currency, dryRun: isDryRun = false, acceptSetAside = false } = flags
  return {
    what: 'the history was imported',
    silenceTimeoutMs: longSilenceTimeoutMs,
    run: async (database, workspaceId) => {
      const appId = await chooseApp(database, workspaceId, flags.app)
      const cutOverAt = await toInstant(database, workspaceId, flags.cutOver)
      const onProgress = createProgress(terminal, describeHistoryProgress)
      const order = { workspaceId, appId, actor, currency, cutOverAt, isDryRun, onProgress }
      const imported = await run(database, order).catch((error: unknown) => {
        throw error instanceof HistoryError ? new OperatorError(error.message) : error
      })
      const count = imported.report.setAside.reduce((sum, row) => sum + row.count, 0)
      return {
        ...{ value: imported.importId ?? '', record: imported, message: describeHistory(imported) },
        ...(count > 0 && !acceptSetAside && { failure: describeLeft(count, isDryRun) }),
      }
    },
  }
}

function describeLeft(count: number, isDryRun: boolean): string {
  const rest = isDryRun ? 'would be set aside' : 'were set aside; everything else is imported'
  return `${count} rows ${rest}. Look at them, then run the command with --accept-set-aside.`
}

export const importCommands: NounPlan = {
  name: 'import',
  description: 'bring in what another platform has written down',
  commands: [mantleCommand, partnerdexCommand, historyListCommand, historyUndoCommand, setAsideCommand],
}
