import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { findFreePort, findPostgresBin, makeServerFolder } from './postgres-installation.ts'

/** A server of this machine's own installation, with nobody's data. */
export interface LocalPostgres {
  /** An empty database. */
  readonly url: string
  stop(): Promise<void>
}

/**
 * No test outlives a crash of the machine, and compiling a plan costs more than to run it over so few rows. By itself the
 * server would visit each of hundreds of databases once a minute.
 */
const quick = '-c fsync=off -c full_page_writes=off -c jit=off -c autovacuum=off'

/** Starts the newest installed Postgres in a temporary folder, as the `postgres` user where this process is root. */
export async function startLocalPostgres(): Promise<LocalPostgres | undefined> {
  const bin = findPostgresBin()
  if (bin === undefined) return undefined
  const folder = makeServerFolder('affiliate-postgres-')
  if (folder === undefined) return undefined
  const port = await findFreePort()
  const data = join(folder.path, 'data')
  const settings = `-p ${port} -k ${folder.path} -c listen_addresses=127.0.0.1 -c max_connections=200 ${quick}`
  const control = (...args: readonly string[]) => folder.run(join(bin, 'pg_ctl'), ['-D', data, ...args])
  const stop = async (): Promise<void> => {
    control('-m', 'immediate', 'stop')
    // Hundreds of databases: meanwhile Vitest waits for the ends of its workers.
    await rm(folder.path, { recursive: true, force: true })
  }
  const cluster = ['-D', data, '-A', 'trust', '-U', 'app', '--no-sync', '-E', 'UTF8', '--locale=C']
  const made =
    folder.run(join(bin, 'initdb'), cluster) &&
    control('-w', '-l', join(folder.path, 'log'), '-o', settings, 'start')
  if (made) return { url: `postgres://app@127.0.0.1:${port}/postgres`, stop }
  await stop()
  return undefined
}
