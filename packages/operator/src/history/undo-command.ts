import { longSilenceTimeoutMs } from '@affiliate-platform/platform/database'
import {
  type Dependent,
  HistoryError,
  type HistoryUndoing,
  undoHistory,
} from '@affiliate-platform/platform/history'
import { required } from '../command-line/act.ts'
import { change } from '../command-line/change-command.ts'
import { OperatorError } from '../command-line/operator-error.ts'
import { parseText } from '../command-line/parse-value.ts'
import { createProgress } from '../command-line/progress.ts'
import { describeProgress } from './describe-history.ts'

/** What depends on an import, by its kind. */
const dependentTexts: Readonly<Record<Dependent['kind'], string>> = {
  import: 'a later import, which is undone first',
  payout: 'a payout that pays what was imported',
  commission: 'a commission of a member who was imported',
  referral: 'a referral that has earned, or is a member’s who was imported',
  membership: 'a member of a program that was imported',
  group: 'a group of a program that was imported',
  link: 'a link that was followed, or is a member’s who was imported',
  evidence: 'evidence of who brought a shop',
  terms_version: 'terms that were set since',
  contract_proposal: 'a proposal of another contract',
  payee: 'how a member is paid, said since',
  payment: 'a payout that was imported, and of whose payment something was said here',
  taken_back: 'a commission of an earlier import that this one took back',
  ended: 'a referral of an earlier import that this one ended',
}

const remedies = {
  unknown_import: 'The workspace has no such import. See import list.',
  not_complete: 'The import is not complete. Run it again first, with the same flags.',
  undone_already: 'The import has been undone already.',
} as const

/** `import undo`. */
export const undoCommand = change<{ readonly reason: string }>()({
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
      const onProgress = createProgress(terminal, describeProgress)
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
