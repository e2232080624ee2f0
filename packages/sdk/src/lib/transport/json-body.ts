import * as limits from '@affiliate-platform/contract/limits'
import type { OperationName } from '../errors/affiliate-error.ts'
import { rejectRequest } from '../errors/reject-request.ts'

/** A request body: its text, and what a service will read from exactly these bytes. */
export interface JsonBody {
  readonly text: string
  readonly value: unknown
}

/**
 * Writes a body once, so that its checks and all its attempts see the same bytes.
 *
 * @throws InvalidRequestError when it is no JSON or over 65,536 bytes
 */
export function buildJsonBody(operation: OperationName, body: unknown): JsonBody {
  const text = stringify(operation, body)
  if (new TextEncoder().encode(text).byteLength > limits.bodyBytesMax) {
    const message = `The body may have at most ${limits.bodyBytesMax} bytes.`
    throw rejectRequest(operation, 'body_too_large', [{ pointer: '', code: 'body_too_large', message }])
  }
  return { text, value: JSON.parse(text) }
}

function stringify(operation: OperationName, body: unknown): string {
  try {
    return JSON.stringify(body) ?? 'null'
  } catch {
    const message = 'The body cannot be written as JSON: it contains a bigint or itself.'
    throw rejectRequest(operation, 'invalid_request', [{ pointer: '', code: 'not_json', message }])
  }
}
