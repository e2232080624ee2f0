import { backfill } from './backfill.ts'
import { depth } from './depth.ts'
import { evidence } from './evidence.ts'
import { hook } from './hook.ts'
import { list } from './list.ts'
import { money } from './money.ts'
import { redirect } from './redirect.ts'
import { rejections } from './rejections.ts'
import { sdk } from './sdk.ts'
import { lists } from './sections.ts'
import { start } from './start.ts'
import type { Suite } from './suite.ts'
import { terms } from './terms.ts'
import { walk } from './walk.ts'

/** Every suite, in the order of the summary. */
export const suites: readonly Suite[] = [
  list,
  lists,
  terms,
  depth,
  ...evidence,
  ...rejections,
  redirect,
  ...sdk,
  walk,
  hook,
  backfill,
  ...money,
  start,
]

/**
 * Finds the suites of a name: one, or a group of them by the part before the hyphen.
 *
 * @returns none for an unknown name; all for `all`
 */
export function findSuites(name: string): readonly Suite[] {
  if (name === 'all') return suites
  return suites.filter((suite) => suite.name === name || suite.name.startsWith(`${name}-`))
}
