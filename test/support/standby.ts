import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findFreePort, findPostgresBin, makeServerFolder } from './postgres-installation.ts'

/** A primary and a streaming standby of it, of the installed Postgres. */
export interface StandbyPair {
  /** An empty database. */
  readonly primaryUrl: string
  readonly standbyUrl: string
  /** Ends the standby as a crash would. */
  killStandby(): void
  startStandby(): void
  promoteStandby(): void
  stop(): void
}

/** Of tests that start a pair. */
export const needsStandby = { skip: findPostgresBin() === undefined, meta: { needs: 'a Postgres' } }

/** Starts a pair in a temporary folder. */
export async function startStandbyPair(): Promise<StandbyPair> {
  const bin = findPostgresBin()
  const folder = makeServerFolder('affiliate-standby-')
  if (bin === undefined || folder === undefined) throw new Error('There is no Postgres that can be run here.')
  const ports = { primary: await findFreePort(), standby: await findFreePort() }
  const run = (program: string, ...args: readonly string[]): void => {
    if (!folder.run(join(bin, program), args)) throw new Error(`${program} ${args.join(' ')} failed.`)
  }
  const control = (name: keyof typeof ports, ...args: readonly string[]): void =>
    run('pg_ctl', '-D', join(folder.path, name), ...args)
  const start = (name: keyof typeof ports): void => {
    const settings = `-p ${ports[name]} -k ${folder.path} -c listen_addresses=127.0.0.1 -c fsync=off`
    control(name, '-w', '-l', join(folder.path, `${name}.log`), '-o', settings, 'start')
  }
  const toUrl = (name: keyof typeof ports): string => `postgres://app@127.0.0.1:${ports[name]}/postgres`

  const primary = join(folder.path, 'primary')
  run('initdb', '-D', primary, '-A', 'trust', '-U', 'app', '--no-sync', '-E', 'UTF8', '--locale=C')
  start('primary')
  const standby = [
    '-D',
    join(folder.path, 'standby'),
    '--write-recovery-conf',
    '--checkpoint=fast',
    '--no-sync',
  ]
  run('pg_basebackup', ...standby, '-d', `host=127.0.0.1 port=${ports.primary} user=app`)
  start('standby')
  const stopServer = (name: keyof typeof ports): void => {
    if (existsSync(join(folder.path, name, 'postmaster.pid'))) control(name, '-m', 'immediate', 'stop')
  }
  return {
    primaryUrl: toUrl('primary'),
    standbyUrl: toUrl('standby'),
    killStandby: () => stopServer('standby'),
    startStandby: () => start('standby'),
    promoteStandby: () => control('standby', '-w', 'promote'),
    stop: () => {
      stopServer('standby')
      stopServer('primary')
      folder.remove()
    },
  }
}
