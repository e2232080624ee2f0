// Recovers the moment before a wrong deletion, from a base backup and the archived log: npm run -w e2e failover -- --pitr.
import { execFileSync } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Demo, seedDemo } from '@affiliate-platform/operator/demo'
import { listApiKeys, revokeApiKey } from '@affiliate-platform/platform/api-keys'
import { anchorFacts, verifyWorkspace } from '@affiliate-platform/platform/audit'
import { type Database, migrate, openDatabase } from '@affiliate-platform/platform/database'
import { applyTombstones, listTombstones } from '@affiliate-platform/platform/tombstones'
import { createApp } from '@affiliate-platform/service'
import { findFreePort, findPostgres, host, makeServerFolder } from './local-servers.ts'
import { buildWrite } from './terms-write.ts'

const writes = 50

/** A server on this machine whose folder is the shell's: its data in `primary` or `restored`, its log in `archive`. */
interface Machine {
  readonly folder: string
  readonly url: string
  shell(text: string): void
  start(name: string): void
  stop(name: string): void
}

/** Runs the recipe and prints its figures as one line of JSON. The exit code is 1 where anything is not as it was. */
export async function demonstrateRecovery(): Promise<void> {
  const machine = await findMachine()
  try {
    const figures = await loseAndRecover(machine)
    process.stdout.write(`${JSON.stringify(figures)}\n`)
    const isWell =
      figures.lost === 0 && figures.verified && figures.endedKeysBefore === figures.endedKeysAfter
    process.exitCode = isWell && !figures.verifiedWithTheMistake ? 0 : 1
  } finally {
    rmSync(machine.folder, { recursive: true, force: true })
  }
}

async function findMachine(): Promise<Machine> {
  const { folder, identity } = makeServerFolder('affiliate-pitr-')
  const port = await findFreePort()
  const env = { ...process.env, PATH: `${findPostgres()}:${process.env['PATH']}` }
  const shell = (text: string): void =>
    void execFileSync('bash', ['-euc', text], {
      cwd: folder,
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
      ...identity,
    })
  const settings = `-p ${port} -k ${folder} -c listen_addresses=${host}`
  return {
    ...{ folder, shell, url: `postgres://app@${host}:${port}/postgres` },
    start: (name) => shell(`pg_ctl -D ${name} -w -l ${name}.log -o '${settings}' start`),
    stop: (name) => shell(`pg_ctl -D ${name} -w -m fast stop`),
  }
}

async function loseAndRecover({ folder, url, shell, start, stop }: Machine) {
  shell(`
    mkdir archive
    initdb -D primary -A trust -U app -E UTF8 --locale=C
    cat >> primary/postgresql.conf <<end
      archive_mode = on
      archive_command = 'test ! -f ${folder}/archive/%f && cp %p ${folder}/archive/%f'
end`)
  start('primary')
  const before = await withDatabase(url, (database) =>
    liveThroughMistake(database, () => shell(`pg_basebackup -D base -d '${url}' --checkpoint=fast`)),
  ).finally(() => stop('primary'))

  const startedAtMs = performance.now()
  shell(`
    cp -a base restored
    touch restored/recovery.signal
    cat >> restored/postgresql.conf <<end
      archive_mode = off
      restore_command = 'cp ${folder}/archive/%f %p'
      recovery_target_time = '${before.mistakeAt.toISOString().replace('Z', '+00')}'
      recovery_target_action = 'promote'
end`)
  start('restored')
  // It is read before it has reached the moment, and written to only then.
  shell(`until psql '${url}' -Atc 'select pg_is_in_recovery()' | grep -q f; do sleep 0.1; done`)
  const after = await withDatabase(url, (database) => look(database, before)).finally(() => stop('restored'))
  return {
    acknowledged: before.acknowledged.length,
    ...after,
    verifiedWithTheMistake: before.verified,
    lateWrites: before.lateWrites,
    endedKeysBefore: before.endedKeys,
    segments: readdirSync(join(folder, 'archive')).length,
    recoveryMs: Math.round(performance.now() - startedAtMs),
  }
}

/** Writes after the base backup, deletes what should have stayed, and goes on for a while: nobody has noticed. */
async function liveThroughMistake(database: Database, takeBaseBackup: () => void) {
  await migrate(database)
  const demo = await seedDemo(database)
  takeBaseBackup()
  const app = await createApp({ database, affiliateQuotaRequestsMax: 1_000_000 })
  const write = async (): Promise<string> => {
    const response = await app.fetch(buildWrite(demo))
    return Object(await response.json()).id
  }
  const acknowledged: string[] = []
  while (acknowledged.length < writes) acknowledged.push(await write())
  const [first, second] = (
    await listApiKeys(database, demo.ids.workspaceId, { after: undefined, limit: 1000 })
  )
    .filter(({ revokedAt, name }) => revokedAt === null && !name.includes('affiliate'))
    .map(({ id }) => id)
  if (first === undefined || second === undefined) throw new Error('The demo has keys to revoke.')
  await revokeApiKey(database, { id: first })
  await anchorFacts(database, 0)

  // The time of recovery is told in milliseconds; a commit within the same one would be left out.
  await sleep(20)
  const mistakeAt = new Date()
  await sleep(20)
  await database.script(`
    alter table payment_reports disable trigger user;
    delete from payment_reports where id in (
      select id from payment_reports report
      where not exists (select from payment_confirmations where report_id = report.id)
        and not exists (select from payment_disputes where report_id = report.id)
        and not exists (select from payment_report_retractions where report_id = report.id)
    );
    alter table payment_reports enable trigger user`)
  await write()
  await revokeApiKey(database, { id: second })
  return {
    ...{ demo, acknowledged, mistakeAt, lateWrites: 1 },
    verified: await verify(database, demo),
    // Kept elsewhere, as after each end of a key.
    tombstones: await listTombstones(database),
    endedKeys: await countEndedKeys(database),
  }
}

type Mistake = Awaited<ReturnType<typeof liveThroughMistake>>

/** Looks for everything in the recovered database, and ends again what was ended after the moment of recovery. */
async function look(database: Database, { demo, acknowledged, tombstones }: Mistake) {
  const text = 'select count(*)::integer as there from terms_versions where id = any ($1)'
  const [found] = await database.query<{ there: number }>({ name: 'demo_there', text }, [acknowledged])
  const verified = await verify(database, demo)
  const applied = await applyTombstones(database, tombstones, 'operator:pitr-demo')
  return {
    lost: acknowledged.length - (found?.there ?? 0),
    verified,
    keysEndedAgain: applied.keys,
    endedKeysAfter: await countEndedKeys(database),
  }
}

const verify = async (database: Database, { ids }: Demo): Promise<boolean> =>
  (await verifyWorkspace(database, ids.workspaceId)).difference === null

async function countEndedKeys(database: Database): Promise<number> {
  const text = 'select count(*)::integer as ended from api_keys where revoked_at is not null'
  const [row] = await database.query<{ ended: number }>({ name: 'demo_ended', text }, [])
  return row?.ended ?? 0
}

async function withDatabase<T>(url: string, run: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase({ url })
  try {
    return await run(database)
  } finally {
    await database.close()
  }
}
