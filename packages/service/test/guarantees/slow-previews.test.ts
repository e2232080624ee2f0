import { type Database, openPostgres } from '@affiliate-platform/platform/database'
import { createClient } from '@affiliate-platform/test-support/guarantee-client'
import {
  type GuaranteeProcess,
  startGuaranteeProcess,
} from '@affiliate-platform/test-support/guarantee-process'
import { isSoak, report, scale } from '@affiliate-platform/test-support/guarantee-scale'
import { type SourceProcess, startSource } from '@affiliate-platform/test-support/source-process'
import { createPostgresCopy, enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toolCall } from './tool-call.ts'

const script = new URL('../../../../test/support/send-at-once.ts', import.meta.url)
const members = scale({ quick: 50, soak: 20_000 })
const linesOfEach = 20
const previewsAtOnce = 20
const rounds = scale({ quick: 1, soak: 10 })
const listsEachTime = scale({ quick: 20, soak: 400 })

describe.skipIf(!enginesAtHand.includes('postgres'))('previews of a workspace with much to pay', () => {
  let database: Database
  let service: GuaranteeProcess
  let sender: SourceProcess

  beforeAll(async () => {
    const url = await createPostgresCopy()
    service = await startGuaranteeProcess({ database: { url }, quotaRequestsMax: 100_000 })
    sender = startSource(script, [String(service.port)])
    database = await openPostgres(url)
    await insertUnpaid()
  }, 600_000)

  afterAll(async () => {
    await sender.end()
    await service.kill()
    await database.close()
  })

  /** Members with commissions that nobody was paid yet. */
  async function insertUnpaid(): Promise<void> {
    const { workspaceId, appId, programId } = service.ids
    await database.script(`
      insert into memberships (workspace_id, id, app_id, program_id, member_name, created_at)
      select '${workspaceId}', lpad(to_hex(n), 32, '0')::uuid, '${appId}', '${programId}', 'Member ' || n, now()
      from generate_series(1, ${members}) n;
      insert into commissions
        (workspace_id, id, app_id, program_id, membership_id, currency, entry, cause, amount_minor, reason, accrued_at,
         available_at)
      select '${workspaceId}', gen_random_uuid(), '${appId}', '${programId}', lpad(to_hex(n), 32, '0')::uuid, 'USD',
        'accrual', 'manual', 100, 'by hand', now(), now()
      from generate_series(1, ${members}) n, generate_series(1, ${linesOfEach});
      analyze`)
  }

  /** Lists of a neighbour, one after the other, until it is told to end. @returns how long each took, in ms */
  async function timeNeighbour(isOver: (count: number) => boolean): Promise<readonly number[]> {
    const client = createClient(service.port, 1)
    const tookMs: number[] = []
    const list = {
      path: '/api/affiliate-platform/v1/payouts?limit=1',
      key: service.keys.affiliateOtherWorkspace,
    }
    while (!isOver(tookMs.length)) {
      const startedAtMs = performance.now()
      expect((await client.send(list)).status).toBe(200)
      tookMs.push(performance.now() - startedAtMs)
    }
    client.close()
    return tookMs
  }

  /** Previews at once from another process, again and again, until the neighbour had its lists. */
  async function timeBesidePreviews(): Promise<readonly number[]> {
    let [listed, isOver] = [0, false]
    const timing = timeNeighbour((count) => {
      listed = count
      return isOver
    })
    const previews = Array.from({ length: previewsAtOnce }, () => ({
      ...toolCall('preview_payouts'),
      key: service.keys.mcp,
    }))
    do {
      sender.child.stdin.write(`${JSON.stringify(previews)}\n`)
      expect(JSON.parse((await sender.nextLine()) ?? '[]')).toHaveLength(previewsAtOnce)
    } while (listed < listsEachTime)
    isOver = true
    return await timing
  }

  test(`of ${members * linesOfEach} commissions hold up no neighbour [D161] [D250]`, async () => {
    const alone: number[] = []
    const beside: number[] = []
    await timeNeighbour((count) => count === listsEachTime)
    // By turns, so that what else the machine does falls on both.
    for (let round = 0; round < rounds; round += 1) {
      alone.push(...(await timeNeighbour((count) => count === listsEachTime)))
      beside.push(...(await timeBesidePreviews()))
    }
    const [p50, p99] = [0.5, 0.99].map((share) => toQuantile(beside, share) / toQuantile(alone, share))
    const tell = (times: readonly number[]) =>
      [0.5, 0.99, 1].map((share) => toQuantile(times, share).toFixed(1)).join(', ')
    report(
      `${previewsAtOnce} previews of ${members * linesOfEach} commissions: the neighbour's p50, p99 and maximum alone ` +
        `${tell(alone)} ms, beside them ${tell(beside)} ms (${beside.length} lists): ${p50?.toFixed(2)} and ${p99?.toFixed(2)} times`,
    )
    expect(toQuantile(beside, 0.5)).toBeLessThan(1000)
    // Times are compared where the machine does nothing else.
    if (isSoak) {
      expect(p50).toBeLessThanOrEqual(1.5)
      expect(p99).toBeLessThanOrEqual(5)
    }
  })
})

function toQuantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? 0
}
