import { toFault } from '../../lib/fault.ts'
import type { PageFacts } from '../../lib/pages/build-page.ts'
import { notBegunHeader, shopCountHeader } from '../../lib/pages/page-route.ts'
import type { CommandIo } from '../io.ts'
import { parsePage } from './parse-page.ts'
import type { RunKind } from './run-kind.ts'

/** How one request for a page ended. */
export type PageResponse =
  | {
      readonly kind: 'page'
      readonly page: PageFacts
      readonly shopCount: number | undefined
      /** How many shops, the first of the failures, the page had no time for. */
      readonly notBegun: number
    }
  /** The route rejects the key, or what it is asked for; `unreachable`: its response is none of its own. */
  | { readonly kind: 'rejected' | 'unreachable'; readonly reason: string }
  | { readonly kind: 'interrupted' }

/** What to ask the route for: a page, or of its shops only some. */
export interface PageCall {
  readonly offset: number
  readonly shops?: readonly string[]
}

export interface Route {
  readonly kind: RunKind
  readonly url: string
  readonly apiKey: string
  readonly isDryRun: boolean
  /** A further flag of the query. */
  readonly mode: string | undefined
  readonly pageTimeoutMs: number
}

// After the first attempt.
const retryWaitsMs = [1000, 4000, 10_000]
const retriedStatuses: readonly number[] = [408, 425, 429, 500, 502, 503, 504]

const remedies: Readonly<Record<string, string>> = {
  ledger_not_given: 'Pass backfillRoute the ledger of identifyOnInstall.',
}

/** Asks the route for one page, and again a few times where it was out of reach. */
export async function callPage(route: Route, call: PageCall, io: CommandIo): Promise<PageResponse> {
  for (const waitMs of retryWaitsMs) {
    const { response, retryAfterMs } = await callOnce(route, call, io)
    if (response.kind !== 'unreachable' || retryAfterMs === undefined) return response
    try {
      await io.wait(Math.max(waitMs, retryAfterMs), io.interrupted)
    } catch {
      return { kind: 'interrupted' }
    }
  }
  return (await callOnce(route, call, io)).response
}

interface Attempt {
  readonly response: PageResponse
  /** Undefined when another attempt cannot help. */
  readonly retryAfterMs?: number
}

async function callOnce(route: Route, call: PageCall, io: CommandIo): Promise<Attempt> {
  if (io.interrupted.aborted) return { response: { kind: 'interrupted' } }
  try {
    const response = await io.fetch(toAddress(route, call), {
      method: 'POST',
      headers: { Authorization: `Bearer ${route.apiKey}`, Accept: 'application/json' },
      // A redirect would take the key elsewhere.
      redirect: 'manual',
      signal: AbortSignal.any([io.interrupted, AbortSignal.timeout(route.pageTimeoutMs)]),
    })
    return await readResponse(response, route.kind, call.offset)
  } catch {
    if (io.interrupted.aborted) return { response: { kind: 'interrupted' } }
    return { response: { kind: 'unreachable', reason: 'no response' }, retryAfterMs: 0 }
  }
}

async function readResponse(response: Response, kind: RunKind, offset: number): Promise<Attempt> {
  const { status, headers } = response
  const text = await response.text()
  if (status === 401 || status === 403) {
    return { response: { kind: 'rejected', reason: `The route rejected the key with ${status}.` } }
  }
  if (status !== 200) {
    const { code } = toFault(parseJson(text))
    const reason = code === 'unexpected' ? `status ${status}` : `status ${status}, ${code}`
    if (status === 400) {
      const rejection = `The route rejected the run with ${reason}.`
      const words = [rejection, remedies[code]].filter(Boolean)
      return { response: { kind: 'rejected', reason: words.join(' ') } }
    }
    const response = { kind: 'unreachable', reason } as const
    if (!retriedStatuses.includes(status)) return { response }
    return { response, retryAfterMs: (Number(headers.get('retry-after')) || 0) * 1000 }
  }
  const page = parsePage(parseJson(text), kind)
  if (page === undefined || page.offset !== offset) {
    return { response: { kind: 'unreachable', reason: 'a response that is not a page of this route' } }
  }
  const shopCount = readCount(headers, shopCountHeader)
  return { response: { kind: 'page', page, shopCount, notBegun: readCount(headers, notBegunHeader) ?? 0 } }
}

function toAddress({ url, isDryRun, mode }: Route, { offset, shops }: PageCall): string {
  const some = shops === undefined ? '' : `&shops=${shops.join(',')}`
  return `${url}?offset=${offset}${isDryRun ? '&dryRun=1' : ''}${mode ? `&${mode}=1` : ''}${some}`
}

function readCount(headers: Headers, name: string): number | undefined {
  const text = headers.get(name) ?? ''
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
