import type { Queryable } from '@affiliate-platform/platform/database'
import { findRecords, isPartOfId } from '@affiliate-platform/platform/workspaces'
import { commandName } from './command-name.ts'
import { describeFound } from './describe-found.ts'
import { isId } from './parse-value.ts'

/**
 * What the operator is told of an id that no record of the wanted kind has: also what it is the id of, where it is one
 * of the workspace's records.
 */
export async function describeUnknownId(
  database: Queryable,
  workspaceId: string,
  { what, id }: { readonly what: string; readonly id: string },
): Promise<string> {
  const isOfId = isId(id) || isPartOfId(id.toLowerCase())
  const sentence = `The workspace has no ${what} with this ${isOfId ? 'id' : 'reference'}.`
  const [other] = await findRecords(database, workspaceId, id)
  if (other !== undefined) {
    return `${sentence} It ${isOfId ? 'is the id of' : 'leads to'} a ${other.kind} (${describeFound(other)}).`
  }
  return `${sentence} Run ${commandName} find with an id, a name, a reference, a domain or an e-mail address to look it up.`
}
