import type { Cursors, RowPosition } from './list-records.ts'

/** Makes cursors that this process remembers. */
export function createMemoryCursors(): Cursors {
  const sealed = new Map<string, { readonly scope: string; readonly position: RowPosition }>()
  return {
    seal: (scope, position) => {
      const cursor = crypto.randomUUID()
      sealed.set(cursor, { scope: JSON.stringify(scope), position })
      return cursor
    },
    open: (scope, cursor) => {
      const known = sealed.get(cursor)
      return known?.scope === JSON.stringify(scope) ? known.position : undefined
    },
  }
}
