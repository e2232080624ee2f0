import { expect, test } from 'vitest'
import { rejectUnsupported } from './server-support.ts'

const good = { version: 14, encoding: 'UTF8', has_icu: true, has_schema: true, is_cluster: false }

test('accepts Postgres 14 with UTF-8 and ICU [D179]', () => {
  expect(rejectUnsupported(good)).toBeUndefined()
})

test.each([
  [{ ...good, version: 13 }, 'Postgres 13', 'Postgres 14 or newer'],
  [{ ...good, encoding: 'SQL_ASCII' }, 'SQL_ASCII', '--encoding UTF8'],
  [{ ...good, encoding: 'LATIN1' }, 'LATIN1', '--encoding UTF8'],
  [{ ...good, has_icu: false }, 'without ICU', 'built with ICU'],
  [{ ...good, has_schema: false }, 'search_path', 'reset search_path'],
])('rejects %j, and says what to do [D179]', (support, reason, remedy) => {
  const error = {
    message: expect.stringContaining(reason),
    remedy: expect.stringContaining(remedy),
  }
  expect(() => rejectUnsupported(support)).toThrow(expect.objectContaining(error))
})
