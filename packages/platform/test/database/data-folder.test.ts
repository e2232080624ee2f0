import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { isSoak } from '@affiliate-platform/test-support/guarantee-scale'
import { fillDataFolder } from '@affiliate-platform/test-support/prepared-folder'
import { startSource } from '@affiliate-platform/test-support/source-process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FolderInUseError, lockFolder } from '../../src/database/embedded/folder-lock.ts'
import { openDatabase } from '../../src/database/embedded/open.ts'
import { migrate } from '../../src/database/schema/migrate.ts'

const holder = new URL('../../../../test/support/hold-folder.ts', import.meta.url)

/** The workspaces of a prepared data folder. */
const demoNames = ['Another workspace', 'Stress test']

let root: string
let folderCount = 0

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'affiliate-data-folder-'))
})

afterAll(() => rm(root, { recursive: true }))

function newFolder(): string {
  folderCount += 1
  return join(root, `data-${folderCount}`)
}

/** A data folder with a migrated database in it. */
function newDatabaseFolder(): string {
  const folder = newFolder()
  fillDataFolder(folder)
  return folder
}

async function readNames(dataFolder: string): Promise<readonly string[]> {
  const database = await openDatabase({ dataFolder })
  const text = 'select name from workspaces order by name collate "C"'
  const rows = await database.query<{ name: string }>({ name: 'test_names', text }, [])
  await database.close()
  return rows.map(({ name }) => name)
}

async function listUnfinished(dataFolder: string): Promise<readonly string[]> {
  return (await readdir(dataFolder)).filter((name) => name.startsWith('postgres-unfinished-'))
}

test('rejects a second process, names the first, and harms nothing [D45]', async () => {
  const folder = newDatabaseFolder()
  const first = startSource(holder, [folder])
  expect([await first.nextLine(), await first.nextLine()]).toEqual(['opening', 'open'])
  first.child.stdin.write('a\n')
  expect(await first.nextLine()).toBe('1')

  const second = startSource(holder, [folder])
  expect(await second.nextLine()).toBe('opening')
  const rejection = await second.nextLine()
  expect(rejection).toContain(folder)
  expect(rejection).toContain(`in use by process ${first.child.pid} on ${hostname()} since 20`)
  await second.end()
  expect(second.child.exitCode).toBe(1)
  await expect(openDatabase({ dataFolder: folder })).rejects.toBeInstanceOf(FolderInUseError)

  first.child.stdin.write('b\n')
  expect(await first.nextLine()).toBe('2')
  await first.end()
  expect(await readNames(folder)).toEqual([...demoNames, 'a', 'b'])
})

test('rejects a second process also when the lock of the first was removed [D45] [D146]', async () => {
  const folder = newDatabaseFolder()
  const first = startSource(holder, [folder])
  expect([await first.nextLine(), await first.nextLine()]).toEqual(['opening', 'open'])
  await rm(join(folder, 'lock.sqlite'))

  for (const attempt of [1, 2]) {
    const rejected = openDatabase({ dataFolder: folder })
    await expect(rejected, `attempt ${attempt}`).rejects.toBeInstanceOf(FolderInUseError)
    await expect(rejected).rejects.toThrow(`process ${first.child.pid} on ${hostname()}`)
    await expect(rejected).rejects.toThrow('remove holder.json')
  }

  // Once it has ended, the folder opens without anybody's help.
  await first.end()
  expect(await readNames(folder)).toEqual(demoNames)
})

test('is free again when its holder was killed, with every acknowledged row', async () => {
  const folder = newDatabaseFolder()
  const first = startSource(holder, [folder])
  expect([await first.nextLine(), await first.nextLine()]).toEqual(['opening', 'open'])
  for (const name of ['a', 'b', 'c']) {
    first.child.stdin.write(`${name}\n`)
    await first.nextLine()
  }
  await first.kill()
  expect(await readNames(folder)).toEqual([...demoNames, 'a', 'b', 'c'])
  expect((await readdir(folder)).filter((name) => name.includes('unfinished'))).toEqual([])
})

test('says honestly how durable it is, rejects a second opening in the same process, and is free after closing', async () => {
  const folder = newDatabaseFolder()
  const database = await openDatabase({ dataFolder: folder })
  expect([database.engine, database.durability]).toEqual(['pglite', 'process-crash'])
  await expect(openDatabase({ dataFolder: folder })).rejects.toBeInstanceOf(FolderInUseError)
  await expect(openDatabase({ dataFolder: folder })).rejects.toThrow(`by process ${process.pid} on`)
  await database.close()
  const again = await openDatabase({ dataFolder: folder })
  await again.close()
})

