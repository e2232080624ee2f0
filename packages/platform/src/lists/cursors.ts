import { createHmac, createSecretKey, hash, timingSafeEqual } from 'node:crypto'
import type { CursorScope, Cursors, RowPosition } from '@affiliate-platform/contract/server'

const formatVersion = 2

// version, lineage, list and filters, position, authentication code
const lineageOffset = 1
const filtersOffset = lineageOffset + 16
const positionOffset = filtersOffset + 32
const codeOffset = positionOffset + 8 + 16
const cursorBytes = codeOffset + 32

/**
 * Creates the cursors of this database: opaque text of 140 characters that only the holder of the secret can make.
 *
 * @param secretBytes - the same in every process on one database
 */
export function createCursors(secretBytes: Uint8Array): Cursors {
  // Made once: a secret handed over as bytes is imported anew at every use.
  const secret = createSecretKey(secretBytes)

  function seal(scope: CursorScope, position: RowPosition): string {
    const bytes = Buffer.alloc(cursorBytes)
    bytes[0] = formatVersion
    writeId(bytes, scope.lineageId, lineageOffset)
    hash('sha256', JSON.stringify([scope.list, scope.filters]), 'buffer').copy(bytes, filtersOffset)
    // A double holds every millisecond exactly, and any eight bytes of a forged cursor can be read as one.
    bytes.writeDoubleBE(position.sortKey, positionOffset)
    writeId(bytes, position.id, positionOffset + 8)
    const payload = bytes.subarray(0, codeOffset)
    createHmac('sha256', secret).update(payload).digest().copy(bytes, codeOffset)
    return bytes.toString('base64url')
  }

  return {
    seal,
    open(scope, cursor) {
      const bytes = Buffer.from(cursor, 'base64url')
      if (bytes.length !== cursorBytes) return undefined
      const position = readPosition(bytes)
      // The claimed position, sealed anew for this request, is the same text only when everything is right: secret,
      // scope, version, and the one canonical spelling of the bytes.
      const expected = Buffer.from(seal(scope, position))
      const sent = Buffer.from(cursor)
      return sent.length === expected.length && timingSafeEqual(sent, expected) ? position : undefined
    },
  }
}

function readPosition(bytes: Buffer): RowPosition {
  const id = bytes.toString('hex', positionOffset + 8, codeOffset)
  return {
    sortKey: bytes.readDoubleBE(positionOffset),
    id: id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
  }
}

function writeId(bytes: Buffer, id: string, offset: number): void {
  bytes.write(id.replaceAll('-', ''), offset, 'hex')
}
