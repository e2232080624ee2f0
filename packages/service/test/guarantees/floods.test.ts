import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type GuaranteeProcess,
  startGuaranteeProcess,
} from '@affiliate-platform/test-support/guarantee-process'
import { isSoak, report, scale } from '@affiliate-platform/test-support/guarantee-scale'
import { fillDataFolder } from '@affiliate-platform/test-support/prepared-folder'
import { makeFolder } from '@affiliate-platform/test-support/service-process'
import { startSource } from '@affiliate-platform/test-support/source-process'
import { createPostgresCopy, enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const requests = scale({ quick: 20, soak: 400 })
/** What 99 of 100 responses beside a flood took on the machine of the guarantees. */
const slowestMs = { pglite: 66, postgres: 40 }
const mebibyte = 1024 * 1024

const floods = [
  ['one connection without a key that pipelines', 'pipeline', 50_000],
  ['connections with keys of nobody', 'keys', scale({ quick: 50, soak: 200 })],
] as const

describe.each(['pglite', 'postgres'] as const)('on %s', (engine) => {
  describe.skipIf(!enginesAtHand.includes(engine))('a tenant beside a flood', () => {
    const folder = makeFolder()
    let service: GuaranteeProcess

    beforeAll(async () => {
      if (engine === 'pglite') fillDataFolder(folder.path)
      const database = engine === 'pglite' ? { dataFolder: folder.path } : { url: await createPostgresCopy() }
      service = await startGuaranteeProcess({ database, quotaRequestsMax: 1_000_000 })
      // What is compiled and cached at the first requests is no part of either figure.
      await measure()
    })

    afterAll(async () => {
      await service.kill()
      folder.remove()
    })

    /** Lists payouts as a tenant, some 50 times a second. */
    async function measure() {
      const headers = { Authorization: `Bearer ${service.keys.affiliate}` }
      const durationsMs: number[] = []
      const statuses = new Set<number>()
      for (let request = 0; request < requests; request += 1) {
        const startedAtMs = performance.now()
        const response = await fetch(`http://127.0.0.1:${service.port}/api/affiliate-platform/v1/payouts`, {
          headers,
        })
        await response.arrayBuffer()
        durationsMs.push(performance.now() - startedAtMs)
        statuses.add(response.status)
        await sleep(20)
      }
      durationsMs.sort((a, b) => a - b)
      const at = (share: number) =>
        Math.round((durationsMs[Math.floor(share * durationsMs.length)] ?? 0) * 10) / 10
      return { p50: at(0.5), p99: at(0.99), statuses: [...statuses] }
    }

    const memory = (): number => {
      const [, kibibytes = ''] =
        /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8')) ?? []
      return (Number(kibibytes) * 1024) / mebibyte
    }

    test.each(floods)('is served beside %s [D72]', async (_title, kind, count) => {
      const quiet = await measure()
      const before = memory()
      const flood = startSource(new URL('../../../../test/support/flood.ts', import.meta.url), [
        ...[String(service.port), kind, String(count)],
      ])
      await flood.nextLine()
      const flooded = await measure()
      const grown = Math.round(memory() - before)
      await flood.end()
      report(`${engine}, ${kind} ${count}: ${JSON.stringify({ quiet, flooded, grownMiB: grown })}`)

      expect(flooded.statuses).toEqual([200])
      // A busy machine collects garbage late. Parsed whole, this flood cost 544 MiB.
      expect(grown).toBeLessThan(isSoak ? 100 : 300)
      // Times are compared where the machine does nothing else.
      if (isSoak) expect(flooded.p99).toBeLessThan(Math.max(quiet.p99 * 3, slowestMs[engine]))
      else expect(flooded.p50).toBeLessThan(1000)
    })
  })
})
