import { expect, it } from 'vitest'
import { buildPassWindow } from './pass-window.ts'

const now = new Date('2026-09-01T00:00:00Z')
const watermark = '2026-08-31T12:00:00.000001Z'

it.each([
  ['recent', watermark, '2026-08-28T12:00:00.000Z'],
  ['weekly', watermark, '2026-07-03T00:00:00.000Z'],
  ['weekly', '2026-01-04T00:00:00.000000Z', '2026-01-01T00:00:00.000Z'],
  ['all', watermark, undefined],
  ['recent', null, undefined],
] as const)('begins a %s pass with the watermark %s at %s', (pass, before, createdAtMin) => {
  expect(buildPassWindow(pass, before, now)).toEqual({
    createdAtMin,
    createdAtMax: '2026-09-01T00:00:00.000Z',
  })
})
