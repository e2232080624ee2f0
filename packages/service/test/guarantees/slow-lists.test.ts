import { randomUUID } from 'node:crypto'
import { type Database, openPostgres } from '@affiliate-platform/platform/database'
import { createClient, termsWrite } from '@affiliate-platform/test-support/guarantee-client'
import {
  type GuaranteeProcess,
  startGuaranteeProcess,
} from '@affiliate-platform/test-support/guarantee-process'
import { isSoak, report, scale } from '@affiliate-platform/test-support/guarantee-scale'
import { type SourceProcess, startSource } from '@affiliate-platform/test-support/source-process'
import { createPostgresCopy, enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const path = '/api/affiliate-platform/v1/payouts'
const script = new URL('../../../../test/support/send-at-once.ts', import.meta.url)
const rounds = scale({ quick: 1, soak: 5 })
const members = scale({ quick: 20_000, soak: 200_000 })
const listsEachTime = scale({ quick: 100, soak: 400 })

describe.skipIf(!enginesAtHand.includes('postgres'))('searches of an app with very many members', () => {
  let database: Database
  let service: GuaranteeProcess
  let sender: SourceProcess

  beforeAll(async () => {
    const url = await createPostgresCopy()
    service = await startGuaranteeProcess({ database: { url }, quotaRequestsMax: 100_000 })
    sender = startSource(script, [String(service.port)])
    database = await openPostgres(url)
  })

  afterAll(async () => {
    await sender.end()
    await service.kill()
    await database.close()
  })

  /** Lists of a neighbour, one after the other, until it is told to end. @returns how long each took, in ms */
  async function timeNeighbour(isOver: (count: number) => boolean): Promise<readonly number[]> {
    const client = createClient(service.port, 1)
    const tookMs: number[] = []
    while (!isOver(tookMs.length)) {
      const startedAtMs = performance.now()
      const { status } = await client.send({
        path: `${path}?limit=1`,
        key: service.keys.affiliateOtherWorkspace,
      })
      expect(status).toBe(200)
      tookMs.push(performance.now() - startedAtMs)
    }
    client.close()
    return tookMs
  }

  /** Twelve searches and thirty writes with one key, all at once, from another process. @returns their statuses */
  async function searchAndWrite(): Promise<readonly number[]> {
    const { affiliate: key } = service.keys
    const { membershipId } = service.ids
    const searches = Array.from({ length: 12 }, (_, index) => ({
      path: `${path}?search=${index % 2 === 0 ? 'zzzz' : 'member'}`,
      key,
    }))
    const writes = Array.from({ length: 30 }, () =>
      termsWrite({ key, membershipId, idempotencyKey: randomUUID() }),
    )
    sender.child.stdin.write(`${JSON.stringify([...searches, ...writes])}\n`)
    return JSON.parse((await sender.nextLine()) ?? '[]')
  }

  /** Gives the app so many members in all. */
  async function addMembers(count: number): Promise<void> {
    const { workspaceId, appId, programId } = service.ids
    await database.script(`
      insert into memberships (workspace_id, id, app_id, program_id, member_name, created_at)
      select '${workspaceId}', lpad(to_hex(n), 32, '0')::uuid, '${appId}', '${programId}', 'Member ' || n, now()
      from generate_series(1, ${count}) n
      on conflict do nothing;
      analyze memberships`)
  }

  /** Bursts one after the other, until the neighbour had its lists. @returns how long each of those took, in ms */
  async function timeBesideBursts(): Promise<readonly number[]> {
    let [listed, isOver] = [0, false]
    const timing = timeNeighbour((count) => {
      listed = count
      return isOver
    })
    do {
      const statuses = await searchAndWrite()
      expect(statuses).toHaveLength(42)
      expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([])
    } while (listed < listsEachTime)
    isOver = true
    return await timing
  }

  test(`of ${members} members hold up neither the writes of their key nor its neighbours [D76] [D77] [D161] [D271]`, async () => {
    await addMembers(members)
    await timeNeighbour((count) => count === listsEachTime)
    const ratios: number[] = []
    // By turns, so that what else the machine does falls on both.
    for (let round = 0; round < rounds; round += 1) {
      const alone = toP99(await timeNeighbour((count) => count === listsEachTime))
      const besideMs = await timeBesideBursts()
      expect(toQuantile(besideMs, 0.5)).toBeLessThan(1000)
      const beside = toP99(besideMs)
      report(
        `round ${round}: the neighbour's p99 ${alone.toFixed(1)} ms alone, ${beside.toFixed(1)} ms beside searches`,
      )
      ratios.push(beside / alone)
    }
    const ratio = toQuantile(ratios, 0.5)
    report(`${members} members: the median of ${rounds} rounds is ${ratio.toFixed(2)} times`)
    // Times are compared where the machine does nothing else.
    if (isSoak) expect(ratio).toBeLessThanOrEqual(3)
  })
})

const toP99 = (times: readonly number[]): number => toQuantile(times, 0.99)

function toQuantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? 0
}
