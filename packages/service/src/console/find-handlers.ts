import type { consoleOperations } from '@affiliate-platform/contract/console'
import type { Handlers } from '@affiliate-platform/contract/server'
import { listApps } from '@affiliate-platform/platform/apps'
import type { RequestContext } from '@affiliate-platform/platform/database'
import { type Account, listOperators } from '@affiliate-platform/platform/people'
import {
  findByPartOfName,
  findSeenRecords,
  isPartOfId,
  listNamedRecords,
} from '@affiliate-platform/platform/workspaces'

type FindOperations = Pick<typeof consoleOperations, 'findAnything'>

const itemsMax = 50
const appsMax = 10

/** Finds whatever a text leads to. What it reads takes its turn among the requests of the workspace. */
export const findHandlers = {
  findAnything: async ({ caller: { workspaceId, scopes }, context: { database }, query: { text } }) => {
    const [accounts, apps] = await Promise.all([
      listOperators(database, workspaceId),
      listApps(database, workspaceId, { after: undefined, limit: appsMax }),
    ])
    // No screen shows the contacts of shops; the addresses of payees are in the files of who moves money.
    const sought = { text, seesContacts: false, seesPayeeAddresses: scopes.includes('money:write') }
    const [records, ...byParts] = await Promise.all([
      findSeenRecords(database, workspaceId, sought),
      ...apps.map(({ id: appId }) => findByPartOfName(database, { workspaceId, appId }, text)),
    ])
    const people = accounts.filter((account) => isMeant(account, text.toLowerCase())).map(toPerson)
    const found = [...people, ...records, ...byParts.flat()]
    const each = [...new Map(found.map((item) => [`${item.kind} ${item.id}`, item])).values()]
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
