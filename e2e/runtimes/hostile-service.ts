import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const page = JSON.stringify({ items: [], nextCursor: null })

const send = (response: ServerResponse, status: number, body: string, headers = {}) =>
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body)

/** Starts a server whose first path segment says how it fails. */
export async function startHostileService() {
  let flaky = 0
  const behaviours: Readonly<Record<string, (response: ServerResponse) => unknown>> = {
    flaky: (response) => {
      flaky += 1
      return flaky % 2 === 1 ? send(response, 503, '') : send(response, 200, page)
    },
    rejected: (response) => send(response, 403, '{"code":"scope_denied"}'),
    limited: (response) => send(response, 429, '{"code":"quota_exceeded"}', { 'Retry-After': '60' }),
    hang: () => undefined,
    stalled: (response) => response.writeHead(200, { 'Content-Type': 'application/json' }).write('{"items":'),
    reset: (response) => response.socket?.destroy(),
    redirect: (response) => send(response, 307, '', { Location: 'http://127.0.0.1:1/' }),
    malformed: (response) => send(response, 200, '{'),
  }
  const server = createServer((request, response) => behaviours[request.url?.split('/')[1] ?? '']?.(response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
