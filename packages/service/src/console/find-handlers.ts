import type { consoleOperations } from '@affiliate-platform/contract/console'
import type { Handlers } from '@affiliate-platform/contract/server'
import type { RequestContext } from '@affiliate-platform/platform/database'
import { type Account, listOperators } from '@affiliate-platform/platform/people'
import { findSeenRecords, isPartOfId, listNamedRecords } from '@affiliate-platform/platform/workspaces'

type FindOperations = Pick<typeof consoleOperations, 'findAnything'>

const itemsMax = 50

/** Finds whatever a text leads to. What it reads takes its turn among the requests of the workspace. */
export const findHandlers = {
  findAnything: async ({ caller: { workspaceId, scopes }, context: { database }, query: { text } }) => {
    // The page of a shop shows its contact to who may erase it; the addresses of payees are in the files of who moves money.
    const sought = {
      text,
      seesContacts: scopes.includes('shops:write'),
      seesPayeeAddresses: scopes.includes('money:write'),
    }
    const [accounts, records] = await Promise.all([
      listOperators(database, workspaceId),
      findSeenRecords(database, workspaceId, sought),
    ])
    const people = accounts.filter((account) => isMeant(account, text.toLowerCase())).map(toPerson)
    const each = [...people, ...records]
    const shown = each.slice(0, itemsMax)
    const owners = await listNamedRecords(
      database,
      workspaceId,
      shown.flatMap(({ of }) => of?.id ?? []),
    )
    const nameOf = new Map(owners.map(({ id, name }) => [id, name]))
    const items = shown.map(({ createdAt, of, ...item }) => ({
      ...item,
      of: of && { ...of, name: nameOf.get(of.id) ?? null },
      createdAt: createdAt.toISOString(),
    }))
    return { value: { items, isCut: each.length > itemsMax } }
  },
} satisfies Handlers<FindOperations, RequestContext>

function isMeant({ id, name, email }: Account, text: string): boolean {
  const isById = id === text || (isPartOfId(text) && (id.startsWith(text) || id.endsWith(text)))
  return isById || email === text || name.toLowerCase().includes(text)
}

const toPerson = ({ id, name, role, createdAt }: Account) => ({
  ...{ kind: 'person' as const, id, name, of: null, createdAt },
  detail: role ?? 'no role',
})
