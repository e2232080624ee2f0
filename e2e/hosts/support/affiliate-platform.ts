import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { type Failure, failures } from './failures.ts'
import { type Listening, listen } from './listen.ts'

/** One identify call, as it arrived. */
export interface IdentifyCall {
  readonly body: Readonly<Record<string, unknown>>
  /** Whether the service accepted it: 2xx and `ok: true`. */
  isAccepted: boolean
  /** How long its connection was held; undefined while it still is. */
  heldMs: number | undefined
}

/** The real service on a socket, which fails for the shops it is told to fail for. */
export interface AffiliatePlatform extends Listening {
  /** Fails every call for the shop from now on; undefined heals it. */
  readonly fail: (shop: string, failure: Failure | undefined) => void
  readonly calls: (shop: string) => readonly IdentifyCall[]
}

/**
 * @param service - handles what does not fail
 * @param port - default: any free one
 */
export async function startAffiliatePlatform(
  service: (request: Request) => Promise<Response>,
  port = 0,
): Promise<AffiliatePlatform> {
  const failing = new Map<string, Failure>()
  const calls = new Map<string, IdentifyCall[]>()

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const startedAtMs = performance.now()
    const bytes = await buffer(incoming)
    const body = JSON.parse(bytes.toString())
    const shop = String(body.myshopifyDomain)
    const call: IdentifyCall = { body, isAccepted: false, heldMs: undefined }
    calls.set(shop, [...(calls.get(shop) ?? []), call])
    outgoing.on('close', () => {
      call.heldMs = performance.now() - startedAtMs
    })
    const failure = failing.get(shop)
    if (failure !== undefined) return void failures[failure](outgoing)
    const response = await service(toRequest(incoming, bytes))
    const text = await response.text()
    call.isAccepted = response.ok && JSON.parse(text).ok === true
    outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(text)
  }

  const listening = await listen((incoming, outgoing) => void handle(incoming, outgoing), port)
  return {
    ...listening,
    calls: (shop) => calls.get(shop) ?? [],
    fail: (shop, failure) => void (failure ? failing.set(shop, failure) : failing.delete(shop)),
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
