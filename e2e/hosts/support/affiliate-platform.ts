import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { reportInstallEvent as reportEvent } from '@affiliate-platform/contract'
import { type Failure, failures } from './failures.ts'
import { type Listening, listen } from './listen.ts'

/** One call, as it arrived. */
export interface PlatformCall {
  readonly body: Readonly<Record<string, unknown>>
  /** Whether the service accepted it: 2xx, and `ok: true` of an identify call. */
  isAccepted: boolean
  /** How long its connection was held; undefined while it still is. */
  heldMs: number | undefined
}

/** The real service on a socket, which fails for the shops it is told to fail for. */
export interface AffiliatePlatform extends Listening {
  /** Fails every call for the shop from now on, or its reports alone; undefined heals it. */
  readonly fail: (shop: string, failure: Failure | undefined, calls?: 'reports') => void
  /** The identify calls of a shop. */
  readonly calls: (shop: string) => readonly PlatformCall[]
  /** The reports of its installs and uninstalls. */
  readonly reports: (shop: string) => readonly PlatformCall[]
}

/**
 * @param service - handles what does not fail
 * @param port - default: any free one
 */
export async function startAffiliatePlatform(
  service: (request: Request) => Promise<Response>,
  port = 0,
): Promise<AffiliatePlatform> {
  const failing = new Map<string, { readonly failure: Failure; readonly reportsOnly: boolean }>()
  const [calls, reports] = [new Map<string, PlatformCall[]>(), new Map<string, PlatformCall[]>()]

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const startedAtMs = performance.now()
    const bytes = await buffer(incoming)
    const body = JSON.parse(bytes.toString())
    const shop = String(body.myshopifyDomain)
    const call: PlatformCall = { body, isAccepted: false, heldMs: undefined }
    const isReport = incoming.url === reportEvent.path
    const arrived = isReport ? reports : calls
    arrived.set(shop, [...(arrived.get(shop) ?? []), call])
    outgoing.on('close', () => {
      call.heldMs = performance.now() - startedAtMs
    })
    const fails = failing.get(shop)
    if (fails && (isReport || !fails.reportsOnly)) return void failures[fails.failure](outgoing)
    const response = await service(toRequest(incoming, bytes))
    const text = await response.text()
    call.isAccepted = response.ok && (isReport || JSON.parse(text).ok === true)
    outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(text)
  }

  const listening = await listen((incoming, outgoing) => void handle(incoming, outgoing), port)
  return {
    ...listening,
    calls: (shop) => calls.get(shop) ?? [],
    reports: (shop) => reports.get(shop) ?? [],
    fail: (shop, failure, only) => {
      if (failure === undefined) failing.delete(shop)
      else failing.set(shop, { failure, reportsOnly: only === 'reports' })
    },
  }
}

function toRequest({ url = '/', headers }: IncomingMessage, body: Buffer<ArrayBuffer>): Request {
  const { authorization = '', 'content-type': type = '' } = headers
  return new Request(new URL(url, 'http://service.test'), {
    method: 'POST',
    headers: { Authorization: authorization, 'Content-Type': type },
    body,
  })
}
