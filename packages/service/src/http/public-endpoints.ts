import { randomUUID } from 'node:crypto'
import { dayMs } from '@affiliate-platform/contract'
import { createOpenApiDocument } from '@affiliate-platform/contract/openapi'
import {
  fixedHeaders,
  type PlainRequest,
  type PlainResponse,
  pathOf,
  rejectAtOnce,
  ServiceError,
  toResponse,
} from '@affiliate-platform/contract/server'
import type { Readiness } from '@affiliate-platform/platform/readiness'
import { findPage } from '../docs/find-page.ts'

/** The endpoints that need no key: health, the OpenAPI document, and the pages about the interface. */
export interface PublicEndpoints {
  /** Responds to a request to one of them; `undefined` for any other. */
  respond(request: PlainRequest): Promise<PlainResponse | undefined>
  announceStop(): void
}

const allowed = 'GET, HEAD'

const securityTextDays = 180

/** RFC 9116: where to report a vulnerability of this deployment. Its end has to be less than a year away. */
function respondSecurityText(contact: string): PlainResponse {
  const expires = new Date(Date.now() + securityTextDays * dayMs)
  expires.setUTCHours(0, 0, 0, 0)
  const body = `Contact: ${contact}\nExpires: ${expires.toISOString()}\nPreferred-Languages: en\n`
  return { status: 200, headers: { 'Content-Type': 'text/plain; charset=utf-8' }, body }
}

/**
 * Creates the endpoints for probes and tools.
 *
 * @param securityContact - where to report a vulnerability; without one there is no `security.txt`
 */
export function createPublicEndpoints(
  readReadiness: () => Promise<Readiness>,
  securityContact: string | undefined,
): PublicEndpoints {
  const openApiDocument = JSON.stringify(createOpenApiDocument())
  let isStopping = false

  const find = async (path: string): Promise<PlainResponse | undefined> => {
    switch (path) {
      case '/livez':
        return toResponse({ value: { status: 'alive' } })
      case '/.well-known/security.txt':
        return securityContact === undefined ? undefined : respondSecurityText(securityContact)
      case '/openapi.json':
        return toResponse({ text: openApiDocument })
      case '/readyz': {
        const { isReady, checks } = await readReadiness()
        const process = { ok: !isStopping, ...(isStopping && { reason: 'The process is stopping.' }) }
        const isWilling = isReady && !isStopping
        const value = { status: isWilling ? 'ready' : 'not_ready', checks: { process, ...checks } }
        return toResponse({ value, status: isWilling ? 200 : 503 })
      }
      default:
        return findPage(path)
    }
  }

  return {
    async respond(request) {
      const { method } = request
      const path = pathOf(request)
      const found = await find(path)
      if (found === undefined) return undefined
      if (method !== 'GET' && method !== 'HEAD') {
        const detail = `This path supports only ${allowed}.`
        return rejectAtOnce(new ServiceError('not_found', detail, { headers: { Allow: allowed } }), path)
      }
      return { ...found, headers: { ...fixedHeaders(randomUUID(), path), ...found.headers } }
    },
    announceStop: () => {
      isStopping = true
    },
  }
}
