// Usage: node --conditions=@affiliate-platform/source test/build-prepared.ts dump FILE | database SERVER_URL
// Makes what every test copies: a dump of an embedded database, and a database named `prepared` on the real one.
// It is a process of its own, because Vitest resolves what its global setup imports without the source condition.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { seedDemo } from '@affiliate-platform/operator/demo'
import { migrate, openPostgres } from '@affiliate-platform/platform/database'
import { openEmbedded } from '@affiliate-platform/platform/embedded'

const [kind = '', target = ''] = process.argv.slice(2)
if (kind === 'dump') await buildDump(target)
else await buildDatabase(target)

async function buildDump(file: string): Promise<void> {
  const database = await openEmbedded()
  await migrate(database)
  await seedDemo(database)
  const run = (text: string) => database.query({ name: '', text }, [])
  // Every copy is read whole: the templates of further databases and the log of the seeding are half of it.
  await run('update pg_database set datistemplate = false')
  await run('drop database template0')
  await run('drop database template1')
  // Every copy clears the memory of its buffers, and the demo fills a few of them: a third of what opening one takes.
  await run("alter system set shared_buffers = '16MB'")
  await run('set wal_recycle = off')
  await run('select pg_switch_wal()')
  // Whoever opens the copy has nothing to recover.
  await run('checkpoint')
  mkdirSync(dirname(file), { recursive: true })
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, Buffer.from(await (await database.dump()).arrayBuffer()))
  // Two runs may prepare at once: each dump appears whole or not at all.
  renameSync(unfinished, file)
  await database.close()
}

async function buildDatabase(serverUrl: string): Promise<void> {
  const server = await openPostgres(serverUrl)
  await server.query({ name: 'drop_prepared', text: 'drop database if exists prepared' }, [])
  await server.query({ name: 'create_prepared', text: 'create database prepared' }, [])
  await server.close()
  const url = new URL(serverUrl)
  url.pathname = '/prepared'
  const database = await openPostgres(url.href)
  await migrate(database)
  await seedDemo(database)
  await database.close()
}
