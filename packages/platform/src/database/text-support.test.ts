import { expect, test } from 'vitest'
import { rejectPoorText } from './text-support.ts'

const good = { encoding: 'UTF8', has_icu: true }

test('accepts UTF-8 with ICU [D179]', () => {
  expect(rejectPoorText(good)).toBeUndefined()
})

test.each([
  [{ ...good, encoding: 'SQL_ASCII' }, 'SQL_ASCII', '--encoding UTF8'],
  [{ ...good, encoding: 'LATIN1' }, 'LATIN1', '--encoding UTF8'],
  [{ ...good, has_icu: false }, 'without ICU', 'built with ICU'],
])('rejects %j, and says what to do [D179]', (support, reason, remedy) => {
  expect(() => rejectPoorText(support)).toThrow(
    expect.objectContaining({
      message: expect.stringContaining(reason),
      remedy: expect.stringContaining(remedy),
    }),
  )
})
