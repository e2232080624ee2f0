import { headerNames, schemaVersion, versionedPath } from '../lib/headers.ts'

/** A request as the server sees it, whichever edge it came through. */
export interface PlainRequest {
  readonly method: string
  /** Path and query exactly as sent. */
  readonly target: string
  /** A header by its lower-case name; repeated ones are joined by a comma and a space. */
  header(name: string): string | undefined
  /**
   * Reads the whole body. Reading stops as soon as the limit is passed.
   *
   * @returns the raw bytes, or `undefined` when there are more than `bytesMax`
   */
  readBody(bytesMax: number): Promise<Uint8Array | undefined>
}

/** Response headers by name. */
export type Headers = Readonly<Record<string, string>>

/** A response before it goes out through an edge. */
export interface PlainResponse {
  readonly status: number
  readonly headers: Headers
  readonly body: string
}

/** A successful response with a JSON body that is already text, byte for byte as it is to be sent. */
export function jsonResponse(body: string, headers: Headers = {}): PlainResponse {
  return { status: 200, headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers }, body }
}

/** The headers of every response of a server (D8; interface section 9). */
export function fixedHeaders(requestId: string, path: string): Headers {
  return {
    [headerNames.requestId]: requestId,
    'Cache-Control': 'no-store',
    ...(path.startsWith(versionedPath) && { [headerNames.schemaVersion]: schemaVersion }),
  }
}
