import { setTimeout as sleep } from 'node:timers/promises'
import { openPostgres } from '@affiliate-platform/platform/database'
import { createClient } from '@affiliate-platform/test-support/guarantee-client'
import { startGuaranteeProcess } from '@affiliate-platform/test-support/guarantee-process'
import { report, scale, startRandom } from '@affiliate-platform/test-support/guarantee-scale'
import { createPostgresCopy, enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { describe, expect, test } from 'vitest'

const kills = scale({ quick: 2, soak: 30 })
const visitors = 4
const link = '/r/demo-app/first'
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0'
/** Clicks are stored each second; a store that has begun may have to wait for the database. */
const lostMsMax = 2000
const listStatement = { name: 'test_list_clicks', text: 'select sub_id as "subId" from clicks' }

describe.skipIf(!enginesAtHand.includes('postgres'))('killed while links are followed, the service', () => {
  test(`loses the clicks of the last second or so, and stores none twice, in ${kills} kills [D301]`, async () => {
    const url = await createPostgresCopy()
    const database = await openPostgres(url)
    const random = startRandom()
    for (let kill = 0; kill < kills; kill += 1) {
      const service = await startGuaranteeProcess({ database: { url } })
      const client = createClient(service.port, visitors)
      const answeredAt = new Map<string, number>()
      let isOver = false
      const visit = async (visitor: number): Promise<void> => {
        for (let number = 0; !isOver; number += 1) {
          const subId = `${kill}-${visitor}-${number}`
          const path = `${link}?sub=${subId}`
          const response = await client
            .send({ path, key: service.keys.affiliate, headers: { 'User-Agent': browser } })
            .catch(() => undefined)
          if (response?.status === 302) answeredAt.set(subId, performance.now())
        }
      }
      const visits = Array.from({ length: visitors }, (_, visitor) => visit(visitor))
      await sleep(1500 + random.below(1500))
      const killedAt = performance.now()
      await service.kill()
      isOver = true
      await Promise.all(visits)
      client.close()

      const rows = await database.query<{ readonly subId: string | null }>(listStatement, [])
      const kept = rows.flatMap(({ subId }) => (subId?.startsWith(`${kill}-`) ? [subId] : []))
      const stored = new Set(kept)
      expect(stored.size).toBe(kept.length)
      expect(stored.size).toBeGreaterThan(0)
      const lostMs = [...answeredAt].flatMap(([subId, at]) => (stored.has(subId) ? [] : [killedAt - at]))
      const oldestMs = Math.max(0, ...lostMs)
      report(`${answeredAt.size} clicks, ${lostMs.length} lost, the oldest ${Math.round(oldestMs)} ms before`)
      expect(oldestMs).toBeLessThan(lostMsMax)
    }
    await database.close()
  })
})
