import { type CursorScope, type Cursors, openCursor } from '@affiliate-platform/contract/server'

interface Asked {
  readonly cursors: Cursors
  readonly scope: CursorScope
  readonly cursor: string | undefined
}

/** Where a page goes on: with the time of the first one, and after the membership that the last one ended with. */
export function openMemberPage({ cursors, scope, cursor }: Asked) {
  const after = openCursor(cursors, scope, cursor)
  return {
    asOf: after && new Date(after.sortKey),
    /** The rows of the page, in the order of the memberships. It ends with one, never between two of its currencies. */
    take<Row extends { readonly membershipId: string }>(rows: readonly Row[], limit: number, asOf: Date) {
      const rest = rows.filter(({ membershipId }) => after === undefined || membershipId > after.id)
      const last = rest[limit - 1]
      const next = rest.findIndex((row, index) => index >= limit && row.membershipId !== last?.membershipId)
      const items = next < 0 ? rest : rest.slice(0, next)
      const id = items.at(-1)?.membershipId ?? ''
      return { items, nextCursor: next < 0 ? null : cursors.seal(scope, { sortKey: asOf.getTime(), id }) }
    },
  }
}
