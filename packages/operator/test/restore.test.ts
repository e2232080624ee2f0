import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { gunzipSync, gzipSync } from 'node:zlib'
import { makeFolder } from '@affiliate-platform/test-support/service-process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCommandLine } from './command-line.ts'

const folder = makeFolder()
const file = join(folder.path, 'a.backup')
const target = join(folder.path, 'target')
const line = createCommandLine({})

let archive: Buffer

beforeAll(async () => {
  const original = join(folder.path, 'original')
  await line.value(`migrate --data-dir ${original}`)
  await line.value(`backup ${file} --data-dir ${original}`)
  archive = gunzipSync(readFileSync(file))
})

afterAll(() => folder.remove())

interface Fields {
  readonly name: string
  readonly type?: string
  readonly size?: number
  readonly content?: string | Buffer
  readonly prefix?: string
}

/** One file of an archive, as any tar writes it. */
function entry({ name, type = '0', content = '', size = content.length, prefix = '' }: Fields): Buffer {
  const header = Buffer.alloc(512)
  header.write(name, 0, 100, 'latin1')
  header.write(`${size.toString(8).padStart(11, '0')} `, 124)
  header.write(`        ${type}`, 148)
  header.write('ustar', 257)
  header.write(prefix, 345)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')} `, 148)
  const body = Buffer.alloc(Math.ceil(content.length / 512) * 512)
  body.set(Buffer.from(content))
  return Buffer.concat([header, body])
}

const end = Buffer.alloc(1024)
const version = entry({ name: '/PG_VERSION', content: '18\n' })
const mark = entry({ name: '/affiliate-service-ready' })
/** A whole backup with something more at its end. */
const extended = (...more: readonly Buffer[]) =>
  gzipSync(Buffer.concat([archive.subarray(0, -1024), ...more, end]), { level: 1 })
const of = (...parts: readonly Buffer[]) => gzipSync(Buffer.concat([...parts, end]))

function damage(): Buffer {
  const damaged = gzipSync(archive, { level: 1 })
  // The checksum of the content lies before its length, which is the end.
  return damaged.fill(0, damaged.length - 8, damaged.length - 4)
}

function damageHeader(): Buffer {
  const damaged = Buffer.from(archive)
  damaged.write('X', 1)
  return gzipSync(damaged, { level: 1 })
}

/** 1 GiB of zeros, and the beginning of four more, told in a megabyte. */
function bomb(): Buffer {
  const size = 2 ** 30
  const zeros = gzipSync(Buffer.alloc(size / 8))
  const first = [gzipSync(entry({ name: '/0', size })), ...Array.from({ length: 8 }, () => zeros)]
  return Buffer.concat([...first, gzipSync(entry({ name: '/1', size: 4 * size })), zeros])
}

