import { inspect } from 'node:util'
import { shopBehaviours } from '@affiliate-platform/shopify-simulator'
import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createIdentify } from '../../src/operations/identify.ts'
import type { Fetch } from '../../src/shopify/guarded-fetch.ts'
import { createShopifyAdmin } from '../../src/shopify/shopify-admin.ts'
import { addShop, identify } from './identify-calls.ts'

const canary = 'shpat_canary_0123456789'
const lines: string[] = []

let service: TestService

beforeAll(async () => {
  const log = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) })
  service = await createTestService({ log })
})

afterAll(() => service.close())

/** Every row of every table, as text. */
async function readEverything(): Promise<string> {
  const { database } = service
  const tables = await database.query<{ readonly name: string }>(
    {
      name: 'test_tables',
      text: "select tablename::text as name from pg_tables where schemaname = 'public'",
    },
    [],
  )
  expect(tables.map(({ name }) => name)).toContain('receipts')
  const rows = await Promise.all(
    tables.map(({ name }) => database.query({ name: `test_all_${name}`, text: `select * from ${name}` }, [])),
  )
  return JSON.stringify(rows)
}

it('is in no row, log line or response, whatever becomes of the call [1-token] [D36]', async () => {
  const responses = []
  for (const behaviour of shopBehaviours.filter((each) => !['slow', 'hang'].includes(each))) {
    const install = { ...addShop(service, { behaviour, accessToken: canary }), accessToken: canary }
    for (const json of [install, { ...install, country: 'Norway' }, { ...install, appId: undefined }]) {
      const response = await identify(service, json)
      responses.push(await response.text(), inspect([...response.headers]))
    }
  }
  expect(service.simulator.tokensSeen()).toEqual([canary])
  expect(await readEverything()).toContain('shop-1.myshopify.com')
  expect(await readEverything()).not.toContain(canary)
  expect(responses.join()).not.toContain(canary)
  expect(lines.length).toBeGreaterThan(responses.length / 2)
  expect(lines.join()).not.toContain(canary)
})

it.each<[string, Fetch]>([
  ['throws it', (_url, init) => Promise.reject(new TypeError(`invalid header in ${inspect(init)}`))],
  ['responds with it', async () => new Response(canary, { headers: { 'content-type': 'application/json' } })],
])('is in no error, when the network %s [D36]', async (_how, fetch) => {
  const { database, ids, clock } = service
  const handle = createIdentify(createShopifyAdmin({ fetch }))
  const error: unknown = await handle({
    requestId: 'request-1',
    context: { database, nowMs: clock.now() },
    caller: {
      ...{ workspaceId: ids.workspaceId, id: 'key', lineageId: 'key', actor: 'key:key', scopes: [] },
      ...{ source: 'workspace', reach: { kind: 'workspace' }, requestsMax: 1 },
    },
    pathId: '',
    header: () => undefined,
    query: undefined,
    body: { ...addShop(service), accessToken: canary },
    claim: undefined,
  }).catch((reason: unknown) => reason)
  expect(error).toMatchObject({ code: 'platform_unavailable' })
  expect(inspect(error, { depth: 12, showHidden: true })).not.toContain(canary)
})
