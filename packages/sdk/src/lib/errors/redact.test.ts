import { describe, expect, test } from 'vitest'
import { createRedact } from './redact.ts'

const { value: redact } = createRedact([], ['a.b+c@example.com', 'say "hi"', "Zoë O'Brien", 'ab', undefined])

describe('createRedact', () => {
  test.each([
    ['as it is', 'x a.b+c@example.com y', 'x [redacted] y'],
    ['in other letter case', 'A.B+C@Example.com', '[redacted]'],
    ['in a URL', 'q=a.b%2Bc%40example.com', 'q=[redacted]'],
    ['in a query', 'q=say+%22hi%22', 'q=[redacted]'],
    ['in a URL that escapes only some of it', 'q=a.b+c%40example.com', 'q=[redacted]'],
    ['in JSON inside a text', '{"name":"say \\"hi\\""}', '{"name":"[redacted]"}'],
    ['in JSON inside JSON', '{"name":"say \\\\\\"hi\\\\\\""}', '{"name":"[redacted]"}'],
    ['in JSON of ASCII alone', '{"name":"Zo\\u00EB O\\u0027Brien"}', '{"name":"[redacted]"}'],
    ['in HTML', '<p>Zo&euml; O&#039;Brien, Zo&#235; O&#x27;Brien</p>', '<p>[redacted], [redacted]</p>'],
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

  test('hides a secret without the white space around it', () => {
    expect(createRedact([' padded ']).value('x padded y')).toBe('x [redacted] y')
  })

  test('takes any text for a secret', () => {
    const { value: redactAny } = createRedact(['half \ud800 a pair', '\\d+', '(((', '👩‍🚀 x'])
    const text = 'half \ud800 a pair, 12, \\d+, (((, 👩‍🚀 x'

    expect(redactAny(text)).toBe('[redacted], 12, [redacted], [redacted], [redacted]')
  })

  // A search that is not linear would not end within the time of any test.
  test('ends on texts that are made to be slow', () => {
    const { value: redactSigns, name } = createRedact(['+++ 555', '\\\\\\', '&&& ###'])

    for (const unit of ['\\', '+', '&#0', '%2', '&a', 'a', 'a_', '/a']) {
      redactSigns(`${unit.repeat(1_000_000)}!`)
      name(`${unit.repeat(1_000_000)}!`)
    }
  })

  test('drops what lies too deep', () => {
    let deep: unknown = 'a.b+c@example.com'
    for (let level = 0; level < 5000; level += 1) deep = [deep]

    expect(JSON.stringify(redact(deep))).toBe(`${'['.repeat(20)}"[dropped]"${']'.repeat(20)}`)
  })
})
