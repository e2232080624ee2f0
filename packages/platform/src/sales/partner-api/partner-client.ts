import { type Clock, systemClock } from './clock.ts'
import { PartnerApiError } from './partner-api-error.ts'
import {
  type PartnerIdentity,
  type PartnerOutcome,
  type PartnerResponse,
  readPartnerResponse,
} from './read-partner-response.ts'
import type { RequestPace } from './request-pace.ts'

/** What the client needs. */
export interface PartnerClientOptions {
  /** The number in the organization's addresses. */
  readonly organizationId: string
  /** `prtapi_…`. It leaves in one header to one host, and appears nowhere else. */
  readonly accessToken: string
  /** Spaces the requests of this token over all processes. */
  readonly pace: RequestPace
  /** Default: `2026-07`, whose schema this client was written for. */
  readonly apiVersion?: string
  /** Default: `https://partners.shopify.com`. Plain HTTP is for a simulator on the loopback interface. */
  readonly origin?: string
  /** Default: the global one. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
  /** Default: the process's. */
  readonly clock?: Clock
  /** For one request to its last byte. Default: 30,000. */
  readonly timeoutMs?: number
}

/** Sends queries to the Partner API of one organization. */
export interface PartnerClient {
  /**
   * Sends a query until it has data: retries 429 in both shapes, 5xx, timeouts and broken connections, five times,
   * after 1, 2, 4, 8 and 16 s or as `Retry-After` asks, up to 60 s.
   *
   * @returns the response's `data`
   * @throws PartnerApiError, without the token; or the signal's reason
   */
  readonly query: (
    query: string,
    variables: QueryVariables,
    signal?: AbortSignal,
  ) => Promise<Record<string, unknown>>
}

/** Variables of a query. What is `undefined` is left out: the API takes no null where it expects an id. */
export type QueryVariables = Readonly<Record<string, string | readonly string[] | undefined>>

const attemptsMax = 6
const retryAfterMsMax = 60_000
const queryCharactersMax = 50_000
const responseBytesMax = 5_000_000
const originPattern =
  /^(https:\/\/[a-z0-9.-]+(:\d+)?|http:\/\/(127\.0\.0\.1|localhost)(:\d+)?)(\/[a-z0-9/-]*)?$/

/** Creates a client. Throws a PartnerApiError where the id, the token or the origin cannot be one. */
export function createPartnerClient(options: PartnerClientOptions): PartnerClient {
  const { organizationId, accessToken, apiVersion = '2026-07', clock = systemClock, pace } = options
  const origin = options.origin ?? 'https://partners.shopify.com'
  checkSetup({ organizationId, accessToken, apiVersion, origin })
  const identity = { organizationId, accessToken, apiVersion }
  const url = `${origin}/${organizationId}/api/${apiVersion}/graphql.json`
  const send = createSender(url, options)
  return {
    query: async (query, variables, signal) => {
      if (query.length > queryCharactersMax) {
        throw new PartnerApiError('invalid_query', `A query has at most ${queryCharactersMax} characters.`)
      }
      const body = JSON.stringify({ query, variables })
      for (let attempt = 1; ; attempt += 1) {
        await clock.sleep(await pace.reserve(), signal)
        const outcome = await runAttempt(() => send(body, signal), { ...identity, origin })
        signal?.throwIfAborted()
        if (outcome.kind === 'data') return outcome.data
        if (outcome.kind === 'stop' || attempt === attemptsMax) throw outcome.error
        await clock.sleep(toWaitMs(outcome.retryAfter ?? null, attempt, clock.now()), signal)
      }
    },
  }
}

function checkSetup(setup: PartnerIdentity & { readonly origin: string }): void {
  const faults = [
    /^\d{1,20}$/.test(setup.organizationId) ? [] : ['the organization id is a number'],
    // A line end in a header makes fetch throw an error that prints the header.
    /^[\x21-\x7e]{8,255}$/.test(setup.accessToken)
      ? []
      : ['the token is 8 to 255 printable characters, no blanks'],
    /^[a-z0-9-]{1,20}$/.test(setup.apiVersion) ? [] : ['the version is such as 2026-07'],
    originPattern.test(setup.origin) ? [] : ['the token travels over https only'],
  ].flat()
  if (faults.length > 0)
    throw new PartnerApiError('invalid_setup', `For the Partner API ${faults.join('; ')}.`)
}

function createSender(
  url: string,
  { accessToken, fetch = globalThis.fetch, timeoutMs = 30_000 }: PartnerClientOptions,
) {
  // Messages are in one language, whatever the host's proxy would ask for.
  const headers = {
    'accept-language': 'en',
    'content-type': 'application/json',
    'x-shopify-access-token': accessToken,
  }
  return async (body: string, signal: AbortSignal | undefined): Promise<PartnerResponse> => {
    const timeout = AbortSignal.timeout(timeoutMs)
    const ended = signal === undefined ? timeout : AbortSignal.any([timeout, signal])
    const init = { method: 'POST', headers, body, redirect: 'manual', signal: ended } as const
    const response = await fetch(url, init)
    const { status } = response
    return { status, retryAfter: response.headers.get('retry-after'), body: await readBounded(response) }
  }
}

async function runAttempt(
  send: () => Promise<PartnerResponse>,
  { origin, ...identity }: PartnerIdentity & { readonly origin: string },
): Promise<PartnerOutcome> {
  try {
    return readPartnerResponse(await send(), identity)
  } catch (error) {
    return { kind: 'retry', error: new PartnerApiError('unavailable', sayUnreachable(error, origin)) }
  }
}

/** Only what is known to be harmless is taken from an error that saw the request. */
function sayUnreachable(error: unknown, origin: string): string {
  const { name, cause } = Object(error) as { readonly name?: unknown; readonly cause?: unknown }
  if (name === 'TimeoutError') return `The Partner API at ${origin} did not respond in time.`
  const { code } = Object(cause) as { readonly code?: unknown }
  const known = typeof code === 'string' && /^[A-Z_]{2,40}$/.test(code) ? ` (${code})` : ''
  return `The connection to the Partner API at ${origin} failed${known}.`
}

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    // Leaving the loop cancels the stream, and with it the connection.
    if (bytes > responseBytesMax) throw new RangeError('The response is too large.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** No jitter: the pace spreads the requests of all processes already. */
function toWaitMs(retryAfter: string | null, attempt: number, nowMs: number): number {
  const seconds = Number(retryAfter ?? Number.NaN)
  const askedMs = Number.isNaN(seconds) ? Date.parse(retryAfter ?? '') - nowMs : seconds * 1000
  if (Number.isNaN(askedMs)) return 1000 * 2 ** (attempt - 1)
  return Math.min(Math.max(askedMs, 0), retryAfterMsMax)
}
