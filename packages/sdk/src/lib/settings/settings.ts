import { ConfigurationError } from '../errors/errors.ts'
import { type Runtime, runtimeKey, systemRuntime, timerMsMax } from '../transport/runtime.ts'
import { type ApiKeyDefaults, findApiKey } from './api-key.ts'
import { checkOptions, clientOptionTypes } from './check-options.ts'
import type { CallOptions, ClientOptions } from './client-options.ts'
import { createLog } from './log.ts'
import { joinObservers, type Observer } from './observer.ts'
import { checkHeaders } from './request-headers.ts'
import { buildUserAgent } from './user-agent.ts'

/** How much time and how many requests a call may spend. */
export interface Bounds {
  readonly timeoutMs: number
  readonly totalTimeoutMs: number
  readonly retries: number
  /** Only a walk over pages waits for its quota on top of its total time. */
  readonly pageWaitMs: number
}

/** What a client works with: its options, completed and checked. */
export interface Settings extends Bounds {
  /** Or what asks the caller for it. */
  readonly apiKey: string | (() => Promise<string>)
  /** The caller's own, by lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  readonly userAgent: string
  /** Without a slash at its end. */
  readonly baseUrl: string
  /** The caller's own; undefined for the host's. */
  readonly fetch: typeof globalThis.fetch | undefined
  readonly observer: Observer | undefined
  readonly strict: boolean
  readonly runtime: Runtime
}

const baseUrlVariable = 'AFFILIATE_BASE_URL'
const retriesMax = 10

/**
 * Completes a client's options.
 *
 * @throws ConfigurationError naming the first option that cannot work
 */
export function resolveSettings(
  options: ClientOptions & { readonly [runtimeKey]?: Runtime },
  defaults: ApiKeyDefaults,
): Settings {
  rejectBrowser()
  checkOptions(options, clientOptionTypes)
  const settings = {
    apiKey: findApiKey(options.apiKey, defaults),
    headers: checkHeaders(options.headers),
    userAgent: buildUserAgent(options.appInfo),
    baseUrl: readBaseUrl(options.baseUrl),
    fetch: options.fetch,
    observer: joinObservers(createLog(), options.observer),
    strict: options.strict ?? false,
    runtime: options[runtimeKey] ?? systemRuntime,
  }
  const bounds = { timeoutMs: 10_000, totalTimeoutMs: 30_000, retries: 4, pageWaitMs: 0 }
  return { ...settings, ...resolveBounds(bounds, options) }
}

/**
 * Puts a call's own bounds over the client's.
 *
 * @throws ConfigurationError for a time that is not above 0, or retries that are no whole number from 0 to 10
 */
export function resolveBounds(bounds: Bounds, options: CallOptions): Bounds {
  return {
    timeoutMs: checkTime('timeoutMs', options.timeoutMs ?? bounds.timeoutMs),
    totalTimeoutMs: checkTime('totalTimeoutMs', options.totalTimeoutMs ?? bounds.totalTimeoutMs),
    retries: checkRetries(options.retries ?? bounds.retries),
    pageWaitMs: checkPageWait(bounds.pageWaitMs),
  }
}

function checkTime(name: string, ms: number): number {
  if (ms > 0 && ms <= timerMsMax) return ms
  throw reject('invalid_option', `${name} must be above 0 and at most ${timerMsMax} milliseconds.`)
}

function checkRetries(retries: number): number {
  if (Number.isInteger(retries) && retries >= 0 && retries <= retriesMax) return retries
  throw reject('invalid_option', `retries must be a whole number from 0 to ${retriesMax}.`)
}

function checkPageWait(ms: number): number {
  if (ms >= 0) return ms
  throw reject('invalid_option', 'pageWaitMs must not be below 0.')
}

// Interface 5 rule 6: the key is never in client-visible code. No option lifts this. A test environment such as jsdom
// or happy-dom puts a document into a server's process; the window of an Electron app is a browser with one.
function rejectBrowser(): void {
  if (!('document' in globalThis) && !('importScripts' in globalThis)) return
  const { node, electron }: Readonly<Record<string, string | undefined>> = globalThis.process?.versions ?? {}
  if (node !== undefined && electron === undefined) return
  throw reject(
    'browser_rejected',
    'An API key must never reach a browser. Call the service from your server.',
  )
}

function readBaseUrl(option: string | undefined): string {
  const text = option ?? (globalThis.process?.env?.[baseUrlVariable] || undefined)
  if (text === undefined) {
    throw reject('missing_base_url', `Set ${baseUrlVariable} or the option baseUrl to the service's address.`)
  }
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isPlain =
    url !== undefined && /^https?:$/.test(url.protocol) && !/[?#]/.test(text) && url.username === ''
  if (isPlain && url.password === '') return url.href.replace(/\/+$/, '')
  throw reject('invalid_base_url', 'baseUrl must be an http(s) URL without credentials, query or fragment.')
}

const reject = (code: string, message: string) => new ConfigurationError({ code, message })
