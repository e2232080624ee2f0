import { seedDemo } from '@affiliate-platform/operator/demo'
import { migrate, openPostgres } from '@affiliate-platform/platform/database'
import { type LocalPostgres, startLocalPostgres } from './local-postgres.ts'

/**
 * Starts a server whose one database, with the demo, has its files in a folder. It is of its own: each checkpoint of one
 * whose disk is full fails, and with it the `create database` of another test.
 */
export async function startPostgresOnDisk(path: string): Promise<LocalPostgres> {
  const server = await startLocalPostgres()
  if (server === undefined) throw new Error('The installed Postgres did not start.')
  const admin = await openPostgres(server.url)
  await admin.query({ name: '', text: `create tablespace small location '${path}'` }, [])
  await admin.query({ name: '', text: 'create database small tablespace small' }, [])
  await admin.close()
  const url = new URL('/small', server.url).href
  const made = await openPostgres(url)
  await migrate(made)
  await seedDemo(made)
  await made.close()
  return { url, stop: server.stop }
}
