import { expect, test } from 'vitest'
import { InvalidResponseError } from '../errors/errors.ts'
import { createRecordsList } from './records-list.ts'

/** A list whose page of each number has the given rows, and always another after it. */
function createEndlessList(rowsOf: (page: number) => readonly string[]) {
  let pages = 0
  const list = createRecordsList<string>(
    {},
    {
      operation: 'listPayouts',
      readPage: async () => {
        pages += 1
        return { items: rowsOf(pages), nextCursor: `cursor-${pages}` }
      },
    },
  )
  return { list, sent: () => pages }
}

test('a walk over empty pages alone ends, however new their cursors are [2.5-nextCursor] [D209]', async () => {
  const { list, sent } = createEndlessList(() => [])

  const error = await list.toArray({ limit: 1 }).catch((thrown: unknown) => thrown)

  expect(error).toBeInstanceOf(InvalidResponseError)
  expect(error).toMatchObject({
    code: 'endless_pages',
    operation: 'listPayouts',
    issues: [{ pointer: '/nextCursor' }],
  })
  expect(sent()).toBe(10_000)
})

test('a row in between begins the count anew [2.5-nextCursor] [D209]', async () => {
  const { list, sent } = createEndlessList((page) => (page % 9999 === 0 ? ['row'] : []))

  expect(await list.toArray({ limit: 3 })).toHaveLength(3)
  expect(sent()).toBe(3 * 9999)
})
