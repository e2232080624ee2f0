import { createHmac, hash, type KeyObject, timingSafeEqual } from 'node:crypto'

/** Where a row stands in a list that runs newest first by (creation time, id). */
export interface RowPosition {
  /** Milliseconds since 1970. */
  readonly createdAtMs: number
  readonly id: string
}

/** A walk through a list, between two of its pages. */
export interface Walk {
  /** The last row given out: the next page begins after it. */
  readonly position: RowPosition
  /** The first row of the walk. */
  readonly upperBound: RowPosition
}

/** What a cursor is bound to (interface 4.2 rule 2). */
export interface CursorScope {
  readonly section: keyof typeof sectionBytes
  /** A rotated API key keeps its lineage, and so its cursors. */
  readonly lineageId: string
  /** Every filter of the list, normalised, without those that may change between pages. */
  readonly filters: Readonly<Record<string, string | number>>
}

const formatVersion = 1

const sectionBytes = { payouts: 1 } as const

// version, section, lineage, filters, position, upper bound, authentication code
const lineageOffset = 2
const filtersOffset = lineageOffset + 16
const positionOffset = filtersOffset + 32
const positionBytes = 8 + 16
const upperBoundOffset = positionOffset + positionBytes
const codeOffset = upperBoundOffset + positionBytes
const cursorBytes = codeOffset + 32

/**
 * Writes a cursor: opaque text of 174 characters that only the holder of the secret can make.
 *
 * @param secret - the same in every process on one database
 */
export function sealCursor(secret: KeyObject, scope: CursorScope, walk: Walk): string {
  const bytes = Buffer.alloc(cursorBytes)
  bytes[0] = formatVersion
  bytes[1] = sectionBytes[scope.section]
  writeId(bytes, scope.lineageId, lineageOffset)
  hashFilters(scope.filters).copy(bytes, filtersOffset)
  writePosition(bytes, walk.position, positionOffset)
  writePosition(bytes, walk.upperBound, upperBoundOffset)
  const payload = bytes.subarray(0, codeOffset)
  createHmac('sha256', secret).update(payload).digest().copy(bytes, codeOffset)
  return bytes.toString('base64url')
}

/**
 * Reads a cursor.
 *
 * @returns the walk to continue, or `undefined` for a cursor that was not sealed with this secret for this scope;
 *   what is wrong with it stays unknown
 */
export function openCursor(secret: KeyObject, scope: CursorScope, cursor: string): Walk | undefined {
  const bytes = Buffer.from(cursor, 'base64url')
  if (bytes.length !== cursorBytes) return undefined
  const walk = {
    position: readPosition(bytes, positionOffset),
    upperBound: readPosition(bytes, upperBoundOffset),
  }
  // The claimed walk, sealed anew for this request, is the same text only when everything is right: secret, scope,
  // version, and the one canonical spelling of the bytes.
  const expected = Buffer.from(sealCursor(secret, scope, walk))
  const sent = Buffer.from(cursor)
  return sent.length === expected.length && timingSafeEqual(sent, expected) ? walk : undefined
}

const noFiltersHash = hashEntries([])

function hashFilters(filters: CursorScope['filters']): Buffer {
  const entries = Object.entries(filters)
  if (entries.length === 0) return noFiltersHash
  return hashEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}

function hashEntries(entries: readonly (readonly [string, string | number])[]): Buffer {
  return hash('sha256', JSON.stringify(entries), 'buffer')
}

function writePosition(bytes: Buffer, { createdAtMs, id }: RowPosition, offset: number): void {
  // A double holds every millisecond exactly, and any eight bytes of a forged cursor can be read as one.
  bytes.writeDoubleBE(createdAtMs, offset)
  writeId(bytes, id, offset + 8)
}

function readPosition(bytes: Buffer, offset: number): RowPosition {
  const id = bytes.toString('hex', offset + 8, offset + positionBytes)
  return {
    createdAtMs: bytes.readDoubleBE(offset),
    id: id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
  }
}

function writeId(bytes: Buffer, id: string, offset: number): void {
  bytes.write(id.replaceAll('-', ''), offset, 'hex')
}
