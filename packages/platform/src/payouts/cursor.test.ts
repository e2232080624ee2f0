import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CursorScope, openCursor, sealCursor, type Walk } from './cursor.ts'

const secret = createSecretKey(Buffer.alloc(32, 7))

const scope: CursorScope = {
  section: 'payouts',
  lineageId: '01890a5d-ac96-774b-bcce-b302099a8057',
  filters: { programId: '01890a5d-ac96-774b-bcce-b302099a8058', fromMs: 1000, search: 'gold' },
}

const walk: Walk = {
  position: { createdAtMs: 1_760_000_000_123, id: '01890a5d-ac96-774b-bcce-b302099a8059' },
  upperBound: { createdAtMs: 1_770_000_000_456, id: 'ffffffff-ffff-4fff-bfff-ffffffffffff' },
}

const cursor = sealCursor(secret, scope, walk)

const open = (text: string) => openCursor(secret, scope, text)

describe('a cursor', () => {
  it('gives back the walk it was sealed with [D26]', () => {
    expect(open(cursor)).toEqual(walk)
  })

  it('gives back any walk, also of times before 1970 and after the year 9999 [D26]', () => {
    const position = fc.record({ createdAtMs: fc.maxSafeInteger(), id: fc.uuid() })
    fc.assert(
      fc.property(fc.record({ position, upperBound: position }), (anyWalk) => {
        expect(open(sealCursor(secret, scope, anyWalk))).toEqual(anyWalk)
      }),
    )
  })

  it('is plain text for a URL, shorter than 300 characters, whatever the filters [D26]', () => {
    const long = sealCursor(secret, { ...scope, filters: { search: 'ß'.repeat(120) } }, walk)
    for (const text of [cursor, long]) expect(text).toMatch(/^[\w-]{174}$/)
  })

  it('is the same in whatever order the filters come [D26]', () => {
    const { programId, fromMs, search } = scope.filters as Record<string, string>
    expect(sealCursor(secret, { ...scope, filters: { search, fromMs, programId } as never }, walk)).toBe(
      cursor,
    )
  })

  it.each<[string, KeyObject, CursorScope]>([
    ['secret', createSecretKey(Buffer.alloc(32, 8)), scope],
    ['credential', secret, { ...scope, lineageId: '01890a5d-ac96-774b-bcce-b302099a8060' }],
    ['filter value', secret, { ...scope, filters: { ...scope.filters, search: 'Gold' } }],
    ['further filter', secret, { ...scope, filters: { ...scope.filters, status: 'voided' } }],
    ['missing filter', secret, { ...scope, filters: {} }],
    ['filter of another type', secret, { ...scope, filters: { ...scope.filters, fromMs: '1000' } }],
  ])('is refused under another %s [4.2-2] [D26]', (_difference, otherSecret, otherScope) => {
    expect(openCursor(otherSecret, otherScope, cursor)).toBeUndefined()
  })

  it('is refused with any single bit of its bytes flipped [D26]', () => {
    const bytes = Buffer.from(cursor, 'base64url')
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const forged = Buffer.from(bytes)
      forged.writeUInt8(forged.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
      expect(open(forged.toString('base64url')), `bit ${bit}`).toBeUndefined()
    }
  })

  it('is refused with any single character replaced, removed or added [D26]', () => {
    for (let at = 0; at < cursor.length; at += 1) {
      const [head, tail] = [cursor.slice(0, at), cursor.slice(at + 1)]
      const other = cursor[at] === 'A' ? 'B' : 'A'
      for (const forged of [head + other + tail, head + tail, head + other + cursor.slice(at)]) {
        expect(open(forged), `character ${at}`).toBeUndefined()
      }
    }
  })

  it('is refused in every other spelling of the same bytes [D26]', () => {
    // The last character holds two bits of the cursor and four spare ones.
    const spellings = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_']
      .map((last) => cursor.slice(0, -1) + last)
      .filter(
        (text) => text !== cursor && Buffer.from(text, 'base64url').equals(Buffer.from(cursor, 'base64url')),
      )
    expect(spellings).toHaveLength(15)
    const base64 = Buffer.from(cursor, 'base64url').toString('base64')
    for (const text of [...spellings, base64, `${cursor}=`, `${cursor}==`, ` ${cursor}`, `${cursor}\n`]) {
      expect(open(text)).toBeUndefined()
    }
  })

  it.each([
    ['version', 0],
    ['section', 1],
  ])('is refused with another %s, even when rightly signed [D26]', (_field, at) => {
    const payload = Buffer.from(cursor, 'base64url').subarray(0, -32)
    payload.writeUInt8(2, at)
    const code = createHmac('sha256', secret).update(payload).digest()
    expect(open(Buffer.concat([payload, code]).toString('base64url'))).toBeUndefined()
  })

  it('is refused without a fault whatever the text is [D26]', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 1500 }),
      fc
        .uint8Array({ minLength: 130, maxLength: 130 })
        .map((bytes) => Buffer.from(bytes).toString('base64url')),
    )
    fc.assert(fc.property(texts, (text) => open(text) === undefined))
    expect(open(Buffer.alloc(130, 0xff).toString('base64url'))).toBeUndefined()
  })
})
