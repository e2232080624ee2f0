import { expect, test } from 'vitest'
import type { Queryable } from '../database/statements/database.ts'
import { hashApiKey } from './api-key.ts'
import { createCredentialSearch } from './find-credential.ts'

const keys = (count: number, name = 'own') => Array.from({ length: count }, (_, index) => `${name} ${index}`)

/** A search through a database with these keys. It notes how many keys each statement was for. */
function createSearch(known: readonly string[]) {
  const hashes = new Set(known.map((key) => hashApiKey(key).toString('hex')))
  const asked: number[] = []
  let nowMs = 0
  const query: Queryable['query'] = async ({ name }, values) => {
    const isAtHome = name === 'credential_find_at_home'
    if (isAtHome) expect(values[0]).toBe('home')
    const wanted = (isAtHome ? [values[1]] : values[0]) as readonly Buffer[]
    asked.push(wanted.length)
    const rows = wanted
      .map((hash) => ({
        workspaceId: 'home',
        hash: hash.toString('hex'),
        readAt: new Date(nowMs),
        isUseStale: false,
      }))
      .filter(({ hash }) => hashes.has(hash))
    return Object(rows)
  }
  const find = createCredentialSearch({ query }, () => nowMs)
  return { find, asked, advance: (byMs: number) => (nowMs += byMs) }
}

test('remembers whose keys are, however many were used since [D251] [D418]', async () => {
  const own = keys(12_000)
  const { find, asked, advance } = createSearch(own)
  expect(await Promise.all(own.map(find))).not.toContain(undefined)
  advance(2000)
  asked.length = 0
  // A guess goes at once, and the next ones wait; a key that was found before does not.
  const guesses = keys(5, 'guess').map(find)
  for (const key of own.slice(0, 2)) expect(await find(key)).toBeDefined()
  expect(asked).toEqual([1, 1, 1])
  expect(await Promise.all(guesses)).not.toContainEqual(expect.anything())
})
