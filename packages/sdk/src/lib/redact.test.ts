import { describe, expect, test } from 'vitest'
import { createRedact } from './redact.ts'

const redact = createRedact(['a.b+c@example.com', 'say "hi"', 'ab', undefined])

describe('createRedact', () => {
  test.each([
    ['as it is', 'x a.b+c@example.com y', 'x [redacted] y'],
    ['in other letter case', 'A.B+C@Example.com', '[redacted]'],
    ['in a URL', 'q=a.b%2Bc%40example.com', 'q=[redacted]'],
    ['in a query', 'q=say+%22hi%22', 'q=[redacted]'],
    ['in JSON inside a text', '{"name":"say \\"hi\\""}', '{"name":"[redacted]"}'],
  ])('hides a secret %s', (_, text, redacted) => {
    expect(redact(text)).toBe(redacted)
  })

  test('does not take its dots for any character, and leaves very short texts', () => {
    expect(redact('aXb+c@example.com ab')).toBe('aXb+c@example.com ab')
  })

  test('hides secrets in names and values at any depth', () => {
    const value = { list: [{ 'a.b+c@example.com': ['a.b+c@example.com', 1, null] }] }

    expect(redact(value)).toEqual({ list: [{ '[redacted]': ['[redacted]', 1, null] }] })
  })

  test('drops what lies too deep', () => {
    let deep: unknown = 'a.b+c@example.com'
    for (let level = 0; level < 5000; level += 1) deep = [deep]

    expect(JSON.stringify(redact(deep))).toBe(`${'['.repeat(20)}"[dropped]"${']'.repeat(20)}`)
  })
})
