import { randomBytes } from 'node:crypto'
import { access, constants, readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { newApiKey } from '@affiliate-platform/platform/api-keys'
import type { Database } from '@affiliate-platform/platform/database'
import { type DatabaseChoice, openDatabase } from '@affiliate-platform/platform/database'
import { createClient } from '@affiliate-platform/test-support/guarantee-client'
import {
  type GuaranteeProcess,
  startGuaranteeProcess,
} from '@affiliate-platform/test-support/guarantee-process'
import { report } from '@affiliate-platform/test-support/guarantee-scale'
import { type Canaries, listSecretPaths } from '@affiliate-platform/test-support/guarantee-secret-paths'
import { fillDataFolder } from '@affiliate-platform/test-support/prepared-folder'
import { makeFolder } from '@affiliate-platform/test-support/service-process'
import { createPostgresCopy, enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { describe, expect, test } from 'vitest'

/** A text by its place, to be searched. */
interface Trace {
  readonly place: string
  readonly bytes: Buffer
}

describe('secrets that were sent down every path, the last ones into a crash, are nowhere', () => {
  test('in the log, the metrics, the responses, the tables and any file of the data folder [D36] [D27] [1-token]', async () => {
    const folder = makeFolder()
    fillDataFolder(folder.path)
    const choice = { dataFolder: folder.path }
    const { secrets, traces, control } = await sendSecrets(choice)
    // Before it is opened again: what the crash left, the write-ahead log included.
    const files = await readFiles(folder.path)
    expect(files.some(({ place }) => place.includes('pg_wal'))).toBe(true)
    expectFound(files, control)
    const tables = await readTables(choice)
    expectFound(tables, control)
    expectNowhere([...traces, ...files, ...tables, ...(await readFiles(folder.path))], secrets)
    folder.remove()
  })

  test.skipIf(!enginesAtHand.includes('postgres'))(
    'in the log, the metrics, the responses, the tables and, where it can be read, the data directory of a real Postgres [D36] [D27] [1-token]',
    async () => {
      const choice = { url: await createPostgresCopy() }
      const { secrets, traces, control } = await sendSecrets(choice)
      const tables = await readTables(choice)
      expectFound(tables, control)
      const files = await readServerFiles(choice)
      if (files.length > 0) expectFound(files, control)
      expectNowhere([...traces, ...tables, ...files], secrets)
    },
  )
})

/** Sends secrets to a service that logs everything it can, and kills it while it waits for the platform. */
async function sendSecrets(database: DatabaseChoice) {
  const mark = randomBytes(8).toString('hex')
  const canaries: Canaries = {
    token: `shpat_canary_${mark}`,
    apiKey: newApiKey('affiliate'),
    email: `canary-${mark}@sent.example`,
    address: '2001:db8:5ec2:e7ca:4a52::77',
  }
  const hanging = { domain: 'demo-gone.myshopify.com', behaviour: 'hang' } as const
  const service = await startGuaranteeProcess({
    database,
    quotaRequestsMax: 1000,
    logLevel: 'trace',
    shopBehaviours: [hanging],
  })
  const client = createClient(service.port, 50)
  const responses = await Promise.all(listSecretPaths(service, canaries).map(client.send))
  const statuses = new Set(responses.map(({ status }) => status))
  expect([...statuses].toSorted()).toEqual([200, 302, 400, 401, 403, 404, 409, 413, 415, 503])
  const metrics = await (await fetch(`http://127.0.0.1:${service.metricsPort}/metrics`)).text()
  expect(metrics).toContain('affiliate_requests_total')

  await crash(service, canaries, hanging.domain)
  client.close()
  const tokens = service.shops.map(({ accessToken }) => accessToken)
  expect(service.log().split('\n').length).toBeGreaterThan(responses.length)
  const traces: readonly Trace[] = [
    { place: 'the log', bytes: Buffer.from(service.log()) },
    { place: 'the metrics', bytes: Buffer.from(metrics) },
    ...responses.map(({ body, headers }) => ({
      place: 'a response',
      bytes: Buffer.from(JSON.stringify(headers) + body),
    })),
  ]
  report(`${responses.length} requests with secrets, then a crash with one in flight`)
  return {
    secrets: [mark, canaries.apiKey, canaries.address, ...tokens, ...Object.values(service.keys)],
    traces,
    control: 'demo-server-error.myshopify.com',
  }
}

/** Kills the process while it holds a token and waits. */
async function crash(service: GuaranteeProcess, { token }: Canaries, domain: string): Promise<void> {
  const client = createClient(service.port, 2)
  const { keys, ids } = service
  const json = { myshopifyDomain: domain, accessToken: token, appId: ids.appId }
  const lost = client.send({ method: 'POST', path: '/api/identify', key: keys.workspace, json })
  const rejected = expect(lost).rejects.toThrow()
  // A response to a later request shows that the first one has been taken up.
  await client.send({ path: '/livez', key: keys.workspace })
  await service.kill()
  await rejected
  client.close()
}

async function readFiles(folder: string): Promise<readonly Trace[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const place = join(parentPath, name)
      // A server that runs renames the segments of its write-ahead log at times.
      return { place, bytes: await readFile(place).catch(() => Buffer.alloc(0)) }
    }),
  )
}

/** Every row of every table. */
async function readTables(choice: DatabaseChoice): Promise<readonly Trace[]> {
  const database = await openDatabase(choice)
  const tables = await read<{ name: string }>(
    database,
    `select table_name::text as name from information_schema.tables where table_schema = 'public'`,
  )
  const traces: Trace[] = []
  for (const { name } of tables) {
    const rows = await read<{ row: string }>(database, `select t::text as row from ${name} t`)
    traces.push({ place: `the table ${name}`, bytes: Buffer.from(rows.map(({ row }) => row).join('\n')) })
  }
  await database.close()
  expect(tables.length).toBeGreaterThan(20)
  return traces
}

/** The files of the database and of the server's write-ahead log and own log; none where they cannot be read. */
async function readServerFiles(choice: DatabaseChoice): Promise<readonly Trace[]> {
  const database = await openDatabase(choice)
  await database.query({ name: '', text: 'checkpoint' }, [])
  const [row] = await read<{ data: string; oid: string }>(
    database,
    `select current_setting('data_directory') as data, oid::text from pg_database where datname = current_database()`,
  )
  await database.close()
  const { data = '', oid = '' } = row ?? {}
  const isReadable = await access(join(data, 'pg_wal'), constants.R_OK).then(
    () => true,
    () => false,
  )
  if (!isReadable) return []
  const serverLog = join(dirname(data), 'log')
  return [
    ...(await readFiles(join(data, 'base', oid))),
    ...(await readFiles(join(data, 'pg_wal'))),
    { place: serverLog, bytes: await readFile(serverLog).catch(() => Buffer.alloc(0)) },
  ]
}

async function read<Row>(database: Database, text: string): Promise<readonly Row[]> {
  return await database.query<Row>({ name: '', text }, [])
}

function expectFound(traces: readonly Trace[], text: string): void {
  expect(
    traces.filter(({ bytes }) => bytes.includes(text)).length,
    'the search finds what is there',
  ).toBeGreaterThan(0)
}

function expectNowhere(traces: readonly Trace[], secrets: readonly string[]): void {
  const found = traces.flatMap(({ place, bytes }) =>
    secrets.filter((secret) => bytes.includes(secret)).map((secret) => `${secret} in ${place}`),
  )
  expect(found).toEqual([])
  const megabytes = Math.round(traces.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1e6)
  report(`${secrets.length} secrets sought in ${traces.length} places (${megabytes} MB): none found`)
}
