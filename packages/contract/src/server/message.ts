import { headerNames, schemaVersion, versionedPath } from '../lib/headers.ts'

/** A request as the server sees it, whichever edge it came through. */
export interface PlainRequest {
  readonly method: string
  /** Path and query exactly as sent. */
  readonly target: string
  /** A header by its lower-case name; repeated ones are joined by a comma and a space. */
  header(name: string): string | undefined
  /** The address that the connection comes from; `undefined` without a socket. Behind a proxy, it is the proxy's. */
  remoteAddress(): string | undefined
  /**
   * Reads the whole body. Reading stops as soon as the limit is passed.
   *
   * @returns the raw bytes, or `undefined` when there are more than `bytesMax`
   */
  readBody(bytesMax: number): Promise<Uint8Array | undefined>
  /** Aborted when the client goes away before its response; absent where nobody would notice. */
  readonly gone?: (() => AbortSignal) | undefined
}

/** The path of a request, without its query. */
export const pathOf = ({ target }: Pick<PlainRequest, 'target'>): string => target.split('?', 1)[0] ?? ''

/** Response headers by name. */
export type Headers = Readonly<Record<string, string>>

/** Bytes that are sent as they are made. What fails in the middle cuts the response off. */
export type Pieces = AsyncIterable<Uint8Array<ArrayBuffer>>

/** A response before it goes out through an edge. */
export interface PlainResponse<Body = string | Uint8Array<ArrayBuffer> | Pieces> {
  readonly status: number
  readonly headers: Headers
  readonly body: Body
}

/** What a handler found or did. The server writes it as JSON; a tool takes the value as it is. */
export interface Result<Value = unknown> {
  /** What is sent. Without it and without `text` the body is empty. */
  readonly value?: Value
  /** The value as text that is sent byte for byte, such as a stored one. Default: made of the value. */
  readonly text?: string
  /** What is sent instead of a value. */
  readonly pieces?: Pieces
  /** Default: 200. */
  readonly status?: number
  readonly headers?: Headers
}

/** Writes a result as JSON, unless it comes in pieces. */
export function toResponse({
  value,
  text,
  pieces,
  status = 200,
  headers,
}: Result): PlainResponse<string | Pieces> {
  if (pieces !== undefined) return { status, headers: { ...headers }, body: pieces }
  const body = text ?? (value === undefined ? undefined : JSON.stringify(value))
  if (body === undefined) return { status, headers: { ...headers }, body: '' }
  return { status, headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers }, body }
}

/** The headers of every response of a server, unless it has its own of the same name (D8; interface section 9). */
export function fixedHeaders(requestId: string, path: string): Headers {
  return {
    [headerNames.requestId]: requestId,
    'Cache-Control': 'no-store',
    ...(path.startsWith(versionedPath) && { [headerNames.schemaVersion]: schemaVersion }),
  }
}
