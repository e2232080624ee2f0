import { operations } from '@affiliate-platform/contract'
import type { listSources } from '../../src/list-sources.ts'

/** The lists of the interface. */
export type ListId = keyof typeof listSources

/** Some filters of a list and their values. */
export type Filters = Readonly<Record<string, string | number>>

/** No filter, each single one, and each pair, in all the values that an app has for them. */
export function toFilterSets(
  id: ListId,
  values: Readonly<Record<string, readonly (string | number)[]>>,
): readonly Filters[] {
  const { filters, statuses } = operations[id]
  const singles = Object.entries<readonly (string | number)[]>({ ...values, status: statuses })
    .filter(([name]) => filters.some((filter) => filter === name.replace(/Ms$/, '')))
    .flatMap(([name, all]) => all.map((value) => ({ name, value })))
  const pairs = singles.flatMap((one, index) =>
    singles
      .slice(index + 1)
      .filter(({ name }) => name !== one.name)
      .map((other) => ({ [one.name]: one.value, [other.name]: other.value })),
  )
  return [{}, ...singles.map(({ name, value }) => ({ [name]: value })), ...pairs]
}