test.each<[string, () => Buffer, string]>([
  ['an empty file', () => Buffer.alloc(0), 'it is empty'],
  [
    'a file that is not compressed',
    () => Buffer.from('PGDMP, not a backup'),
    'it is not compressed with gzip',
  ],
  ['a file cut short', () => gzipSync(archive, { level: 1 }).subarray(0, -1000), 'it is cut short'],
  ['a damaged file', damage, 'it is damaged (incorrect data check)'],
  [
    'an archive cut short',
    () => gzipSync(archive.subarray(0, 700), { level: 1 }),
    'it ends in the middle of "PG_VERSION"',
  ],
  ['an archive without an end', () => gzipSync(archive.subarray(0, 1024)), 'it is cut short'],
  ['compressed garbage', () => gzipSync(Buffer.alloc(9000, 'garbage')), 'it is not a tar archive'],
  ['an archive with a damaged header', damageHeader, 'the checksum of a header is wrong'],
  ['an archive of nothing', () => of(), 'it has no PG_VERSION, and so no database'],
  [
    'a path that leaves the folder',
    () => extended(entry({ name: '/../outside', content: 'x' })),
    '"/../outside" is no name in a database',
  ],
  [
    'a path from the root',
    () => extended(entry({ name: '//etc/passwd', content: 'x' })),
    '"//etc/passwd" is no name in a database',
  ],
  [
    'a name in two parts',
    () => extended(entry({ name: 'passwd', prefix: '/etc' })),
    '"passwd" has a name in two parts',
  ],
  ['a symbolic link', () => extended(entry({ name: '/link', type: '2' })), '"link" is a symbolic link'],
  ['a hard link', () => extended(entry({ name: '/link', type: '1' })), '"link" is a hard link'],
  ['a device', () => extended(entry({ name: '/null', type: '3' })), '"null" is a device'],
  [
    'a header of an extended name',
    () => extended(entry({ name: '/x', type: 'x' })),
    '"x" is of the type "x"',
  ],
  ['a name twice', () => extended(version), '"PG_VERSION" is there twice'],
  [
    'a file beneath a file',
    () => extended(entry({ name: '/PG_VERSION/x' })),
    'the folder of "PG_VERSION/x" is not there',
  ],
  [
    'a folder with content',
    () => extended(entry({ name: '/x', type: '5', content: 'x' })),
    'the folder "x" has a size',
  ],
  ['something behind its end', () => extended(end, Buffer.from('more')), 'something follows its end'],
  ['blanks behind its end', () => extended(Buffer.alloc(20_000)), 'something follows its end'],
  [
    'another version of Postgres',
    () => of(entry({ name: '/PG_VERSION', content: '17\n' }), mark),
    'its database is of Postgres 17, and this version reads 18',
  ],
  [
    'a version that is no version',
    () => of(entry({ name: '/PG_VERSION', content: 'x'.repeat(100_000) }), mark),
    'its PG_VERSION holds no version',
  ],
  ['the database of another product', () => of(version), 'it was not made by backup'],
  [
    'one file too large',
    () => of(entry({ name: '/x', size: 5 * 2 ** 30 })),
    'it unpacks to more than 4 GiB, the most that a backup may hold',
  ],
  [
    'more files than a database has',
    () => of(...Array.from({ length: 20_001 }, (_, at) => entry({ name: `/${at}` }))),
    'it has more than 20000 files',
  ],
])('says what is wrong with %s, and changes nothing [D279]', async (_, read, reason) => {
  writeFileSync(file, read())

  expect(await line.rejection(`restore ${file} --data-dir ${target}`, 1)).toBe(
    `${file} cannot be restored: ${reason}. Nothing was changed.\n`,
  )
  expect(readdirSync(folder.path).toSorted()).toEqual(['a.backup', 'original'])
})

test('unpacks a bomb no further than its limit, and keeps none of it in memory', async () => {
  writeFileSync(file, bomb())
  setFlagsFromString('--expose-gc')
  const collect: NodeJS.GCFunction = runInNewContext('gc')
  // What is kept, and not what V8 has yet to collect: of buffers it lets 64 MB gather before it begins.
  const readKeptBytes = () => {
    collect()
    // What the first one freed is given back in the background, and the second one waits for that.
    collect()
    return process.memoryUsage().arrayBuffers
  }
  const before = readKeptBytes()
  let bytesMax = 0
  const sampler = setInterval(() => {
    bytesMax = Math.max(bytesMax, readKeptBytes() - before)
  }, 1000)

  const message = await line.rejection(`restore ${file} --data-dir ${target}`, 1)
  clearInterval(sampler)

  expect(message).toContain('it unpacks to more than 4 GiB, the most that a backup may hold.')
  expect(bytesMax).toBeLessThan(16 * 2 ** 20)
  expect(existsSync(target)).toBe(false)
})

test('puts nothing where a database is looked for that the engine does not open', async () => {
  writeFileSync(file, of(version, mark))

  expect(await line.rejection(`restore ${file} --data-dir ${target}`, 1)).toContain(
    `${file} cannot be restored: the engine does not open its database (`,
  )
  expect(existsSync(join(target, 'postgres'))).toBe(false)
  expect(existsSync(join(target, 'postgres-restoring'))).toBe(false)
  writeFileSync(file, extended())
  await line.value(`restore ${file} --data-dir ${target}`)
  rmSync(target, { recursive: true })
})
