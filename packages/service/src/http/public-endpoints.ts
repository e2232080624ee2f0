import { randomUUID } from 'node:crypto'
import { headerNames } from '@affiliate-platform/contract'
import { createOpenApiDocument } from '@affiliate-platform/contract/openapi'
import type { Database, Statement } from '../database/database.ts'
import { ForeignMigrationError, listPendingMigrations } from '../database/migrate.ts'
import { answerDocs } from '../docs/answer-docs.ts'
import { jsonAnswer } from './json-answer.ts'
import type { Answer, PlainRequest } from './message.ts'
import { problemAnswer } from './problem-answer.ts'
import { ServiceError } from './service-error.ts'

/** The endpoints that need no key: health, the OpenAPI document, and the pages about the interface. */
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

  const find = async (path: string): Promise<Answer | undefined> => {
    switch (path) {
      case '/livez':
        return jsonAnswer(JSON.stringify({ status: 'alive' }))
      case '/openapi.json':
        return jsonAnswer(openApiDocument)
      case '/readyz': {
        const { isReady, checks } = await checkReadiness(database, isStopping)
        const body = JSON.stringify({ status: isReady ? 'ready' : 'not_ready', checks })
        return { ...jsonAnswer(body), status: isReady ? 200 : 503 }
      }
      default:
        return answerDocs(path)
    }
  }

  return {
    async answer({ method, target }) {
      const [path = ''] = target.split('?', 1)
      const found = await find(path)
      if (found === undefined) return undefined
      const requestId = randomUUID()
      const headers = { 'Cache-Control': 'no-store', [headerNames.requestId]: requestId }
      if (method !== 'GET' && method !== 'HEAD') {
        const refusal = new ServiceError('not_found', `This path supports ${allowed} only.`)
        const answer = problemAnswer(refusal, requestId, path)
        return { ...answer, headers: { ...answer.headers, ...headers, Allow: allowed } }
      }
      return { ...found, headers: { ...headers, ...found.headers } }
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
