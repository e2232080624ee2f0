import { createHmac } from 'node:crypto'
import type { CursorScope } from '@affiliate-platform/contract/server'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCursors } from './cursors.ts'

const secret = Buffer.alloc(32, 7)
const cursors = createCursors(secret)

const scope: CursorScope = {
  list: 'payouts',
  lineageId: '01890a5d-ac96-774b-bcce-b302099a8057',
  filters: [
    ['fromMs', 1000],
    ['programId', '01890a5d-ac96-774b-bcce-b302099a8058'],
    ['search', 'gold'],
  ],
}

const position = { sortKey: 1_760_000_000_123, id: '01890a5d-ac96-774b-bcce-b302099a8059' }

const cursor = cursors.seal(scope, position)

const open = (text: string) => cursors.open(scope, text)

describe('a cursor', () => {
  it('gives back the position it was sealed with [D26]', () => {
    expect(open(cursor)).toEqual(position)
  })

  it('gives back any position, even of times before 1970 and after the year 9999 [D26]', () => {
    fc.assert(
      fc.property(fc.record({ sortKey: fc.maxSafeInteger(), id: fc.uuid() }), (anyPosition) => {
        expect(open(cursors.seal(scope, anyPosition))).toEqual(anyPosition)
      }),
    )
  })

  it('is plain text for a URL, shorter than 300 characters, whatever the filters [D26]', () => {
    const long = cursors.seal({ ...scope, filters: [['search', 'ß'.repeat(120)]] }, position)
    for (const text of [cursor, long]) expect(text).toMatch(/^[\w-]{140}$/)
  })

  it.each<[string, Uint8Array, CursorScope]>([
    ['secret', Buffer.alloc(32, 8), scope],
    ['list', secret, { ...scope, list: 'programs' }],
    ['credential', secret, { ...scope, lineageId: '01890a5d-ac96-774b-bcce-b302099a8060' }],
    ['filter value', secret, { ...scope, filters: [['search', 'Gold']] }],
    ['further filter', secret, { ...scope, filters: [...scope.filters, ['status', 'voided']] }],
    ['missing filter', secret, { ...scope, filters: [] }],
    [
      'filter of another type',
      secret,
      { ...scope, filters: [['fromMs', '1000'], ...scope.filters.slice(1)] },
    ],
  ])('is rejected under another %s [4.2-2] [D26]', (_difference, otherSecret, otherScope) => {
    expect(createCursors(otherSecret).open(otherScope, cursor)).toBeUndefined()
  })

  it('is rejected with any single bit of its bytes flipped [D26]', () => {
    const bytes = Buffer.from(cursor, 'base64url')
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const forged = Buffer.from(bytes)
      forged.writeUInt8(forged.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
      expect(open(forged.toString('base64url')), `bit ${bit}`).toBeUndefined()
    }
  })

  it('is rejected with any single character replaced, removed or added [D26]', () => {
    for (let at = 0; at < cursor.length; at += 1) {
      const [head, tail] = [cursor.slice(0, at), cursor.slice(at + 1)]
      const other = cursor[at] === 'A' ? 'B' : 'A'
      for (const forged of [head + other + tail, head + tail, head + other + cursor.slice(at)]) {
        expect(open(forged), `character ${at}`).toBeUndefined()
      }
    }
  })

  it('is rejected in every other spelling of the same bytes [D26]', () => {
    const base64 = Buffer.from(cursor, 'base64url').toString('base64')
    for (const text of [`${cursor}=`, `${cursor}==`, ` ${cursor}`, `${cursor}\n`]) {
      expect(Buffer.from(text, 'base64url').toString('base64')).toBe(base64)
      expect(open(text)).toBeUndefined()
    }
  })

  it('is rejected with another version, even when rightly signed [D26]', () => {
    const payload = Buffer.from(cursor, 'base64url').subarray(0, -32)
    payload.writeUInt8(1, 0)
    const code = createHmac('sha256', secret).update(payload).digest()
    expect(open(Buffer.concat([payload, code]).toString('base64url'))).toBeUndefined()
  })

  it('is rejected without a fault whatever the text is [D26]', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 1500 }),
      fc
        .uint8Array({ minLength: 105, maxLength: 105 })
        .map((bytes) => Buffer.from(bytes).toString('base64url')),
    )
    fc.assert(fc.property(texts, (text) => open(text) === undefined))
    expect(open(Buffer.alloc(105, 0xff).toString('base64url'))).toBeUndefined()
  })
})
