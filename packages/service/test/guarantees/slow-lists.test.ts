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
const rounds = scale({ quick: 1, soak: 15 })
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

  // The most members whose names are all compared, and so many that the records are searched instead (D167).
  test.each([scale({ quick: 20_000, soak: 49_000 }), scale({ quick: 60_000, soak: 200_000 })])(
    'of %i members hold up neither the writes of their key nor its neighbours [D76] [D77] [D161] [D167] [D174]',
    async (members) => {
      await addMembers(members)
      await timeNeighbour((count) => count === listsEachTime)
      const alone: (readonly number[])[] = []
      const beside: (readonly number[])[] = []
      // By turns, so that what else the machine does falls on both.
      for (let round = 0; round < rounds; round += 1) {
        alone.push(await timeNeighbour((count) => count === listsEachTime))
        beside.push(await timeBesideBursts())
      }
      const ratio = toP99(beside.flat()) / toP99(alone.flat())
      const [usualAlone, usualBeside] = [toUsualP99(alone), toUsualP99(beside)]
      report(
        `${members} members: the neighbour's p99 alone ${toP99(alone.flat()).toFixed(1)} ms (${alone.flat().length} lists), ` +
          `beside them ${toP99(beside.flat()).toFixed(1)} ms (${beside.flat().length}): ${ratio.toFixed(2)} times; ` +
          `medians of the ${rounds} rounds' p99 ${usualAlone.toFixed(1)} and ${usualBeside.toFixed(1)} ms`,
      )
      if (isSoak) expect(ratio).toBeLessThan(2)
    },
  )
})

/** The median of the rounds' p99: it leaves out the rounds in which the machine had something else to do. */
function toUsualP99(timesOfRounds: readonly (readonly number[])[]): number {
  return toQuantile(timesOfRounds.map(toP99), 0.5)
}

const toP99 = (times: readonly number[]): number => toQuantile(times, 0.99)

function toQuantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? 0
}
