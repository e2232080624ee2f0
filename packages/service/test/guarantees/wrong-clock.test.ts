import { existsSync, readdirSync } from 'node:fs'
import { type Demo, seedDemo } from '@affiliate-platform/operator/demo'
import { newApiKey } from '@affiliate-platform/platform/api-keys'
import type { Database } from '@affiliate-platform/platform/database'
import { openPostgres } from '@affiliate-platform/platform/database'
import { endKey, insertSuccessorKey } from '@affiliate-platform/test-support/api-keys'
import { type RunningCommand, startCommand } from '@affiliate-platform/test-support/service-process'
import { buildRules, termsPath } from '@affiliate-platform/test-support/terms'
import { createPostgresCopy, enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const libraries = '/usr/lib'
const faketime = existsSync(libraries)
  ? readdirSync(libraries)
      .map((name) => `${libraries}/${name}/faketime/libfaketime.so.1`)
      .find((file) => existsSync(file))
  : undefined
const canRun = faketime !== undefined && enginesAtHand.includes('postgres')

// Debian's package faketime lends a process another clock.
describe('a process whose clock is wrong', {
  skip: !canRun,
  meta: { needs: 'faketime, and a Postgres' },
}, () => {
  const startedAt = new Date()
  let url: string
  let database: Database
  let demo: Demo
  let right: Awaited<ReturnType<typeof start>>
  const running: RunningCommand[] = []

  beforeAll(async () => {
    url = await createPostgresCopy()
    database = await openPostgres(url)
    demo = await seedDemo(database)
    right = await start()
  })

  afterAll(async () => {
    await Promise.all(running.map((command) => command.stop()))
    await database.close()
  })

  async function start(shift?: string) {
    const env = {
      DATABASE_URL: url,
      ...(shift !== undefined && { LD_PRELOAD: faketime ?? '', FAKETIME: shift, DONT_FAKE_MONOTONIC: '1' }),
    }
    const command = startCommand(['serve', '--port', '0'], { env })
    running.push(command)
    const { baseUrl } = await command.ready()
    return (path: string, init: RequestInit = {}) => fetch(`${baseUrl}${path}`, init)
  }

  const headers = (key: string) => ({ Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' })

  async function save(send: typeof right, body: object = {}, idempotencyKey?: string) {
    const response = await send(termsPath(demo.ids.membershipId), {
      method: 'PATCH',
      headers: {
        ...headers(demo.keys.affiliate),
        ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
      },
      body: JSON.stringify({ rules: buildRules(), ...body }),
    })
    return {
      status: response.status,
      isReplay: response.headers.has('idempotency-replayed'),
      body: await response.json(),
    }
  }

  test.each(['+1h', '-1h', '+32d'])(
    '%s: it is not ready, and changes nothing that is true [D72] [D73]',
    async (shift) => {
      const key = `kept-${shift}`
      const kept = await save(right, {}, key)
      expect(kept.status).toBe(200)
      const wrong = await start(shift)

      // Not ready, with the reason.
      const readiness = await wrong('/readyz')
      expect([readiness.status, await readiness.text()]).toEqual([
        503,
        expect.stringContaining('clocks of this machine'),
      ])

      // Writes of both processes follow one another, and each takes the place of the one before.
      const first = await save(wrong)
      const second = await save(right)
      expect([first.status, second.status]).toEqual([200, 200])
      expect(second.body).toMatchObject({ supersedes: Reflect.get(Object(first.body), 'id') })
      const [past] = await database.query<{ readonly count: string }>(
        {
          name: 'test_dated_wrong',
          text: `
          select count(*) from terms_versions
          where created_by is not null and created_at > now() - interval '1 day'
            and (effective_at < created_at or created_at not between $1 and now())`,
        },
        [startedAt],
      )
      expect(past?.count).toBe('0')

      // An instant a minute ahead is the future for both.
      const effectiveAt = new Date(Date.now() + 60_000).toISOString()
      expect([
        (await save(wrong, { effectiveAt })).status,
        (await save(right, { effectiveAt })).status,
      ]).toEqual([200, 200])

      // A key that has ended has ended, and one that has not has not.
      for (const [endsInMs, status] of [
        [-60_000, 401],
        [60_000, 200],
      ] as const) {
        const apiKey = newApiKey('affiliate')
        await insertSuccessorKey(database, { of: demo.keys.affiliate, key: apiKey })
        await endKey(database, apiKey, { column: 'expires_at', atMs: Date.now() + endsInMs })
        const list = await wrong('/api/affiliate-platform/v1/payouts?limit=1', { headers: headers(apiKey) })
        expect(list.status).toBe(status)
      }

      // No record was forgotten at its start.
      expect(await save(right, {}, key)).toEqual({ status: 200, isReplay: true, body: kept.body })
    },
  )
})
