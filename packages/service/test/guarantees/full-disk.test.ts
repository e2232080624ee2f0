import { randomUUID } from 'node:crypto'
import { mkdirSync, openAsBlob, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type DatabaseChoice, toDatabaseFolder } from '@affiliate-platform/platform/database'
import { openEmbedded } from '@affiliate-platform/platform/embedded'
import { createClient, termsWrite } from '@affiliate-platform/test-support/guarantee-client'
import { startGuaranteeProcess } from '@affiliate-platform/test-support/guarantee-process'
import { findPostgresBin } from '@affiliate-platform/test-support/postgres-installation'
import { startPostgresOnDisk } from '@affiliate-platform/test-support/postgres-on-disk'
import { canMountDisk, mountSmallDisk } from '@affiliate-platform/test-support/small-disk'
import type { Engine } from '@affiliate-platform/test-support/test-database'
import { describe, expect, inject, onTestFinished, test } from 'vitest'

// Only a server of this machine can have its files on a disk that the test mounts.
const canRun = (engine: Engine): boolean =>
  canMountDisk && (engine === 'pglite' || findPostgresBin() !== undefined)

/** Makes a database whose files are in a folder, for this test. */
const prepareIn: Readonly<Record<Engine, (path: string) => Promise<DatabaseChoice>>> = {
  pglite: async (path) => {
    const dataFolder = join(path, 'data')
    mkdirSync(dataFolder)
    const folder = toDatabaseFolder(dataFolder)
    const made = await openEmbedded({ folder, prepared: await openAsBlob(inject('preparedDump')) })
    await made.close()
    // Without it the folder would be taken for one whose making was broken off.
    writeFileSync(join(folder, 'affiliate-service-ready'), '')
    return { dataFolder }
  },
  postgres: async (path) => {
    const server = await startPostgresOnDisk(path)
    onTestFinished(server.stop)
    return { url: server.url }
  },
}

describe.each(['pglite', 'postgres'] as const)('%s on a disk that is full', (engine) => {
  const title =
    'is 503 with Retry-After and not ready; with room again it goes on and nothing is lost [D74] [D162]'

  test(title, {
    skip: !canRun(engine),
    meta: { needs: 'root, who may mount a disk, and for its half a Postgres' },
  }, async () => {
    const disk = mountSmallDisk(140)
    onTestFinished(disk.remove)
    const database = await prepareIn[engine](disk.path)
    const service = await startGuaranteeProcess({ database, quotaRequestsMax: 1_000_000 })
    onTestFinished(service.kill)
    const client = createClient(service.port, 4)
    onTestFinished(client.close)
    const write = (idempotencyKey: string) =>
      client.send(
        termsWrite({ key: service.keys.affiliate, membershipId: service.ids.membershipId, idempotencyKey }),
      )
    const readReadiness = async () => {
      const response = await fetch(`http://127.0.0.1:${service.port}/readyz`)
      const { checks } = (await response.json()) as { checks: { database: { reason?: string } } }
      return { status: response.status, reason: checks.database.reason }
    }
    expect(await readReadiness()).toEqual({ status: 200, reason: undefined })

    disk.fill()
    // Some writes fit into the pages that the tables have already.
    const sent: string[] = []
    let status = 200
    while (status === 200 && sent.length < 500) {
      const idempotencyKey = randomUUID()
      const response = await write(idempotencyKey)
      sent.unshift(idempotencyKey)
      status = response.status
      if (status === 200) continue
      expect(JSON.parse(response.body)).toMatchObject({ status: 503, code: 'unavailable' })
      expect(response.headers['retry-after']).toMatch(/^[123]$/)
    }
    expect(status).toBe(503)
    const reason = 'The disk of the database is full.'
    await expect.poll(readReadiness, { timeout: 30_000 }).toEqual({ status: 503, reason })
    expect((await fetch(`http://127.0.0.1:${service.port}/livez`)).status).toBe(200)

    disk.clear()
    await expect.poll(readReadiness, { timeout: 30_000 }).toEqual({ status: 200, reason: undefined })
    // What was acknowledged is there, and what was rejected is not.
    const retried = await Promise.all(sent.map(write))
    const replays = retried.map(({ status, headers }) => [status, headers['idempotency-replayed']])
    expect(replays).toEqual([[200, undefined], ...sent.slice(1).map(() => [200, 'true'])])
  })
})
