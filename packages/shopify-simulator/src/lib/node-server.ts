import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { partnerHost } from './partner/partner-organization.ts'
import { isShopDomain } from './platform.ts'
import type { PlatformFetch } from './platform-fetch.ts'

/** A running server. */
export interface SimulatorServer {
  /** `http://127.0.0.1:{port}`, without a slash at its end. */
  readonly url: string
  /** The base address of one shop: `{url}/shops/{domain}`. */
  readonly shopUrl: (domain: string) => string
  /** The base address of the Partner API, in place of `https://partners.shopify.com`: `{url}/partners`. */
  readonly partnersUrl: string
  /** Ends open connections, hanging ones too, and stops. */
  readonly close: () => Promise<void>
}

const shopPathPattern = /^\/shops\/([^/]+)(\/.*)$/
const partnersPathPattern = /^\/partners(\/.*)$/

export function listenOnLoopback(fetch: PlatformFetch, port: number): Promise<SimulatorServer> {
  const server = createServer((incoming, outgoing) => void respondIncoming(fetch, incoming, outgoing))
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : port}`
      const close = () =>
        new Promise<void>((closed) => {
          server.close(() => closed())
          server.closeAllConnections()
        })
      const shopUrl = (domain: string) => `${url}/shops/${domain}`
      resolve({ url, shopUrl, partnersUrl: `${url}/partners`, close })
    })
  })
}

async function respondIncoming(
  fetch: PlatformFetch,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const gone = new AbortController()
  outgoing.on('close', () => gone.abort())
  try {
    const request = await toRequest(incoming)
    if (request === undefined)
      return void outgoing
        .writeHead(404)
        .end('Ask for /shops/{domain}/admin/… or /partners/{organizationId}/api/…\n')
    const response = await fetch(request, { signal: gone.signal, redirect: 'manual' })
    outgoing.writeHead(response.status, Object.fromEntries(response.headers))
    outgoing.end(Buffer.from(await response.arrayBuffer()))
  } catch {
    // What rejects a fetch is, on a socket, a connection that ends without a response.
    outgoing.destroy()
  }
}

async function toRequest(incoming: IncomingMessage): Promise<Request | undefined> {
  const { method = 'GET', url = '/', headers } = incoming
  const { host, path } = toTarget(url, headers.host)
  if (host !== partnerHost && !isShopDomain(host)) return undefined
  const chunks: Uint8Array[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  const hasBody = method !== 'GET' && method !== 'HEAD'
  return new Request(`https://${host}${path}`, {
    method,
    headers: Object.entries(headers).map(([name, value]) => [name, String(value)]),
    ...(hasBody ? { body: Buffer.concat(chunks) } : {}),
  })
}

function toTarget(url: string, hostHeader = '') {
  const [, partnersPath] = partnersPathPattern.exec(url) ?? []
  if (partnersPath !== undefined) return { host: partnerHost, path: partnersPath }
  const [, host = hostHeader.split(':')[0] ?? '', path = url] = shopPathPattern.exec(url) ?? []
  return { host, path }
}
