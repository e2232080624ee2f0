import { headerNames } from '@affiliate-platform/contract'
import type { Issue } from '../issue.ts'

/**
 * What a scripted answer can build on.
 *
 * @example const echo = async ({ request }: ScriptContext) => new Response(await request.text())
 */
export interface ScriptContext {
  /** What the client sent. */
  readonly request: Request
  /** Gives the answer that the fake service would have given. */
  usualAnswer(): Promise<Response>
  /** Writes a refusal as the service does; the code decides the status. */
  refuse(code: string, options?: RefusalOptions): Response
}

/**
 * What a refusal can carry beside its code.
 *
 * @example const options: RefusalOptions = { headers: { 'Retry-After': '1' } }
 */
export interface RefusalOptions {
  /** The `errors` of the problem document. Default: none. */
  readonly issues?: readonly Issue[]
  /** Headers beside those that every response has. */
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * One answer out of the ordinary, to one request. Write your own, or take one of `answers`.
 *
 * @example const teapot: ScriptedAnswer = () => new Response(null, { status: 418 })
 */
export type ScriptedAnswer = (context: ScriptContext) => Response | Promise<Response>

/**
 * A JSON object, as a scripted answer changes it.
 *
 * @example const withoutCursor = (page: AnswerJson) => ({ ...page, nextCursor: null })
 */
export type AnswerJson = Readonly<Record<string, unknown>>

/**
 * Answers out of the ordinary, for `FakeService.script`: each is one way in which a service or a network fails.
 *
 * @example
 * ```ts
 * import { answers, createFakeService } from '@affiliate-platform/sdk/testing'
 *
 * const service = createFakeService()
 * service.script('saveTerms', answers.status(503), answers.quotaExceeded(2), answers.usual())
 * ```
 */
export const answers = {
  /** The usual answer, to leave a request in the middle alone. */
  usual:
    (): ScriptedAnswer =>
    ({ usualAnswer }) =>
      usualAnswer(),

  /** A refusal with one of the service's codes, such as `terms_rejected`. */
  refusal:
    (code: string, options?: RefusalOptions): ScriptedAnswer =>
    ({ refuse }) =>
      refuse(code, options),

  /** 429. `retryAfter` is in seconds, or a `Date`, or the header's very text; null leaves the header out. */
  quotaExceeded:
    (retryAfter: number | Date | string | null): ScriptedAnswer =>
    ({ refuse }) => {
      if (retryAfter === null) return refuse('quota_exceeded')
      const text = retryAfter instanceof Date ? retryAfter.toUTCString() : String(retryAfter)
      return refuse('quota_exceeded', { headers: { [headerNames.retryAfter]: text } })
    },

  /** Any status with any body; JSON by default. */
  status:
    (status: number, body = '', headers: Readonly<Record<string, string>> = {}): ScriptedAnswer =>
    () =>
      new Response(body === '' ? null : body, {
        status,
        headers: { 'Content-Type': 'application/json', ...headers },
      }),

  /** A page of a proxy that stands before the service. */
  html:
    (status: number): ScriptedAnswer =>
    () =>
      new Response('<h1>Bad gateway</h1>', { status, headers: { 'Content-Type': 'text/html' } }),

  /** 200 with JSON that stops in the middle. */
  malformedJson: (): ScriptedAnswer => withText((text) => text.slice(0, -2)),

  /** 200 without a body. */
  emptyBody: (): ScriptedAnswer => withText(() => ''),

  /** 204. */
  noContent: (): ScriptedAnswer => () => new Response(null, { status: 204 }),

  /** The usual answer with its JSON changed. */
  changed: (change: (json: AnswerJson) => unknown): ScriptedAnswer =>
    withText((text) => JSON.stringify(change(JSON.parse(text) as AnswerJson))),

  /** The usual answer with other headers; null takes one away. */
  withHeaders:
    (headers: Readonly<Record<string, string | null>>): ScriptedAnswer =>
    async ({ usualAnswer }) =>
      changeHeaders(await usualAnswer(), headers),

  /** 200 and `ok: false`, which is no success of an identify call. */
  notOk: (): ScriptedAnswer => answers.changed((json) => ({ ...json, ok: false })),

  /** A redirect, which the clients do not follow. */
  redirect:
    (location: string): ScriptedAnswer =>
    () =>
      new Response(null, { status: 307, headers: { Location: location } }),

  /** A connection that fails before any answer. */
  networkError: (): ScriptedAnswer => () => Response.error(),

  /** No answer ever; the client's time or signal ends it. */
  hang:
    (): ScriptedAnswer =>
    ({ request }) =>
      new Promise((resolve) => {
        request.signal.addEventListener('abort', () => resolve(Response.error()), { once: true })
      }),

  /** Headers and half a body, then nothing more. */
  stalledBody:
    (): ScriptedAnswer =>
    async ({ usualAnswer }) => {
      const usual = await usualAnswer()
      const bytes = new Uint8Array(await usual.arrayBuffer())
      const body = new ReadableStream({
        start: (stream) => stream.enqueue(bytes.subarray(0, bytes.length / 2)),
      })
      return new Response(body, { status: usual.status, headers: usual.headers })
    },
} as const

function withText(change: (text: string) => string): ScriptedAnswer {
  return async ({ usualAnswer }) => {
    const usual = await usualAnswer()
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
