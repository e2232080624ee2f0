import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase, type Statement } from '@affiliate-platform/platform/database'
import { createApp } from '@affiliate-platform/service'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasPostgres, type LocalPostgres, removeFolder, startPostgres } from './database/local-postgres.ts'
import { copyPrepared } from './database/prepared.ts'
import { buildWorld, toMembershipId, type WorldKey } from './database/world.ts'
import { openConnection } from './load/http-connection.ts'
import type { Probe } from './load/probes.ts'
import { buildRules, toTermsPath } from './load/terms-script.ts'
import { floorLists } from './platform/floor-lists.ts'
import * as statements from './platform/statements.ts'
import type { StartServer } from './programs/program.ts'
import type { ServerCase, Suite } from './suites/suite.ts'
import { suites } from './suites/suites.ts'

const payouts = 3000
const sends = (words: string) => expect.objectContaining({ text: expect.stringContaining(words) })
const world = buildWorld(payouts)
const startedAtMs = Date.now()
const isFirstOfItsProbe = (suite: Suite, index: number): boolean =>
  suite.probe !== undefined && suites.findIndex(({ probe }) => probe === suite.probe) === index
const compared = suites.filter(isFirstOfItsProbe)

describe('the programs under measurement', {
  skip: !hasPostgres() && !process.env['REQUIRE_POSTGRES'],
  meta: { needs: 'a Postgres' },
}, () => {
  const folder = mkdtempSync(join(tmpdir(), 'affiliate-benchmark-'))
  let postgres: LocalPostgres
  let databaseUrl: string

  beforeAll(async () => {
    postgres = await startPostgres(folder)
    databaseUrl = await copyPrepared(postgres, payouts, 'programs')
  })

  afterAll(() => {
    postgres.stop()
    removeFolder(folder)
  })

  it.each(compared)('response alike in suite $name', async ({ cases, probe }) => {
    const [expected, ...others] = await runProbes(cases, probe)
    for (const responses of others) expect(responses).toEqual(expected)
  })

  async function runProbes(cases: Suite['cases'], probe: Probe | undefined): Promise<readonly string[]> {
    const responses: string[] = []
    for (const [caseNumber, each] of cases.entries()) {
      if (each.kind === 'server' && probe !== undefined) {
        responses.push(await runProbe(each, { probe, caseNumber }))
      }
    }
    return responses
  }

  async function runProbe(
    { module, store }: ServerCase,
    { probe, caseNumber }: { readonly probe: Probe; readonly caseNumber: number },
  ): Promise<string> {
    const program = /^programs\/(.*)\.ts$/.exec(module)?.[1]
    const { start }: { start: StartServer } = await import(`./programs/${program}.ts`)
    const server = await start({ databaseUrl, store })
    const { send, close } = openConnection(server.port)
    try {
      return await probe({ world, send, caseNumber })
    } finally {
      close()
      await server.stop()
    }
  }

  // In the very words of the floor, which would else be the floor of something else. It sends admission and page as one
  // statement where the service sends two at once (D107).
  describe('the service', () => {
    it('lists a page', async () => {
      expect(await sentFor('/api/affiliate-platform/v1/payouts?status=reported')).toEqual([
        statements.admitQuota,
        statements.listPayouts(['status']),
      ])
    })

    it.each([...floorLists])('lists %s in the words of its floor', async (path, { toStatement }) => {
      expect(await sentFor(path)).toEqual([statements.admitQuota, toStatement([])])
    })

    it('checks an id filter', async () => {
      const membershipId = toMembershipId(keyAt(0).app, 1)
      expect(await sentFor(`/api/affiliate-platform/v1/payouts?membershipId=${membershipId}`)).toEqual([
        statements.admitQuota,
        statements.checkFilters,
        statements.listPayouts(['membershipId']),
      ])
    })

    it('saves terms', async () => {
      const init = {
        method: 'PATCH',
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'statements' },
        body: JSON.stringify({ rules: buildRules(1000) }),
      }
      expect(await sentFor(toTermsPath(toMembershipId(keyAt(0).app, 1)), init)).toEqual([
        statements.admitQuota,
        'begin',
        statements.lockMembership,
        // With the status of the response (D10), which the floor does not read.
        sends('from idempotency_records'),
        statements.findApplying,
        // With an operator as the other author of terms (D65), which the floor does not know.
        sends('insert into terms_versions'),
        // With mail about it (D407), which the floor does not know.
        sends('insert into outbox_mails'),
        statements.insertRecord,
        'commit',
      ])
    })

    it('finds a credential', async () => {
      const { app, sent, close } = await openWatched()
      await app.fetch(toRequest('/api/affiliate-platform/v1/payouts', keyAt(0)))
      await close()
      expect(sent.map(toFloorStatement)).toEqual([
        // Several keys at once, with their last use (D65, D72).
        sends('from api_keys'),
        statements.admitQuota,
        statements.listPayouts([]),
      ])
    })

    it('rejects a credential over its quota', async () => {
      const request = () => toRequest('/api/affiliate-platform/v1/payouts?limit=1', keyAt(7))
      const { app, sent, close } = await openWatched()
      for (let admitted = 0; admitted < 120; admitted += 1) await app.fetch(request())
      sent.length = 0
      expect((await app.fetch(request())).status).toBe(429)
      await close()
      expect(sent.map(toFloorStatement)).toEqual([
        statements.admitQuota,
        statements.listPayouts([]),
        statements.closeQuota,
      ])
    })
  })

  /** What the service sends for a request by a key whose credential it remembers. */
  async function sentFor(path: string, init: RequestInit = {}) {
    const { app, sent, close } = await openWatched()
    await app.fetch(toRequest('/api/affiliate-platform/v1/payouts?limit=1', keyAt(0)))
    sent.length = 0
    await app.fetch(toRequest(path, keyAt(0), init))
    await close()
    return sent.map(toFloorStatement)
  }

  async function openWatched() {
    const database = await openDatabase({ url: databaseUrl })
    const sent: (Statement | string)[] = []
    const watch = <Runner extends Pick<Database, 'query'>>(runner: Runner): Runner => ({
      ...runner,
      query: (statement, values) => {
        sent.push(statement)
        return runner.query(statement, values)
      },
    })
    // The clock stands still: a credential is then remembered however slow the machine is.
    const app = await createApp({
      clock: () => startedAtMs,
      database: {
        ...watch(database),
        session: (run) => database.session((connection) => run(watch(connection))),
        transaction: async (run) => {
          sent.push('begin')
          const result = await database.transaction((tx) =>
            run({
              ...watch(tx),
              write: (statement, values) => {
                sent.push(statement)
                tx.write(statement, values)
              },
            }),
          )
          sent.push('commit')
          return result
        },
      },
    })
    // What it sent at its start is no request's.
    sent.length = 0
    return { app, sent, close: () => database.close() }
  }
})

