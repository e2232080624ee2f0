import { type ListedImport, listHistoryImports } from '@affiliate-platform/platform/history'
import { formatCount } from '../command-line/format-count.ts'
import { list } from '../command-line/list-command.ts'

export const historyListCommand = list()({
  description:
    'list the imports of other platforms, the newest first: what, when, by whom and what came of it',
  examples: ['import list', 'import list --json'],
  find: ({ database, workspaceId, page }) => listHistoryImports(database, workspaceId, page),
  toAfter: ({ importId }) => importId,
  first: ['state', 'source', 'name'],
  idColumn: 'importId',
  toTableRow: (row: ListedImport) => {
    const { importId, source, name, sha256, cutOverAt, actor, createdAt, added, setAside } = row
    const counts = added.map(({ kind, count }) => formatCount(count, kind)).join(', ')
    const state = toState(row)
    return { importId, state, source, name, sha256, cutOverAt, actor, createdAt, added: counts, setAside }
  },
})

function toState({ completedAt, undoneAt, undoneBy, undoneBecause }: ListedImport): string {
  if (undoneAt !== null) return `undone by ${undoneBy}: ${undoneBecause}`
  return completedAt === null ? 'not complete' : 'complete'
}
