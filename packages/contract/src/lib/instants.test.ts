import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { instantSchema, isDateOrInstant } from './instants.ts'

const instants = ['2026-05-31T00:00:00Z', '2028-02-29T23:59:59.999999999+14:00', '2026-05-31T00:00:00-00:30']
const dates = ['2026-05-31', '2028-02-29']
const neither = [
  '',
  'today',
  '2026-05-31T00:00Z',
  '2026-05-31T00:00:00',
  '2026-05-31 00:00:00Z',
  '2026-02-29',
  '2026-02-29T00:00:00Z',
  '2026-05-31T24:00:00Z',
  '2026-05-31Z',
  '2026-5-1',
  'P1D',
  '00:00:00',
]

// What zod's own namespace says, which the contract leaves out of every client.
test.each([...instants, ...dates, ...neither])('%j is an instant or a date as zod has it [D127]', (text) => {
  const isInstant = z.safeParse(z.iso.datetime({ offset: true }), text).success
  expect(z.safeParse(instantSchema, text).success).toBe(isInstant)
  expect(isInstant).toBe(instants.includes(text))
  expect(isDateOrInstant(text)).toBe(isInstant || z.safeParse(z.iso.date(), text).success)
  expect(isDateOrInstant(text)).toBe(!neither.includes(text))
})

test('a text that is no instant is told in words of our own, and anything else by its type [D127]', () => {
  const toFault = (value: unknown) => {
    const [issue] = z.safeParse(instantSchema, value).error?.issues ?? []
    return [issue?.code, issue?.message.slice(0, 10)]
  }
  expect(toFault('today')).toEqual(['invalid_format', 'An RFC 333'])
  expect(toFault(5)[0]).toBe('invalid_type')
})
