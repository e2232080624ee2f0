import { type HistorySetAsideRow, listHistorySetAside } from '@affiliate-platform/platform/history'
import { list } from '../command-line/list-command.ts'
import { UsageError } from '../command-line/operator-error.ts'
import { isId } from '../command-line/parse-value.ts'
import { formatSum } from '../payouts/signed-money.ts'

export const setAsideCommand = list()({
  name: 'set-aside',
  description: 'list the rows that imports have not taken, and why, with their files and places',
  examples: ['import set-aside', 'import set-aside --csv'],
  parseAfter: (name) => (text) => {
    if (isId(text.split('/')[0] ?? '')) return text
    throw new UsageError(`${name}: What the previous list printed.`)
  },
  find: ({ database, workspaceId, page }) => listHistorySetAside(database, workspaceId, page),
  toAfter: ({ importId, kind, sourceId }) => `${importId}/${kind}/${sourceId}`,
  first: ['kind', 'reason', 'amount'],
  idColumn: 'sourceId',
  toTableRow: ({ amountMinor, currency, ...row }: HistorySetAsideRow) => ({
    ...row,
    amount: amountMinor === null || currency === null ? '' : formatSum(BigInt(amountMinor), currency),
  }),
})
