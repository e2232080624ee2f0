import type { ServerResponse } from 'node:http'

const json = { 'Content-Type': 'application/json' }
const bodyBytes = 40_000_000

/** How the affiliate platform can fail once a connection is made, each by what it does with a request. */
export const failures = {
  'responds with 500': (response) => response.writeHead(500, json).end('{"code":"internal_error"}'),
  'responds with ok: false': (response) => response.writeHead(200, json).end('{"ok":false}'),
  'responds with HTML': (response) =>
    response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html></html>'),
  'responds with 429': (response) => response.writeHead(429, { 'Retry-After': '1' }).end(),
  'responds with 503': (response) => response.writeHead(503, { 'Retry-After': '1' }).end(),
  redirects: (response) => response.writeHead(302, { Location: 'https://elsewhere.invalid/' }).end(),
  'resets the connection': (response) => response.socket?.resetAndDestroy(),
  'responds with nothing': (response) => response.writeHead(200, json).end(),
  'drips its response': (response) => drip(response),
  'sends 40 MB': (response) => response.writeHead(200, json).end(`{"ok":${' '.repeat(bodyBytes)}true}`),
  hangs: () => undefined,
} satisfies Record<string, (response: ServerResponse) => unknown>

export type Failure = keyof typeof failures

/** A byte every so often: neither the headers nor any single read is ever late. */
function drip(response: ServerResponse): void {
  response.writeHead(200, json).write('{')
  const timer = setInterval(() => response.write(' '), 100)
  response.on('close', () => clearInterval(timer))
}
