import { z } from 'zod'
import { PartnerApiError } from './partner-api-error.ts'

export interface ConnectionPage {
  readonly nodes: readonly Readonly<Record<string, unknown>>[]
  /** Where the next page begins; null after the last one. */
  readonly cursor: string | null
}

// There is no endCursor: the last edge's is the one to go on from.
const connectionSchema = z.object({
  edges: z.array(z.object({ cursor: z.string().min(1), node: z.record(z.string(), z.unknown()) })),
  pageInfo: z.object({ hasNextPage: z.boolean() }),
})

/**
 * Walks a connection page by page in memory that does not grow.
 *
 * @param readPage - reads the page after a cursor, always with the same filters
 * @param after - the cursor to go on from; null for the beginning
 * @throws PartnerApiError where a page has not its shape, or the cursors go in a circle
 */
export async function* walkConnection(
  readPage: (after: string | undefined) => Promise<unknown>,
  after: string | null,
): AsyncGenerator<ConnectionPage> {
  const isRepeated = createCircleCheck(after)
  for (let cursor = after; ; ) {
    const page = readConnection(await readPage(cursor ?? undefined))
    if (page.cursor !== null && isRepeated(page.cursor)) {
      throw new PartnerApiError(
        'cursor_repeated',
        'The Partner API repeated a cursor; paging would never end.',
      )
    }
    yield page
    if (page.cursor === null) return
    cursor = page.cursor
  }
}

function readConnection(connection: unknown): ConnectionPage {
  const read = connectionSchema.safeParse(connection)
  if (!read.success) throw new PartnerApiError('unreadable', 'A page of the Partner API is incomplete.')
  const { edges, pageInfo } = read.data
  const cursor = edges.at(-1)?.cursor ?? null
  if (pageInfo.hasNextPage && cursor === null) {
    throw new PartnerApiError('unreadable', 'The Partner API sent an empty page and says that more follows.')
  }
  return { nodes: edges.map(({ node }) => node), cursor: pageInfo.hasNextPage ? cursor : null }
}

/** Brent's way: one remembered cursor, moved at each power of two, meets a circle of any length. */
function createCircleCheck(first: string | null): (cursor: string) => boolean {
  let remembered = first
  let previous = first
  let stepsLeft = 1
  let steps = 1
  return (cursor) => {
    if (cursor === remembered || cursor === previous) return true
    previous = cursor
    stepsLeft -= 1
    if (stepsLeft === 0) {
      remembered = cursor
      steps *= 2
      stepsLeft = steps
    }
    return false
  }
}
