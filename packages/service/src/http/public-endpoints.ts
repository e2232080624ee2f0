import { randomUUID } from 'node:crypto'
import { headerNames } from '@affiliate-platform/contract'
import { createOpenApiDocument } from '@affiliate-platform/contract/openapi'
import type { Readiness } from '@affiliate-platform/platform/readiness'
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

const allowed = 'GET, HEAD'

/** Creates the endpoints for probes and tools. */
export function createPublicEndpoints(readReadiness: () => Promise<Readiness>): PublicEndpoints {
  const openApiDocument = JSON.stringify(createOpenApiDocument())
  let isStopping = false

  const find = async (path: string): Promise<Answer | undefined> => {
    switch (path) {
      case '/livez':
        return jsonAnswer(JSON.stringify({ status: 'alive' }))
      case '/openapi.json':
        return jsonAnswer(openApiDocument)
      case '/readyz': {
        const { isReady, checks } = await readReadiness()
        const process = { ok: !isStopping, ...(isStopping && { reason: 'The process is stopping.' }) }
        const isWilling = isReady && !isStopping
        const status = isWilling ? 'ready' : 'not_ready'
        const body = JSON.stringify({ status, checks: { process, ...checks } })
        return { ...jsonAnswer(body), status: isWilling ? 200 : 503 }
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