function keyAt(place: number): WorldKey {
  const key = world.lanes[0]?.[place]
  if (key === undefined) throw new RangeError('The lane is shorter.')
  return key
}

function toRequest(path: string, { apiKey }: WorldKey, init: RequestInit = {}): Request {
  const headers = { Authorization: `Bearer ${apiKey}`, ...init.headers }
  return new Request(new URL(path, 'http://service.test'), { ...init, headers })
}

const floorStatements: readonly statements.Statement[] = [
  ...Object.values(statements).filter((each) => typeof each === 'object' && 'text' in each),
  statements.listPayouts([]),
  statements.listPayouts(['status']),
  statements.listPayouts(['membershipId']),
]

/** The floor's statement of the same words; what was sent itself where there is none. */
function toFloorStatement(sent: Statement | string): Statement | string {
  if (typeof sent === 'string') return sent
  // The floor takes its own process's time, which costs nothing; the service reads the database's with what it sends.
  const toWords = ({ text }: Statement): string =>
    text
      .replace(/coalesce\(\$\d+::timestamptz, date_trunc\('milliseconds', now\(\)\)\)/g, 'time')
      .replace(', time as now', '')
      .replace('greatest($3::timestamptz, time)', '$3')
      .replace(/\s+/g, ' ')
      .trim()
  return floorStatements.find((each) => toWords(each) === toWords(sent)) ?? sent
}
