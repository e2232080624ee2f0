import type { Queryable } from '@affiliate-platform/platform/database'
import { findNamed, type NameScope } from '@affiliate-platform/platform/workspaces'

interface Named {
  readonly id: string
  readonly name: string
}

/** Adds the ids of the others that are called alike, if any are: the interface allows it. */
export async function withNamesakes<Record extends Named>(
  database: Queryable,
  kind: 'program' | 'group',
  { record, scope }: { readonly record: Record | undefined; readonly scope: NameScope },
): Promise<(Record & { readonly namesakes?: readonly string[] }) | undefined> {
  if (record === undefined) return undefined
  const alike = await findNamed(database, kind, { name: record.name, scope })
  const namesakes = alike.map(({ id }) => id).filter((id) => id !== record.id)
  return namesakes.length === 0 ? record : { ...record, namesakes }
}

/** Says which others are called alike, if any are, and what follows from it. */
export function describeNamesakes(
  kind: 'program' | 'group',
  namesakes: readonly string[] | undefined,
  rename: string,
): string {
  if (namesakes === undefined) return ''
  const others = namesakes.length === 1 ? `Another ${kind} has` : `${namesakes.length} other ${kind}s have`
  return ` ${others} this name too: ${namesakes.join(', ')}. Commands now take their ids in place of the name; ${rename} changes it.`
}
