import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { errorCode } from '../statements/faults.ts'

/** Thrown when an archive is not sound. Its message says what it is or has, without the file. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError'
}

/** A file or folder of an archive. */
export interface ArchiveEntry {
  /** A path of plain names, below the folders that came before it. */
  readonly name: string
  readonly kind: 'file' | 'folder'
  readonly size: number
}

/** The most that an archive may unpack to: a few megabytes of gzip can tell a disk full. */
export const unpackedBytesMax = 4 * 2 ** 30
const entriesMax = 20_000
const blockBytes = 512
const recordBytes = 20 * blockBytes
const emptyBlock = Buffer.alloc(blockBytes)

/**
 * Reads a compressed archive as the embedded engine writes one: each entry, and after it its content in pieces. Memory
 * holds one piece. Whoever reads to the end has read a sound archive; what came before a refusal is not to be used.
 *
 * @throws ArchiveError when the archive is not sound, or larger than an archive may be
 */
export async function* readArchive(file: string): AsyncGenerator<ArchiveEntry | Buffer> {
  const inflated = inflate(file)
  try {
    const { take, takeBlock } = createSource(inflated)
    const checkEntry = createEntryCheck()
    for (;;) {
      const header = await takeBlock()
      if (isEmpty(header)) break
      const entry = parseHeader(header)
      checkEntry(entry)
      yield entry
      let padded = padToBlock(entry.size)
      for (let left = entry.size; padded > 0; ) {
        const piece = await take(padded)
        if (piece === undefined) throw new ArchiveError(`it ends in the middle of ${quote(entry.name)}`)
        if (left > 0) yield piece.subarray(0, left)
        left -= piece.length
        padded -= piece.length
      }
    }
    // To the end, where the checksum of the compressed form is. A tar may fill its last record.
    for (
      let piece = await take(blockBytes), left = recordBytes;
      piece !== undefined;
      piece = await take(blockBytes)
    ) {
      left -= piece.length
      if (left < 0 || !isEmpty(piece)) throw new ArchiveError('something follows its end')
    }
  } finally {
    await inflated.return(undefined)
  }
}

async function* inflate(file: string): AsyncGenerator<Buffer, undefined> {
  const gunzip = createGunzip({ chunkSize: 256 * 1024 })
  pipeline(createReadStream(file), gunzip, () => undefined)
  try {
    for await (const chunk of gunzip) yield chunk
  } catch (error) {
    throw gunzip.bytesWritten === 0 && isCut(error) ? new ArchiveError('it is empty') : explain(error)
  }
}

function explain(error: unknown): unknown {
  if (isCut(error)) return cutShort()
  const { code, message } = Object(error)
  if (message === 'incorrect header check') return new ArchiveError('it is not compressed with gzip')
  return code === 'Z_DATA_ERROR' ? new ArchiveError(`it is damaged (${message})`) : error
}

const isCut = (error: unknown): boolean => errorCode(error) === 'Z_BUF_ERROR'
const cutShort = () => new ArchiveError('it is cut short')

interface Source {
  /** What comes next, at most so many bytes of it; `undefined` at the end. */
  take(bytesMax: number): Promise<Buffer | undefined>
  takeBlock(): Promise<Buffer>
}

function createSource(chunks: AsyncIterator<Buffer, undefined>): Source {
  let rest: Buffer | undefined = Buffer.alloc(0)
  const take: Source['take'] = async (bytesMax) => {
    if (rest?.length === 0) rest = (await chunks.next()).value
    const piece = rest?.subarray(0, bytesMax)
    rest = rest?.subarray(bytesMax)
    return piece
  }
  return {
    take,
    async takeBlock() {
      const block = Buffer.alloc(blockBytes)
      for (let at = 0; at < blockBytes; ) {
        const piece = await take(blockBytes - at)
        if (piece === undefined) throw cutShort()
        at += piece.copy(block, at)
      }
      return block
    },
  }
}

const isEmpty = (piece: Buffer): boolean => piece.equals(emptyBlock.subarray(0, piece.length))
const padToBlock = (size: number): number => Math.ceil(size / blockBytes) * blockBytes

/** The fields of a header that count here, by where they begin and end. */
const fields = {
  name: [0, 100],
  size: [124, 136],
  sum: [148, 156],
  magic: [257, 262],
  prefix: [345, 500],
} as const

function parseHeader(header: Buffer): ArchiveEntry {
  const read = (field: keyof typeof fields): string =>
    header.toString('latin1', ...fields[field]).replace(/\0.*/s, '')
  if (read('magic') !== 'ustar') throw new ArchiveError('it is not a tar archive')
  if (parseOctal(read('sum')) !== sumOf(header)) throw new ArchiveError('the checksum of a header is wrong')
  // The engine begins each name with a slash, and means the folder of the data.
  const path = read('name')
  if (!/^\/?[\w.-]+(\/[\w.-]+)*$/.test(path) || /(^|\/)\.+(\/|$)/.test(path)) {
    throw new ArchiveError(`${quote(path)} is no name in a database`)
  }
  const name = path.replace(/^\//, '')
  if (read('prefix') !== '') throw new ArchiveError(`${quote(name)} has a name in two parts`)
  const size = parseOctal(read('size'))
  if (Number.isNaN(size)) throw new ArchiveError(`the size of ${quote(name)} is no number`)
  const kind = parseType(header.toString('latin1', 156, 157), name)
  if (kind === 'folder' && size > 0) throw new ArchiveError(`the folder ${quote(name)} has a size`)
  return { name, kind, size }
}

// The other form of a number, for what is larger than 8 GiB, is beyond the limit anyway.
const parseOctal = (text: string): number => (/^[0-7]+ *$/.test(text) ? Number.parseInt(text, 8) : Number.NaN)

/** The sum of all bytes, with the sum's own taken for blanks. */
function sumOf(header: Buffer): number {
  const [from, to] = fields.sum
  return header.reduce((sum, byte, at) => sum + (at >= from && at < to ? 0x20 : byte), 0)
}

const otherTypes: Readonly<Record<string, string>> = {
  '1': 'a hard link',
  '2': 'a symbolic link',
  '3': 'a device',
  '4': 'a device',
  '6': 'a pipe',
}

function parseType(type: string, name: string): ArchiveEntry['kind'] {
  if (type === '0') return 'file'
  if (type === '5') return 'folder'
  throw new ArchiveError(`${quote(name)} is ${otherTypes[type] ?? `of the type ${quote(type)}`}`)
}

/** Makes the check of what an entry may not be after those before it. */
function createEntryCheck(): (entry: ArchiveEntry) => void {
  const kinds = new Map<string, ArchiveEntry['kind']>()
  let bytes = 0
  return ({ name, kind, size }) => {
    if (kinds.has(name)) throw new ArchiveError(`${quote(name)} is there twice`)
    const above = name.slice(0, Math.max(name.lastIndexOf('/'), 0))
    if (above !== '' && kinds.get(above) !== 'folder') {
      throw new ArchiveError(`the folder of ${quote(name)} is not there`)
    }
    kinds.set(name, kind)
    if (kinds.size > entriesMax) throw new ArchiveError(`it has more than ${entriesMax} files`)
    bytes += blockBytes + padToBlock(size)
    if (bytes > unpackedBytesMax) {
      throw new ArchiveError('it unpacks to more than 4 GiB, the most that a backup may hold')
    }
  }
}

/** As JSON, ASCII alone: a name may command a terminal. */
const quote = (text: string): string => JSON.stringify(text.replace(/[^ -~]/g, '?'))
