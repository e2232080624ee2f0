import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { type Demo, seedDemo } from '@affiliate-platform/operator/demo'
import type { Database } from '@affiliate-platform/platform/database'
import { openPostgres } from '@affiliate-platform/platform/database'
import { buildRules, termsPath } from '@affiliate-platform/test-support/terms'
import { createPostgresCopy, enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const script = new URL('./cluster.ts', import.meta.url)
const payouts = '/api/affiliate-platform/v1/payouts?limit=1'

/** What the script prints when everything is ready. */
interface Cluster {
  readonly baseUrl: string
  readonly processes: readonly string[]
}

/** Starts the script, with no settings of the machine but those given. */
function startCluster(args: readonly string[], env: Readonly<Record<string, string>>) {
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, [fileURLToPath(script), ...args], {
    env: { PATH, LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk
  })
  const ended = once(child, 'close').then(() => ({ exitCode: child.exitCode, stderr }))
  const endedEarly = async (): Promise<never> => {
    throw new Error(`The script ended before it was ready: ${(await ended).stderr}`)
  }
  const firstLine = () => Promise.race([once(createInterface({ input: child.stdout }), 'line'), endedEarly()])
  return { child, ended, firstLine }
}

/** Finds the first of some ports in a row that nobody listens on. */
async function findFreePorts(count: number): Promise<number> {
  const candidate = 20_000 + Math.floor(Math.random() * 10_000)
  const ports = Array.from({ length: count }, (_, index) => candidate + index)
  const areFree = await Promise.all(ports.map(isFree))
  return areFree.every(Boolean) ? candidate : findFreePorts(count)
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

test('says what it needs when DATABASE_URL or a number is missing', async () => {
  const [noDatabase, noNumber] = await Promise.all([
    startCluster([], {}).ended,
    startCluster(['--processes', 'two'], { DATABASE_URL: 'postgres://localhost/x' }).ended,
  ])
  expect(noDatabase).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('DATABASE_URL is not set'),
  })
  expect(noNumber).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('Usage: npm run -w e2e cluster'),
  })
})

describe.skipIf(!enginesAtHand.includes('postgres'))(
  'two processes behind the proxy, on a real Postgres',
  () => {
    let started: ReturnType<typeof startCluster>
    let cluster: Cluster
    let metricsPort: number
    let database: Database
    let demo: Demo

    beforeAll(async () => {
      const url = await createPostgresCopy()
      database = await openPostgres(url)
      demo = await seedDemo(database)
      const port = await findFreePorts(5)
      metricsPort = port + 3
      const env = { DATABASE_URL: url, ADMIN_PORT: String(metricsPort) }
      started = startCluster(['--port', String(port)], env)
      const [line] = await started.firstLine()
      cluster = JSON.parse(line)
    })

    afterAll(async () => {
      started.child.kill()
      await started.ended
      await database.close()
    })

    /** Sends requests to the proxy and to both processes in turns, all at once. */
    function sendEverywhere(count: number, path: string, init: RequestInit): Promise<readonly Response[]> {
      const doors = [cluster.baseUrl, ...cluster.processes]
      return Promise.all(
        Array.from({ length: count }, (_, index) => fetch(`${doors[index % doors.length]}${path}`, init)),
      )
    }

    test('admit 120 of 180 requests together, and both of them work [8] [D29]', async () => {
      const headers = { Authorization: `Bearer ${demo.keys.affiliate}` }

      const statuses = (await sendEverywhere(180, payouts, { headers })).map(({ status }) => status)

      expect(statuses.filter((status) => status === 200)).toHaveLength(120)
      expect(statuses.filter((status) => status === 429)).toHaveLength(60)
      const counts = await Promise.all([0, 1].map((index) => countRequests(metricsPort + index)))
      expect(counts[0]).toBeGreaterThan(60)
      expect(counts[1]).toBeGreaterThan(60)
    })

    test('write one version for 30 requests with one key, wherever they arrive [D10]', async () => {
      const headers = {
        Authorization: `Bearer ${demo.keys.affiliateTermsOnly}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': randomUUID(),
      }
      const body = JSON.stringify({ rules: buildRules() })
      const before = await countVersions(database)

      const responses = await sendEverywhere(30, termsPath(demo.ids.membershipId), {
        method: 'PATCH',
        headers,
        body,
      })

      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
      expect(new Set(await Promise.all(responses.map((response) => response.text()))).size).toBe(1)
      expect(
        responses.filter((response) => response.headers.get('idempotency-replayed') === 'true'),
      ).toHaveLength(29)
      expect(await countVersions(database)).toBe(before + 1)
    })

    test('end when they are told to, without a failure', async () => {
      started.child.kill('SIGTERM')

      const stderr = 'Nothing to do: the schema is up to date.\n'
      expect(await started.ended).toEqual({ exitCode: 0, stderr })
      for (const url of [cluster.baseUrl, ...cluster.processes]) {
        await expect(fetch(`${url}/livez`)).rejects.toThrow('fetch failed')
      }
    })
  },
)

async function countRequests(metricsPort: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  const samples = [...text.matchAll(/^affiliate_requests_total\{operation="listPayouts".*\} (\d+)$/gm)]
  return samples.reduce((sum, [, count]) => sum + Number(count), 0)
}

async function countVersions(database: Database): Promise<number> {
  const statement = { name: 'test_versions', text: 'select count(*) from terms_versions' }
  const [row] = await database.query<{ readonly count: string }>(statement, [])
  return Number(row?.count)
}
