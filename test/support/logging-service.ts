import { createLog } from '@affiliate-platform/service'
import { expect } from 'vitest'
import { buildRules } from './terms.ts'
import { openTestDatabase } from './test-database.ts'
import { createTestService, type TestRequest, type TestService } from './test-service.ts'
import { type WatchedDatabase, watchDatabase } from './watched-database.ts'

/** A word that no log line may hold. */
export const canary = 'CANARY7c1f'

/** A token and an e-mail address that hold it. */
export const secretToken = `shpat_${canary}`
export const secretEmail = `${canary}@sent.example`

/** The service under test with a log that a test can read. */
export interface LoggingService extends TestService {
  readonly database: WatchedDatabase
  /** The lines so far; a test may empty it. */
  readonly lines: string[]
  expectNoSecrets(): void
}

/** Creates a service that logs everything there is to log. */
export async function createLoggingService(): Promise<LoggingService> {
  const lines: string[] = []
  const log = createLog('trace', { write: (line) => lines.push(line) })
  const database = watchDatabase(await openTestDatabase())
  const service = await createTestService({ database, log, affiliateQuotaRequestsMax: 40 })
  const secrets = [
    canary,
    // The mark before every query string.
    '?',
    ...Object.values(service.keys),
    ...service.shops.map(({ accessToken }) => accessToken),
  ]
  return {
    ...service,
    database,
    lines,
    expectNoSecrets: () => {
      const text = lines.join('')
      for (const secret of secrets) expect(text).not.toContain(secret)
    },
    close: () => database.close(),
  }
}

/** A terms write of the demo's affiliate key. */
export function buildWrite(service: TestService, changes: TestRequest = {}): TestRequest {
  return { method: 'PATCH', key: service.keys.affiliate, json: { rules: buildRules() }, ...changes }
}

/** An identify request full of secrets. */
export function buildIdentify(service: TestService, changes: object = {}): readonly [string, TestRequest] {
  const contact = { email: secretEmail, ownerName: canary, phone: canary }
  const json = { myshopifyDomain: 'demo-ok.myshopify.com', ...contact, ...changes }
  return [`/api/identify?token=${canary}`, { method: 'POST', key: service.keys.workspace, json }]
}
