import { longSilenceTimeoutMs } from '@affiliate-platform/platform/database'
import {
  dependentTexts,
  HistoryError,
  type HistoryUndoing,
  undoHistory,
} from '@affiliate-platform/platform/history'
import { required } from '../command-line/act.ts'
import { change } from '../command-line/change-command.ts'
import { OperatorError } from '../command-line/operator-error.ts'
import { parseText } from '../command-line/parse-value.ts'
import { createProgress } from '../command-line/progress.ts'
import { describeHistoryProgress } from './describe-history.ts'

const remedies = {
  unknown_import: 'The workspace has no such import. See import list.',
  not_complete: 'The import is not complete. Run it again first, with the same flags.',
  undone_already: 'The import has been undone already.',
} as const

export const historyUndoCommand = change<{ readonly reason: string }>()({
  name: 'undo',
  of: 'import',
  description:
    'undo an import while nothing depends on it: its members are closed, its commissions taken back, its payouts voided',
  examples: ['import undo "$import" --reason "it was the export of last month" --as noa'],
  options: [required('--reason <text>', 'why', parseText)],
  toChange: ({ id: importId, flags: { reason }, actor, terminal }) => ({
    what: 'the import was undone',
    silenceTimeoutMs: longSilenceTimeoutMs,
    run: async (database, workspaceId) => {
      const onProgress = createProgress(terminal, describeHistoryProgress)
      const undo = { workspaceId, importId, reason, actor, onProgress }
      const undone = await undoHistory(database, undo).catch((error: unknown) => {
        throw error instanceof HistoryError ? new OperatorError(error.message) : error
      })
      if (!undone.ok) throw new OperatorError(describeRejection(undone))
      const message =
        'The import is undone: its programs and members are closed, its referrals ended, its commissions taken back and its payouts voided.'
      return { value: importId, record: { importId }, message }
    },
  }),
})

function describeRejection(undone: HistoryUndoing & { readonly ok: false }): string {
  if (undone.rejection !== 'depended_on') return remedies[undone.rejection]
  const named = undone.dependents.map(({ kind, id }) => `  ${id}: ${dependentTexts[kind]}`)
  return ['Nothing was undone. This depends on the import:', ...named].join('\n')
}
