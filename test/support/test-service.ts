import { type Demo, demoPlatformClientId, seedDemo } from '@affiliate-platform/operator/demo'
import type { Database } from '@affiliate-platform/platform/database'
import { type App, type AppOptions, createApp } from '@affiliate-platform/service'
import {
  createShopifySimulator,
  defaultApp,
  type ShopifySimulator,
} from '@affiliate-platform/shopify-simulator'
import { type Engine, openTestDatabase } from './test-database.ts'

/** A clock that stands still until a test moves it. */
export interface TestClock {
  /** Milliseconds since 1970. */
  now(): number
  advance(byMs: number): void
}

/** The real service on a database of its own, seeded with the demo, driven without a socket. */
export interface TestService {
  readonly app: App
  readonly database: Database
  readonly clock: TestClock
  readonly simulator: ShopifySimulator
  readonly keys: Demo['keys']
  readonly ids: Demo['ids']
  readonly shops: Demo['shops']
  /** Sends a request to the service; `key` becomes its `Authorization` header. */
  fetch(path: string, init?: TestRequest): Promise<Response>
  /** Counts the rows of a table. */
  count(table: string): Promise<number>
  close(): Promise<void>
}

/** A request in short: `json` is sent as a JSON body. */
export interface TestRequest {
  readonly method?: string
  readonly key?: string
  readonly json?: unknown
  readonly body?: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>
  readonly headers?: Readonly<Record<string, string>>
}

/** What a test may change about the service. */
export interface TestServiceOptions extends Omit<AppOptions, 'database' | 'clock' | 'platformFetch'> {
  readonly engine?: Engine
  /** Use this database instead of a fresh copy; the test closes it. */
  readonly database?: Database
  readonly platformFetch?: typeof fetch
}

const testStartMs = Date.UTC(2026, 10, 1)

/** Creates the service under test, with a fixed clock and the Shopify simulator in place of Shopify. */
export async function createTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const { engine, database: given, platformFetch, ...appOptions } = options
  const database = given ?? (await openTestDatabase(engine))
  const demo = await seedDemo(database)
  const clock = createTestClock()
  const simulator = createDemoSimulator(demo)
  const app = await createApp({
    ...appOptions,
    database,
    clock: clock.now,
    platformFetch: platformFetch ?? simulator.fetch,
  })
  return {
    app,
    database,
    clock,
    simulator,
    ...demo,
    fetch: (path, init) => app.fetch(toRequest(path, init)),
    count: (table) => countRows(database, table),
    close: async () => {
      if (given === undefined) await database.close()
    },
  }
}

function createTestClock(): TestClock {
  let nowMs = testStartMs
  return {
    now: () => nowMs,
    advance: (byMs) => {
      nowMs += byMs
    },
  }
}

function createDemoSimulator({ shops }: Demo): ShopifySimulator {
  const apps = [{ ...defaultApp, clientId: demoPlatformClientId }]
  return createShopifySimulator({ now: () => testStartMs, shops: shops.map((shop) => ({ ...shop, apps })) })
}

function toRequest(path: string, init: TestRequest = {}): Request {
  const { method, key, json, body, headers } = init
  return new Request(new URL(path, 'http://service.test'), {
    method: method ?? 'GET',
    headers: {
      ...(key !== undefined && { Authorization: `Bearer ${key}` }),
      ...(json !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
    ...(body !== undefined && { body, duplex: 'half' }),
  })
}

async function countRows(database: Database, table: string): Promise<number> {
  const [row] = await database.query<{ readonly count: string }>(
    { name: `test_count_${table}`, text: `select count(*) from ${table}` },
    [],
  )
  return Number(row?.count)
}
