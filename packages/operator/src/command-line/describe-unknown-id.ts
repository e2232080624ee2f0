import type { Queryable } from '@affiliate-platform/platform/database'
import { findRecords } from '@affiliate-platform/platform/workspaces'
import { commandName } from './command-name.ts'
import { describeFound } from './describe-found.ts'

/**
 * What the operator is told of an id that no record of the wanted kind has: also what it is the id of, where it is one
 * of the workspace's records.
 */
export async function describeUnknownId(
  database: Queryable,
  workspaceId: string,
  { what, id }: { readonly what: string; readonly id: string },
): Promise<string> {
  const sentence = `The workspace has no ${what} with this id.`
  const [other] = await findRecords(database, workspaceId, id)
  if (other !== undefined) return `${sentence} It is the id of a ${other.kind} (${describeFound(other)}).`
  return `${sentence} Run ${commandName} find with an id, a name, a domain or an e-mail address to look it up.`
}
