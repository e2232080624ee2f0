import { operations } from '@affiliate-platform/contract'
import { listApps } from '@affiliate-platform/platform/apps'
import { type Database, readDatabaseTime } from '@affiliate-platform/platform/database'
import { recordSources } from '@affiliate-platform/platform/record-sources'
import * as z from 'zod'
import type { AddCommand } from '../command-line/act.ts'
import type { DatabaseFlags } from '../command-line/database-command.ts'
import { rowsMax } from '../command-line/parse-value.ts'
import { show } from '../command-line/show-command.ts'
import { formatCard, formatTable, isIdName } from '../command-line/table.ts'
import { toRuleColumns } from './describe-rules.ts'

type Read = 'getProgram' | 'getGroup' | 'getMembership'

/** Makes the command that shows what has terms, as the interface does: with those that apply and all versions of its own. */
export function showWithTerms(id: Read, further: (id: string, flags: DatabaseFlags) => string): AddCommand {
  const { record: noun } = operations[id]
  return show()({
    name: 'show',
    of: noun,
    description: `show a ${noun}, and every version of its terms`,
    examples: [`${noun}s show "$${noun}"`, `${noun}s show "$${noun}" --json`],
    find: async ({ database, workspaceId, id: recordId, flags, terminal: { columns } }) => {
      const found = await findInApps(database, id, { workspaceId, recordId })
      if (found === undefined) return undefined
      const text = describe(id, found, { now: await readDatabaseTime(database), columns })
      return { record: found, text, message: flags.json ? undefined : further(recordId, flags) }
    },
  })
}

/** A record is read within its app, which whoever has its id need not know. */
async function findInApps(
  database: Database,
  id: Read,
  { workspaceId, recordId }: { readonly workspaceId: string; readonly recordId: string },
): Promise<object | undefined> {
  for (const { id: appId } of await listApps(database, workspaceId, { after: undefined, limit: rowsMax })) {
    const request = { app: { workspaceId, appId }, id: recordId, query: {} }
    const found = await recordSources[id]({ database, nowMs: undefined }, request)
    if (found !== undefined) return found
  }
  return undefined
}

/** What it is called comes first, ids last. */
function toRank(member: string): number {
  if (isIdName(member)) return 2
  return /name$/i.test(member) ? 0 : 1
}

interface Screen {
  readonly now: Date
  readonly columns: number | undefined
}

function describe(id: Read, found: object, { now, columns }: Screen): string {
  const record = z.parse(operations[id].response, found)
  const { kind: _kind, terms, name, createdAt, termsInForce, ...members } = { termsInForce: null, ...record }
  const own = { ...members, [id === 'getProgram' ? 'name' : 'program']: name, createdAt: new Date(createdAt) }
  const card = Object.fromEntries(
    Object.entries(own).toSorted(([one], [other]) => toRank(one) - toRank(other)),
  )
  const versions = terms.items.map(({ rules, effectiveAt, createdAt: savedAt, ...version }) => ({
    ...version,
    ...{ effectiveAt: new Date(effectiveAt), createdAt: new Date(savedAt), ...toRuleColumns(rules) },
  }))
  const table = formatTable(versions, { columns, first: ['state', 'effectiveAt', 'rate'] })
  const parts = [formatCard(card, now)]
  if (termsInForce !== null) {
    const { from, effectiveAt, rules } = termsInForce
    parts.push(`terms of the ${from} apply, from ${effectiveAt}\n${formatCard(toRuleColumns(rules), now)}`)
  }
  const { items, total } = terms
  const more = total > items.length ? `, the latest ${items.length} of ${total}: see terms history` : ''
  parts.push(
    total === 0 ? 'It has no terms of its own.\n' : `versions of its own terms${more}\n${table.text}`,
  )
  return parts.join('\n')
}
