import { execSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { listOperations } from '@affiliate-platform/contract'
import { insertApp } from '@affiliate-platform/test-support/payout-builders'
import { buildRules } from '@affiliate-platform/test-support/terms'
import { saveTerms } from '@affiliate-platform/test-support/terms-calls'
import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { actAs } from '../../src/audit.ts'
import { type Database, distribute, migrate, openPostgres } from '../../src/database.ts'
import { onCluster, tellFigure, toClusterUrl } from './cluster.ts'

/** Commands that stop and start a node which is not the coordinator. */
const { CITUS_STOP_NODE: stopNode = '', CITUS_START_NODE: startNode = '' } = process.env

describe('requests on a cluster', onCluster, () => {
  let database: Database
  let service: TestService

  const ask = <Row>(text: string, values: readonly unknown[] = []) =>
    database.query<Row>({ name: '', text }, values)

  beforeAll(async () => {
    database = await openPostgres(toClusterUrl(), { silenceTimeoutMs: 660_000 })
    await migrate(database)
    await distribute(database, { isDryRun: false })
    service = await createTestService({ database })
    // The clock of a test begins at the same time in each run.
    await ask('delete from quota_windows where workspace_id = $1', [service.ids.workspaceId])
  })
  afterAll(() => database.close())

  const payouts = `${listOperations.find(({ path }) => path.endsWith('/payouts'))?.path}?limit=50`

  /** A request, some time after the last one: the quota is another test's. */
  const read = async (): Promise<number> => {
    service.clock.advance(1000)
    return (await service.fetch(payouts, { key: service.keys.affiliate })).status
  }
  const write = async (): Promise<number> => {
    service.clock.advance(1000)
    return (await saveTerms(service, { json: { rules: buildRules() } })).status
  }

  test('that are sent twelve times at once with one key are made once [D416]', async () => {
    const headers = { 'Idempotency-Key': crypto.randomUUID() }
    const before = await service.count('terms_versions')
    const all = Array.from({ length: 12 }, () =>
      saveTerms(service, { json: { rules: buildRules() }, headers }),
    )
    const responses = await Promise.all(all)
    const saved = responses.filter(({ status }) => status === 200)
    expect(new Set(await Promise.all(saved.map((response) => response.text()))).size).toBe(1)
    expect(responses.every(({ status }) => status === 200 || status === 409)).toBe(true)
    expect(await service.count('terms_versions')).toBe(before + 1)
  })

  test('are counted: 120 of 180 at once are admitted [D416]', async () => {
    const send = () => service.fetch(payouts, { key: service.keys.affiliatePayoutsOnly })
    // What a process learns of a key once, on all nodes, is not what is counted here.
    expect((await send()).status).toBe(200)
    service.clock.advance(120_000)
    const all = Array.from({ length: 180 }, send)
    const statuses = (await Promise.all(all)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(120)
    expect(statuses.filter((status) => status === 429)).toHaveLength(60)
  })

  test('are audited with who has made them, on whichever node [D65] [D416]', async () => {
    for (const _ of [1, 2, 3, 4]) {
      const { workspaceId } = await insertApp(actAs(database, 'operator:eve'))
      const rows = await ask<{ actor: string }>(
        'select distinct actor from audit_changes where workspace_id = $1',
        [workspaceId],
      )
      expect(rows).toEqual([{ actor: 'operator:eve' }])
    }
  })

  test('are served while the rows of their workspace move to another node [D416]', async () => {
    const { workspaceId } = service.ids
    const [place] = await ask<{ shard: string; host: string; port: number; toHost: string; toPort: number }>(
      `select place.shardid as shard, place.nodename as host, place.nodeport as port,
         other.nodename as "toHost", other.nodeport as "toPort"
       from citus_shards place
       join pg_dist_node other on (other.nodename, other.nodeport) <> (place.nodename, place.nodeport) and other.shouldhaveshards
       where place.shardid = get_shard_id_for_distribution_column('workspaces', $1::uuid)
       limit 1`,
      [workspaceId],
    )
    const moving = new AbortController()
    const served = Promise.all([read, read, write].map((send) => repeat(send, moving.signal)))
    const startedAtMs = performance.now()
    await database.script(
      `select citus_move_shard_placement(${place?.shard}, '${place?.host}', ${place?.port}, '${place?.toHost}', ${place?.toPort})`,
    )
    const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1)
    moving.abort()
    const requests = (await served).flat()
    const lost = requests.filter(({ status }) => status !== 200)
    const longestMs = Math.round(Math.max(...requests.map(({ tookMs }) => tookMs)))
    tellFigure(
      `a workspace moved in ${seconds} s under ${requests.length} requests: ${lost.length} lost, the longest took ${longestMs} ms.`,
    )
    expect(lost).toEqual([])
    expect(requests.length).toBeGreaterThan(10)
  })

  const oneDown = {
    skip: stopNode === '' || startNode === '',
    meta: { needs: 'CITUS_STOP_NODE and CITUS_START_NODE' },
  }

  test(
    'of other workspaces are served while a node is down, and all of them once it is back [D416]',
    oneDown,
    async () => {
      const workspaces: string[] = []
      for (let index = 0; index < 24; index += 1) workspaces.push((await insertApp(database)).workspaceId)
      const count = async (): Promise<number> => {
        const reading = workspaces.map((id) =>
          ask('select id from apps where workspace_id = $1', [id]).then(
            () => 1,
            () => 0,
          ),
        )
        return (await Promise.all<number>(reading)).reduce((sum, one) => sum + one, 0)
      }
      expect(await count()).toBe(24)
      execSync(stopNode)
      try {
        const served = await count()
        tellFigure(`with one node down, ${served} of 24 workspaces were served.`)
        expect(served).toBeGreaterThan(0)
        expect(served).toBeLessThan(24)
        expect((await service.fetch('/readyz')).status).toBe(200)
        // The key is known here, so that no other node is asked for it.
        tellFigure(`the demo's own workspace responds with ${await read()}.`)
      } finally {
        execSync(startNode)
      }
      await expect.poll(count).toBe(24)
      expect(await read()).toBe(200)
      expect(await write()).toBe(200)
    },
  )
})

interface Answer {
  readonly status: number
  readonly tookMs: number
}

async function repeat(send: () => Promise<number>, signal: AbortSignal): Promise<readonly Answer[]> {
  const answers: Answer[] = []
  while (!signal.aborted) {
    const startedAtMs = performance.now()
    const status = await send()
    answers.push({ status, tookMs: performance.now() - startedAtMs })
    await sleep(1)
  }
  return answers
}