test.each(isSoak ? ['PG_VERSION', 'global/pg_control'] : ['global/pg_control'])(
  'recovers from a process that was killed in its very first start, when %s was just there',
  async (file) => {
    const folder = newFolder()
    const first = startSource(holder, [folder])
    expect(await first.nextLine()).toBe('opening')
    while (!existsSync(join(folder, 'postgres', file))) await nextTurn()
    await first.kill()
    expect(existsSync(join(folder, 'postgres', 'affiliate-service-ready'))).toBe(false)

    const database = await openDatabase({ dataFolder: folder })
    await migrate(database)
    await database.close()
    // What the first start left is some 40 MB of nobody's data.
    expect(await listUnfinished(folder)).toEqual([])
    expect(await readNames(folder)).toEqual([])
  },
)

test('removes what killed first starts of earlier versions have left, and nothing else', async () => {
  const folder = newDatabaseFolder()
  const leftOver = join(folder, 'postgres-unfinished-1779999999999')
  const others = ['postgres-unfinished-notes', 'postgres-unfinished-1.zip', 'my-postgres-unfinished-1']
  await mkdir(join(leftOver, 'base', '5'), { recursive: true })
  await writeFile(join(leftOver, 'base', '5', '16383'), '')
  await mkdir(join(folder, 'postgres-unfinished-1779999999998'))
  for (const name of others) await mkdir(join(folder, name))

  expect(await readNames(folder)).toEqual(demoNames)
  expect((await readdir(folder)).filter((name) => name.includes('unfinished'))).toEqual(others.toSorted())
})

test('keeps a database with tables that has lost its mark', async () => {
  const folder = newDatabaseFolder()
  const marker = join(folder, 'postgres', 'affiliate-service-ready')
  await rm(marker)

  const anew = await openDatabase({ dataFolder: folder })
  await anew.close()
  const [kept = ''] = await listUnfinished(folder)
  expect(existsSync(join(folder, kept, 'PG_VERSION'))).toBe(true)

  await rm(join(folder, 'postgres'), { recursive: true })
  await rename(join(folder, kept), join(folder, 'postgres'))
  await writeFile(marker, '')
  expect(await readNames(folder)).toEqual(demoNames)
})

test('removes nothing of a folder that another process holds', async () => {
  const folder = newDatabaseFolder()
  const lock = await lockFolder(folder)
  await mkdir(join(folder, 'postgres-unfinished-1779999999999'))

  await expect(openDatabase({ dataFolder: folder })).rejects.toBeInstanceOf(FolderInUseError)
  expect(await listUnfinished(folder)).toHaveLength(1)
  lock.release()
})

test('keeps a folder whose data was made to the end, also when it does not open', async () => {
  const folder = newFolder()
  await mkdir(join(folder, 'postgres'), { recursive: true })
  await writeFile(join(folder, 'postgres', 'affiliate-service-ready'), '')
  await writeFile(join(folder, 'postgres', 'PG_VERSION'), '18\n')
  await expect(openDatabase({ dataFolder: folder })).rejects.toThrow()
  expect(await readFile(join(folder, 'postgres', 'PG_VERSION'), 'utf8')).toBe('18\n')
  // The lock is not left behind.
  const lock = await lockFolder(folder)
  lock.release()
})

test.each(['', 'null', '{', '[]', '"x"'])('names an unknown holder when its file holds %j', async (text) => {
  const folder = newFolder()
  const lock = await lockFolder(folder)
  await writeFile(join(folder, 'holder.json'), text)
  await expect(lockFolder(folder)).rejects.toThrow('in use by process (unknown) on this host. Stop it')
  lock.release()
})

test('tells a folder that is no database lock from one in use', async () => {
  const folder = newFolder()
  await mkdir(folder)
  await writeFile(join(folder, 'lock.sqlite'), 'x'.repeat(4096))
  const failure = await lockFolder(folder).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(Error)
  expect(failure).not.toBeInstanceOf(FolderInUseError)
})

test('fails on a folder that cannot be made, without a word of another process', async () => {
  const file = join(root, 'a-file')
  await writeFile(file, '')
  await chmod(file, 0o400)
  const failure = await openDatabase({ dataFolder: join(file, 'data') }).catch((error: unknown) => error)
  expect(failure).toMatchObject({ code: 'ENOTDIR' })
})

test('wipes the folder when it is reset', async () => {
  const folder = newDatabaseFolder()
  expect(await readNames(folder)).toEqual(demoNames)
  const database = await openDatabase({ dataFolder: folder, reset: true })
  const text = `select to_regclass('workspaces') is null as gone`
  expect(await database.query({ name: 'test_gone', text }, [])).toEqual([{ gone: true }])
  await database.close()
})
