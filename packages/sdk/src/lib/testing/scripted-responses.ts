import { headerNames } from '@affiliate-platform/contract'
import type { Issue } from '../errors/issue.ts'

/**
 * What a scripted response can build on.
 *
 * @example const echo = async ({ request }: ScriptContext) => new Response(await request.text())
 */
export interface ScriptContext {
  /** What the client sent. */
  readonly request: Request
  /** Gives the response that the fake service would have given. */
  usualResponse(): Promise<Response>
  /** Writes a rejection as the service does; the code decides the status. */
  reject(code: string, options?: RejectionOptions): Response
}

/**
 * What a rejection can carry beside its code.
 *
 * @example const options: RejectionOptions = { headers: { 'Retry-After': '1' } }
 */
export interface RejectionOptions {
  /** The `errors` of the problem document. Default: none. */
  readonly issues?: readonly Issue[]
  /** Headers beside those that every response has. */
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * One special response, to one request. Write your own, or take one of `responses`.
 *
 * @example const teapot: ScriptedResponse = () => new Response(null, { status: 418 })
 */
export type ScriptedResponse = (context: ScriptContext) => Response | Promise<Response>

/**
 * A JSON object, as a scripted response changes it.
 *
 * @example const withoutCursor = (page: ResponseJson) => ({ ...page, nextCursor: null })
 */
export type ResponseJson = Readonly<Record<string, unknown>>

/**
 * Special responses, for `FakeService.script`: each is one way in which a service or a network fails.
 *
 * @example
 * ```ts
 * import { responses, createFakeService } from '@affiliate-platform/sdk/testing'
 *
 * const service = createFakeService()
 * service.script('saveTerms', responses.status(503), responses.quotaExceeded(2), responses.usual())
 * ```
 */
export const responses = {
  /** The usual response, to leave a request in the middle alone. */
  usual:
    (): ScriptedResponse =>
    ({ usualResponse }) =>
      usualResponse(),

  /** A rejection with one of the service's codes, such as `terms_rejected`. */
  rejection:
    (code: string, options?: RejectionOptions): ScriptedResponse =>
    ({ reject }) =>
      reject(code, options),

  /** 429. `retryAfter` is in seconds, or a `Date`, or the header's very text; null leaves the header out. */
  quotaExceeded:
    (retryAfter: number | Date | string | null): ScriptedResponse =>
    ({ reject }) => {
      if (retryAfter === null) return reject('quota_exceeded')
      const text = retryAfter instanceof Date ? retryAfter.toUTCString() : String(retryAfter)
      return reject('quota_exceeded', { headers: { [headerNames.retryAfter]: text } })
    },

  /** Any status with any body; JSON by default. */
  status:
    (status: number, body = '', headers: Readonly<Record<string, string>> = {}): ScriptedResponse =>
    () =>
      new Response(body === '' ? null : body, {
        status,
        headers: { 'Content-Type': 'application/json', ...headers },
      }),

  /** A page of a proxy that stands before the service. */
  html:
    (status: number): ScriptedResponse =>
    () =>
      new Response('<h1>Bad gateway</h1>', { status, headers: { 'Content-Type': 'text/html' } }),

  /** 200 with JSON that stops in the middle. */
  malformedJson: (): ScriptedResponse => withText((text) => text.slice(0, -2)),

  /** 200 without a body. */
  emptyBody: (): ScriptedResponse => withText(() => ''),

  /** 204. */
  noContent: (): ScriptedResponse => () => new Response(null, { status: 204 }),

  /** The usual response with its JSON changed. */
  changed: (change: (json: ResponseJson) => unknown): ScriptedResponse =>
    withText((text) => JSON.stringify(change(JSON.parse(text) as ResponseJson))),

  /** The usual response with other headers; null takes one away. */
  withHeaders:
    (headers: Readonly<Record<string, string | null>>): ScriptedResponse =>
    async ({ usualResponse }) =>
      changeHeaders(await usualResponse(), headers),

  /** 200 and `ok: false`, which is no success of an identify call. */
  notOk: (): ScriptedResponse => responses.changed((json) => ({ ...json, ok: false })),

  /** A redirect, which the clients do not follow. */
  redirect:
    (location: string): ScriptedResponse =>
    () =>
      new Response(null, { status: 307, headers: { Location: location } }),

  /** A connection that fails before any response. */
  networkError: (): ScriptedResponse => () => Response.error(),

  /** No response ever; the client's time or signal ends it. */
  hang:
    (): ScriptedResponse =>
    ({ request }) =>
      new Promise((resolve) => {
        request.signal.addEventListener('abort', () => resolve(Response.error()), { once: true })
      }),

  /** Headers and half a body, then nothing more. */
  stalledBody:
    (): ScriptedResponse =>
    async ({ usualResponse }) => {
      const usual = await usualResponse()
      const bytes = new Uint8Array(await usual.arrayBuffer())
      const body = new ReadableStream({
        start: (stream) => stream.enqueue(bytes.subarray(0, bytes.length / 2)),
      })
      return new Response(body, { status: usual.status, headers: usual.headers })
    },
} as const

function withText(change: (text: string) => string): ScriptedResponse {
  return async ({ usualResponse }) => {
    const usual = await usualResponse()
    return new Response(change(await usual.text()), { status: usual.status, headers: usual.headers })
  }
}

function changeHeaders(response: Response, headers: Readonly<Record<string, string | null>>): Response {
  const changed = new Headers(response.headers)
  for (const [name, value] of Object.entries(headers)) {
    if (value === null) changed.delete(name)
    else changed.set(name, value)
  }
  return new Response(response.body, { status: response.status, headers: changed })
}
