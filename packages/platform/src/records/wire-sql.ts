import { limits } from '@affiliate-platform/contract'

// The members are written in the order of the contract: `json` keeps it, where `jsonb` would sort them.

/** An object of the interface as SQL, from its members as SQL. */
export function objectSql(members: Readonly<Record<string, string>>): string {
  return `json_build_object(${Object.entries(members).map(([name, sql]) => `'${name}', ${sql}`)})`
}

/** An instant of the interface: UTC to the millisecond. */
export const instantSql = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Money of the interface (2.1): nonnegative, whatever the sign is here. */
export const moneySql = (amountMinor: string, currency: string): string =>
  objectSql({ amountMinor: `abs(${amountMinor})::text`, currency })

/** The name of a program, looked up: a join may be planned as one that loses the order, or that reads every name. */
export const programNameSql = (programId: string): string =>
  `(select name from programs where workspace_id = $1 and id = ${programId})`

/** How the entries of a list within a record are found. */
export interface ListSql {
  readonly entry: Readonly<Record<string, string>>
  /** The table with its alias and condition, as after `from`. */
  readonly from: string
  /** As after `order by`. An index should have it: the list ends after its first entries. */
  readonly order: string
}

/** A list within a record as SQL: its first entries, and how many there are (D130). */
export function boundedListSql({ entry, from, order }: ListSql, total = `(select count(*) from ${from})`) {
  return objectSql({
    items: `coalesce(
      (
        select json_agg(listed.entry order by listed.place)
        from (
          select ${objectSql(entry)} as entry, row_number() over (order by ${order}) as place
          from ${from}
          order by ${order}
          limit ${limits.recordEntriesMax}
        ) listed
      ),
      '[]'::json
    )`,
    total,
  })
}
