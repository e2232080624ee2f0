import type { Database } from '@affiliate-platform/platform/database'
import { openPostgres } from '@affiliate-platform/platform/database'
import {
  type Client,
  type ClientResponse,
  createClient,
  termsWrite,
} from '@affiliate-platform/test-support/guarantee-client'
import {
  type GuaranteeProcess,
  startGuaranteeProcess,
} from '@affiliate-platform/test-support/guarantee-process'
import { report, runInLanes, scale } from '@affiliate-platform/test-support/guarantee-scale'
import { countVersionsSince } from '@affiliate-platform/test-support/guarantee-writes'
import { createPostgresCopy, enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const duplicates = scale({ quick: 300, soak: 1000 })
const pairs = scale({ quick: 80, soak: 1000 })
const connectionsPerProcess = 50

describe.skipIf(!enginesAtHand.includes('postgres'))('two processes on one Postgres, 100 connections', () => {
  let database: Database
  let processes: readonly [GuaranteeProcess, GuaranteeProcess]
  let clients: readonly [Client, Client]

  beforeAll(async () => {
    const url = await createPostgresCopy()
    database = await openPostgres(url)
    const options = { database: { url }, quotaRequestsMax: 1_000_000 }
    processes = await Promise.all([startGuaranteeProcess(options), startGuaranteeProcess(options)])
    const [first, second] = processes
    clients = [
      createClient(first.port, connectionsPerProcess),
      createClient(second.port, connectionsPerProcess),
    ]
  })

  afterAll(async () => {
    for (const client of clients) client.close()
    await Promise.all(processes.map((process) => process.stop()))
    await database.close()
  })

  function send(process: number, write: Omit<Parameters<typeof termsWrite>[0], 'key'>) {
    const [first] = processes
    const client = process % 2 === 0 ? clients[0] : clients[1]
    return client.send(termsWrite({ key: first.keys.affiliate, ...write }))
  }

  test(`make one version of ${duplicates} concurrent duplicates, and respond to all with its bytes [D10]`, async () => {
    const { membershipId } = processes[0].ids
    const before = await countVersionsSince(database)
    const startedAtMs = performance.now()
    const responses = await Promise.all(
      Array.from({ length: duplicates }, (_, index) =>
        send(index, { membershipId, idempotencyKey: 'duplicate' }),
      ),
    )
    expect(countBy(responses, ({ status }) => status)).toEqual({ 200: duplicates })
    expect(new Set(responses.map(({ body }) => body)).size).toBe(1)
    expect(countBy(responses, isReplay)).toEqual({ false: 1, true: duplicates - 1 })
    expect(await countVersionsSince(database)).toBe(before + 1)
    report(
      `${duplicates} duplicates: 1 version, ${Math.round(performance.now() - startedAtMs)} ms altogether`,
    )
  })

  test(`let one body win of each of ${pairs} racing pairs, and reject the other [D10]`, async () => {
    const memberships = await listMemberships(database, processes[0].ids.appId)
    const before = await countVersionsSince(database)
    const wins = [0, 0]
    await runInLanes({ count: pairs, lanes: connectionsPerProcess }, async (pair) => {
      const membershipId = memberships[pair % memberships.length] ?? ''
      const write = { membershipId, idempotencyKey: `pair-${pair}` }
      const rates = [1 + pair, 5001 + pair]
      const responses = await Promise.all(rates.map((rateBps, index) => send(index, { ...write, rateBps })))
      expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409])
      const winner = responses.findIndex(({ status }) => status === 200)
      wins[winner] = (wins[winner] ?? 0) + 1
      expect(JSON.parse(responses[winner]?.body ?? '').rules.rateBps).toBe(rates[winner])
      expect(JSON.parse(responses[1 - winner]?.body ?? '').code).toBe('idempotency_key_reused')
      // What is kept under the key is the winner's, in the row, in the record and in every later response.
      const stored = await readStored(database, write.idempotencyKey)
      expect(stored).toEqual([{ rate: String(rates[winner]), body: responses[winner]?.body }])
    })
    expect(await countVersionsSince(database)).toBe(before + pairs)
    report(`${pairs} racing pairs: one winner each (${wins.join(' to ')} between the two bodies)`)
  })
})

const isReplay = ({ headers }: ClientResponse): boolean => headers['idempotency-replayed'] === 'true'

function countBy<T>(list: readonly T[], toKey: (element: T) => unknown): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const element of list) {
    const key = String(toKey(element))
    counts[key] = (counts[key] ?? 0) + 1
  }
  return counts
}

async function listMemberships(database: Database, appId: string): Promise<readonly string[]> {
  const text = 'select id from memberships where app_id = $1 order by id'
  const rows = await database.query<{ id: string }>({ name: 'test_memberships', text }, [appId])
  return rows.map(({ id }) => id)
}

/** The version that an idempotency key led to, and the response that is kept for it. */
async function readStored(database: Database, idempotencyKey: string) {
  const text = `
    select version.rules ->> 'rateBps' as rate, record.body
    from idempotency_records record
    join terms_versions version on version.id = (record.body::jsonb ->> 'id')::uuid
    where record.idempotency_key = $1`
  return await database.query<{ rate: string; body: string }>({ name: 'test_stored', text }, [idempotencyKey])
}
