import { expect, test } from 'vitest'
import { hasDuplicateMember } from './has-duplicate-member.ts'

test.each([
  ['{"a":1,"a":1}', true],
  ['{"a":1,"\\u0061":2}', true],
  ['[{"b":{"a":1}},{"a":{"c":1,"d":2,"c":3}}]', true],
  ['{"a":{"a":1},"b":[{"a":1},{"a":1}]}', false],
  ['{"a":"b","b":"a","c":"\\":"}', false],
  ['{"a":"{","b":"}","\\"":1,"\\\\":2}', false],
  ['"a"', false],
  ['{"__proto__":1,"constructor":2}', false],
])('finds in %s a member that is there twice: %s [D68]', (json, expected) => {
  JSON.parse(json)
  expect(hasDuplicateMember(json)).toBe(expected)
})

test('takes a body as deep as may be [D68]', () => {
  const body = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`
  expect(hasDuplicateMember(body)).toBe(false)
})
