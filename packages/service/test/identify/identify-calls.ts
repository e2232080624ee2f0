import { type ErrorCode, errorCatalogue, problemSchema } from '@affiliate-platform/contract'
import { demoPlatformClientId } from '@affiliate-platform/operator/demo'
import type { ShopOptions } from '@affiliate-platform/shopify-simulator'
import type { TestRequest, TestService } from '@affiliate-platform/test-support/test-service'
import { expect } from 'vitest'

const path = '/api/identify'

/** Sends one identify request with the demo's workspace key. */
export function identify(service: TestService, json: unknown, init: TestRequest = {}): Promise<Response> {
  return service.fetch(path, { method: 'POST', key: service.keys.workspace, json, ...init })
}

/** Sends a body that is not made by JSON.stringify. */
export function identifyRaw(service: TestService, init: TestRequest): Promise<Response> {
  const headers = { 'Content-Type': 'application/json', ...init.headers }
  return service.fetch(path, { method: 'POST', key: service.keys.workspace, ...init, headers })
}

let shopsAdded = 0

/** Adds a shop of its own for one test, and returns its install-time request. */
export function addShop(service: TestService, shop: Partial<ShopOptions> = {}) {
  shopsAdded += 1
  const myshopifyDomain = `shop-${shopsAdded}.myshopify.com`
  const accessToken = `shpat_shop_${shopsAdded}`
  const apps = [{ clientId: demoPlatformClientId, clientSecret: 'secret' }]
  service.simulator.addShop({ domain: myshopifyDomain, accessToken, apps, ...shop })
  return { myshopifyDomain, accessToken, appId: service.ids.appId }
}

/** The uninstall variant for a shop that no other test names. */
export function buildUninstall() {
  shopsAdded += 1
  return { myshopifyDomain: `shop-${shopsAdded}.myshopify.com`, email: 'owner@sent.example' }
}

/** Checks everything that all rejections of this endpoint have in common, and returns the problem document. */
export async function expectRejection(response: Response, code: ErrorCode) {
  const problem = problemSchema.parse(await response.json())
  const { status } = errorCatalogue[code]
  expect(problem).toMatchObject({ ok: false, code, status, type: `/docs/errors/${code}` })
  expect(response.status).toBe(status)
  expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('x-request-id')).toBe(problem.requestId)
  return problem
}

type Row = Readonly<Record<string, unknown>>

/** Reads everything that was written about a shop. */
export async function readWritten({ database }: TestService, shopDomain: string) {
  const read = (table: string) => {
    const text = `select * from ${table} where shop_domain = $1`
    return database.query<Row>({ name: `test_read_${table}`, text }, [shopDomain])
  }
  return {
    contacts: await read('contacts'),
    watches: await read('uninstall_watches'),
    receipts: await read('receipts'),
  }
}

/** Counts the rows of all tables that identification writes. */
export async function countWritten(service: TestService): Promise<number> {
  const tables = ['contacts', 'uninstall_watches', 'receipts']
  const counts = await Promise.all(tables.map((table) => service.count(table)))
  return counts.reduce((sum, count) => sum + count)
}
