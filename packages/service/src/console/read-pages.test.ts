import type { ListSource } from '@affiliate-platform/contract/server'
import type { RequestContext } from '@affiliate-platform/platform/database'
import { createCursors } from '@affiliate-platform/platform/lists'
import { describe, expect, test } from 'vitest'
import { type Asked, type OpenList, readFullPage } from './read-pages.ts'

const checkedMax = 400
const toId = (number: number) => `${number}`.padStart(8, '0')

/** Rows by their number, of which every `each`-th matches: a look checks so many as a filtered list of the interface. */
function createList({ length, each }: { readonly length: number; readonly each: number }) {
  const looks: number[] = []
  const source: ListSource<number, RequestContext> = {
    areFiltersAccessible: async () => true,
    listRows: async (_context, { query: { limit }, after }) => {
      looks.push(limit)
      const from = after === undefined ? 0 : after.sortKey + 1
      const checked = Array.from({ length: Math.min(checkedMax, length - from) }, (_, index) => from + index)
      const rows = checked.filter((number) => number % each === 0).slice(0, limit + 1)
      const end = from + checked.length
      const isCut = rows.length <= limit && end < length
      return { rows, endsAt: isCut ? { sortKey: end - 1, id: toId(end - 1) } : undefined }
    },
    toPosition: (number) => ({ sortKey: number, id: toId(number) }),
    toSummary: () => ({}),
  }
  const app = { workspaceId: toId(1), appId: toId(2) }
  const list: OpenList<number> = { name: 'numbers', source, app, cursors: createCursors(Buffer.alloc(32, 7)) }
  const read = async (cursor?: string) =>
    await readFullPage(list, {
      caller: { lineageId: toId(3) },
      context: {},
      query: { limit: 50, ...(cursor !== undefined && { cursor }) },
    } as unknown as Asked)
  return { looks, read }
}

describe('a page that a person sees', () => {
  test('ends after 20 looks, and the next one goes on [D480]', async () => {
    const { looks, read } = createList({ length: 40_000, each: 300 })
    const first = await read()
    expect(first.rows).toEqual(Array.from({ length: 27 }, (_, index) => index * 300))
    expect(looks).toHaveLength(20)
    const { rows } = await read(first.nextCursor ?? undefined)
    expect(rows[0]).toBe(8100)
  })

  test('holds every match once [D480]', async () => {
    const { read } = createList({ length: 15_000, each: 70 })
    const pages: (readonly number[])[] = []
    for (let cursor: string | undefined, isOver = false; !isOver; ) {
      const { rows, nextCursor } = await read(cursor)
      pages.push(rows)
      cursor = nextCursor ?? undefined
      isOver = nextCursor === null
    }
    expect(pages.map(({ length }) => length)).toEqual([50, 50, 50, 50, 15])
    expect(pages.flat()).toEqual(Array.from({ length: 215 }, (_, index) => index * 70))
  })
})
