import { longSilenceTimeoutMs } from '@affiliate-platform/platform/database'
import { HistoryError, importMantle, type MantleOrder } from '@affiliate-platform/platform/history'
import { Argument } from 'commander'
import { flag, type NounPlan, required } from '../command-line/act.ts'
import { change } from '../command-line/change-command.ts'
import { chooseApp } from '../command-line/choose-workspace.ts'
import { OperatorError } from '../command-line/operator-error.ts'
import { parseCurrency, parseDayOrInstant, parseText } from '../command-line/parse-value.ts'
import { createProgress } from '../command-line/progress.ts'
import { recordFlag } from '../command-line/record-name.ts'
import { toInstant } from '../command-line/to-instant.ts'
import { describeHistory, describeProgress } from './describe-history.ts'
import { readColumns } from './read-columns.ts'
import { readFolder } from './read-folder.ts'

interface MantleFlags {
  readonly app?: string
  readonly mantleApp?: string
  readonly columns?: string
  readonly cutOver: string
  readonly currency: string
  readonly dryRun?: boolean
  readonly acceptSetAside?: boolean
}

const mantleCommand = change<MantleFlags>()({
  name: 'mantle',
  argument: new Argument(
    '<folder>',
    'what was saved from the API of its dashboard: affiliates.json and the others',
  ),
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
    required(
      '--cut-over <instant>',
      'sales before it were commissioned there, sales from it on are commissioned here',
      parseDayOrInstant,
    ),
    required('--currency <code>', 'of all amounts: the export names none', parseCurrency),
    flag('--columns <file>', 'what the columns of CSV files say (JSON), where the folder has those'),
    flag('--dry-run', 'print the whole report; save nothing'),
    flag('--accept-set-aside', 'succeed also where rows were set aside'),
  ],
  toChange: ({ id: path, flags, actor, terminal }) => ({
    what: 'the export was imported',
    silenceTimeoutMs: longSilenceTimeoutMs,
    run: async (database, workspaceId) => {
      const { mantleApp, currency, dryRun: isDryRun = false, acceptSetAside = false } = flags
      const columns = flags.columns === undefined ? undefined : await readColumns(flags.columns)
      const imported = await runImport(() => ({
        ...{ workspaceId, actor, mantleApp, currency, columns, isDryRun, folder: readFolder(path) },
        onProgress: createProgress(terminal, describeProgress),
      }))
      const { importId, report } = imported
      const count = report.setAside.reduce((sum, row) => sum + row.count, 0)
      return {
        ...{ value: importId ?? '', record: imported, message: describeHistory(imported) },
        ...(count > 0 && !acceptSetAside && { failure: describeLeft(count, isDryRun) }),
      }

      async function runImport(toOrder: () => Omit<MantleOrder, 'appId' | 'cutOverAt'>) {
        const appId = await chooseApp(database, workspaceId, flags.app)
        const cutOverAt = await toInstant(database, workspaceId, flags.cutOver)
        try {
          return await importMantle(database, { ...toOrder(), appId, cutOverAt })
        } catch (error) {
          if (error instanceof HistoryError) throw new OperatorError(error.message)
          throw error
        }
      }
    },
  }),
})

function describeLeft(count: number, isDryRun: boolean): string {
  const rest = isDryRun ? 'would be set aside' : 'were set aside; everything else is imported'
  return `${count} rows ${rest}. Look at them, then run the command with --accept-set-aside.`
}

export const importCommands: NounPlan = {
  name: 'import',
  description: 'bring in what another platform has written down',
  commands: [mantleCommand],
}
