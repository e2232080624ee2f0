import { type ListOperation, listOperations } from '@affiliate-platform/contract'
import { type Database, newId, type Statement } from '@affiliate-platform/platform/database'
import { listSources } from '@affiliate-platform/platform/list-sources'

/** Finds the table of a list's records in what its pages read: it need not be called as the list is. */
export async function findTable(name: ListOperation['name']): Promise<string> {
  const list = listOperations.find((each) => each.name === name)
  if (list === undefined) throw new Error(`There is no list of ${name}.`)
  const texts: string[] = []
  const query: Database['query'] = Object.assign(async ({ text }: Statement) => {
    texts.push(text)
    return []
  })
  const app = { workspaceId: newId(), appId: newId() }
  await listSources[list.id].listRows(
    { database: Object.assign({ query }), nowMs: undefined },
    { app, query: { limit: 1 }, after: undefined },
  )
  const [, table] = /from (\w+) record\b/.exec(texts.join()) ?? []
  if (table === undefined) throw new Error(`The page of ${name} reads no table.`)
  return table
}
