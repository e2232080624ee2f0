import type { Operation } from '@affiliate-platform/contract'
import type { TestRequest, TestService } from '@affiliate-platform/test-support/test-service'
import { expect } from 'vitest'
import type { Headers } from '../portal/passkeys.ts'

/** Where an operation is asked: of which record, and how. */
export interface Place {
  readonly id?: string | undefined
  readonly queries?: readonly string[]
}

/** Somebody's browser, whose requests all succeed. */
export function createBrowser(service: TestService, headers: Headers) {
  const send = async (path: string, request: TestRequest = {}): Promise<string> => {
    // Time goes on, or the quota's window would hold every request.
    service.clock.advance(1000)
    const response = await service.fetch(path, { ...request, headers: { ...headers, ...request.headers } })
    const body = await response.text()
    expect([path, response.status, response.status === 200 ? '' : body]).toEqual([path, 200, ''])
    return body
  }
  return {
    /** Reads what is JSON. */
    read: async <Value>(path: string) => JSON.parse(await send(path)) as Value,
    /** Sends JSON, with an idempotency key. */
    post: async <Value>(path: string, json: unknown = {}) =>
      JSON.parse(
        await send(path, { method: 'POST', json, headers: { 'idempotency-key': crypto.randomUUID() } }),
      ) as Value,
    /** Reads operations in each way that their places say. */
    readEach: async (
      operations: Readonly<Record<string, Operation>>,
      places: Readonly<Record<string, Place>>,
    ) => {
      for (const [name, { id = '', queries = [] }] of Object.entries(places)) {
        const path = operations[name]?.path.replace(':id', id)
        for (const query of ['', ...queries])
          if (query !== '' || queries.length === 0) await send(`${path}?${query}`)
      }
    },
  }
}
