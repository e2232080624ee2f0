import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, createApp, readSecret } from '../../src/app.ts'
import type { Database } from '../../src/database/database.ts'
import { openPostgres } from '../../src/database/postgres.ts'
import { deriveDemoKeys } from '../../src/demo/keys.ts'
import { createPostgresCopy, enginesAtHand } from '../support/test-database.ts'

const payouts = 'http://service.test/api/affiliate-platform/v1/payouts?limit=1'

describe.skipIf(!enginesAtHand.includes('postgres'))('processes on one real Postgres', () => {
  const databases: Database[] = []
  const apps: App[] = []
  let headers: Record<string, string>

  beforeAll(async () => {
    const url = await createPostgresCopy()
    for (let process = 0; process < 3; process += 1) {
      const database = await openPostgres(url)
      databases.push(database)
      // No clock is given: the database's own rules, as in production.
      apps.push(await createApp({ database }))
    }
    const [first] = databases
    if (first === undefined) throw new Error('There are three databases.')
    headers = { Authorization: `Bearer ${deriveDemoKeys(await readSecret(first)).affiliate}` }
  })

  afterAll(() => Promise.all(databases.map((database) => database.close())))

  test('together admit 120 of 300 requests that come at once [8] [D29]', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, () =>
        apps.map((app) => app.fetch(new Request(payouts, { headers }))),
      ).flat(),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(120)
    expect(statuses.filter((status) => status === 429)).toHaveLength(180)
  })
})
