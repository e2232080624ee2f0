import { randomUUID } from 'node:crypto'
import { headerNames } from '@affiliate-platform/contract'
import { createOpenApiDocument } from '@affiliate-platform/contract/openapi'
import type { Database, Statement } from '../database/database.ts'
import { ForeignMigrationError, listPendingMigrations } from '../database/migrate.ts'
import type { Answer, PlainRequest } from './message.ts'
import { problemAnswer } from './problem-answer.ts'
import { ServiceError } from './service-error.ts'

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

const allowed = 'GET, HEAD'

const pingStatement: Statement = { name: 'ready_ping', text: 'select 1' }

/** Creates the endpoints for probes and tools. */
export function createPublicEndpoints(database: Database): PublicEndpoints {
  const openApiDocument = JSON.stringify(createOpenApiDocument())
  let isStopping = false

  const endpoints: ReadonlyMap<string, () => Promise<Omit<Answer, 'headers'>>> = new Map([
    ['/livez', async () => ({ status: 200, body: JSON.stringify({ status: 'alive' }) })],
    ['/openapi.json', async () => ({ status: 200, body: openApiDocument })],
    [
      '/readyz',
      async () => {
        const { isReady, checks } = await checkReadiness(database, isStopping)
        const status = isReady ? 'ready' : 'not_ready'
        return { status: isReady ? 200 : 503, body: JSON.stringify({ status, checks }) }
      },
    ],
  ])

  return {
    async answer({ method, target }) {
      const [path = ''] = target.split('?', 1)
      const endpoint = endpoints.get(path)
      if (endpoint === undefined) return undefined
      const requestId = randomUUID()
      const headers = { 'Cache-Control': 'no-store', [headerNames.requestId]: requestId }
      if (method !== 'GET' && method !== 'HEAD') {
        const refusal = new ServiceError('not_found', `This path supports ${allowed} only.`)
        const answer = problemAnswer(refusal, requestId, path)
        return { ...answer, headers: { ...answer.headers, ...headers, Allow: allowed } }
      }
      const { status, body } = await endpoint()
      return { status, body, headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers } }
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
    const migrations = await checkMigrations(database)
    const checks = { process, database: { ok: true, engine, durability }, migrations }
    return { isReady: process.ok && migrations.ok, checks }
  } catch {
    const reason = 'The database does not answer.'
    return { isReady: false, checks: { process, database: { ok: false, engine, durability, reason } } }
  }
}

async function checkMigrations(database: Database) {
  try {
    const pending = (await listPendingMigrations(database)).map(({ name }) => name)
    return { ok: pending.length === 0, pending }
  } catch (error) {
    if (!(error instanceof ForeignMigrationError)) throw error
    return { ok: false, pending: [], reason: error.message }
  }
}
