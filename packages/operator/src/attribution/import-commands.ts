import { basename } from 'node:path'
import { importAnalytics, type UndoRejection, undoImport } from '@affiliate-platform/platform/attribution'
import { longSilenceTimeoutMs } from '@affiliate-platform/platform/database'
import { type AddCommand, flag, required } from '../command-line/act.ts'
import { change } from '../command-line/change-command.ts'
import { chooseApp } from '../command-line/choose-workspace.ts'
import { addCommand } from '../command-line/database-command.ts'
import { formatCount } from '../command-line/format-count.ts'
import { OperatorError } from '../command-line/operator-error.ts'
import { parseText } from '../command-line/parse-value.ts'
import { createProgress } from '../command-line/progress.ts'
import { recordFlag } from '../command-line/record-name.ts'
import { readSalesStream } from '../sales/read-sales-stream.ts'
import { describeAnalyticsProgress, describeImport } from './describe-import.ts'
import { ga4Query } from './ga4-query.ts'

interface ImportFlags {
  readonly app?: string
  readonly file: string
  readonly dryRun?: boolean
}

export const analyticsImportCommand = change<ImportFlags>()({
  name: 'import',
  description:
    'import an export of GA4 (CSV or NDJSON), and decide who brought its shops; again it adds nothing',
  examples: ['attribution import --file ga4.csv --dry-run', 'attribution import --file ga4.ndjson --json'],
  options: [
    recordFlag('app', 'app (default: the only one of the workspace)'),
    required('--file <path>', 'what the statement of attribution query exported'),
    flag('--dry-run', 'say what would be imported; save nothing'),
  ],
  toChange: ({ flags: { app, file: path, dryRun: isDryRun = false }, actor, terminal }) => ({
    what: 'the export was imported',
    silenceTimeoutMs: longSilenceTimeoutMs,
    run: async (database, workspaceId) => {
      const appId = await chooseApp(database, workspaceId, app)
      const onProgress = createProgress(terminal, describeAnalyticsProgress)
      const plan = { workspaceId, appId, actor, file: basename(path), isDryRun, onProgress }
      const remedy = 'Nothing was imported. Correct it and import the file again.'
      const run = (open: () => AsyncIterable<Uint8Array>) =>
        importAnalytics(database, { ...plan, bytes: open() })
      const report = await readSalesStream(path, run, remedy)
      return { value: report.importId ?? '', record: report, message: describeImport(report) }
    },
  }),
})

const remedies: Readonly<Record<UndoRejection, string>> = {
  unknown_import: 'The workspace has no such import. See audit list --subject analytics_import.',
  undone_already: 'The import has been undone already.',
  paid: 'was referred by what it tells, and a commission of that referral is in a payout. Nothing was undone. Void the payout first, or void single referrals: referrals void.',
  accepted:
    'has a case that a person accepted, and it is about what the import tells. Nothing was undone. Void its referral instead: referrals void.',
}

export const analyticsUndoCommand = change<{ readonly reason: string }>()({
  name: 'undo',
  of: 'import',
  description: 'undo an import of analytics while nothing depends on it: what it alone tells counts no more',
  examples: ['attribution undo "$import" --reason "it was the export of another app" --as noa'],
  options: [required('--reason <text>', 'why', parseText)],
  toChange: ({ id: importId, flags: { reason }, actor }) => ({
    silenceTimeoutMs: longSilenceTimeoutMs,
    run: async (database, workspaceId) => {
      const undone = await undoImport(database, { workspaceId, importId, reason, actor })
      if (!undone.ok) {
        throw new OperatorError(`${undone.shopDomain ?? ''} ${remedies[undone.rejection]}`.trim())
      }
      const { evidence, shops } = undone
      return {
        value: importId,
        record: { importId, evidence, shops },
        message: `The import is undone: ${formatCount(evidence, 'piece')} of evidence of ${formatCount(shops, 'shop')} no longer count.`,
      }
    },
  }),
})

export const queryCommand: AddCommand = (noun, terminal) => {
  addCommand(noun, 'query', {
    description: 'print the statement for BigQuery whose result attribution import reads',
    examples: ['attribution query > ga4.sql'],
  }).action(() => terminal.writeData(ga4Query))
}
