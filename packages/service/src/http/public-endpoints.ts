import { randomUUID } from 'node:crypto'
import { headerNames } from '@affiliate-platform/contract'
import { createOpenApiDocument } from '@affiliate-platform/contract/openapi'
import type { Database, Statement } from '../database/database.ts'
import { listPendingMigrations } from '../database/migrate.ts'
import type { Answer, PlainRequest } from './message.ts'

/** The endpoints that need no key: health and the OpenAPI document. */
export interface PublicEndpoints {
  /** Answers a request to one of them; `undefined` for any other. */
  answer(request: PlainRequest): Promise<Answer | undefined>
  announceStop(): void
}

interface Readiness {
  readonly isReady: boolean
  readonly checks: Readonly<Record<string, unknown>>
}

const pingStatement: Statement = { name: 'ready_ping', text: 'select 1' }

/** Creates the endpoints for probes and tools. */
export function createPublicEndpoints(database: Database): PublicEndpoints {
  const openApiDocument = JSON.stringify(createOpenApiDocument())
  let isStopping = false

  const endpoints: Readonly<Record<string, () => Promise<Omit<Answer, 'headers'>>>> = {
    '/livez': async () => ({ status: 200, body: JSON.stringify({ status: 'alive' }) }),
    '/openapi.json': async () => ({ status: 200, body: openApiDocument }),
    '/readyz': async () => {
      const { isReady, checks } = await checkReadiness(database, isStopping)
      const status = isReady ? 'ready' : 'not_ready'
      return { status: isReady ? 200 : 503, body: JSON.stringify({ status, checks }) }
    },
  }

  return {
    async answer({ method, target }) {
      const [path = ''] = target.split('?', 1)
      if ((method !== 'GET' && method !== 'HEAD') || !Object.hasOwn(endpoints, path)) return undefined
      const answer = await endpoints[path]?.()
      if (answer === undefined) return undefined
      const headers = {
        'Content-Type': 'application/json; charset=utf-8',
        'Cache-Control': 'no-store',
        [headerNames.requestId]: randomUUID(),
      }
      return { ...answer, headers }
    },
    announceStop: () => {
      isStopping = true
    },
  }
}

async function checkReadiness(database: Database, isStopping: boolean): Promise<Readiness> {
  const { engine, durability } = database
  const process = { ok: !isStopping, ...(isStopping && { reason: 'The process is stopping.' }) }
  try {
    await database.query(pingStatement, [])
    const pending = (await listPendingMigrations(database)).map(({ name }) => name)
    const migrations = { ok: pending.length === 0, pending }
    const checks = { process, database: { ok: true, engine, durability }, migrations }
    return { isReady: process.ok && migrations.ok, checks }
  } catch {
    const reason = 'The database does not answer.'
    return { isReady: false, checks: { process, database: { ok: false, engine, durability, reason } } }
  }
}
