import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { listenOnFreePort } from './listen.ts'
import type { StartServer } from './program.ts'

const pattern = /^\/r\/([^/]+)\/([^/?]+)/
const known = new Map(
  Array.from({ length: 20 * 3 }, (_, place) => {
    const app = `app-${Math.floor(place / 3)}`
    const code = `member-${place % 3}`
    return [`${app}/${code}`, `https://apps.shopify.com/${app}?ref=${code}`]
  }),
)

/** Bare node:http that has all links in memory and counts no click: the floor of the redirect. */
export const start: StartServer = async () => {
  const server = createServer((request, response) => {
    const [, slug = '', code = ''] = pattern.exec(request.url ?? '') ?? []
    const app = slug.toLowerCase()
    response.writeHead(302, {
      'X-Request-Id': randomUUID(),
      'Cache-Control': 'no-store',
      Location: known.get(`${app}/${code.toLowerCase()}`) ?? `https://apps.shopify.com/${app}?ref=`,
      'X-Robots-Tag': 'noindex',
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Length': 0,
    })
    response.end()
  })
  const port = await listenOnFreePort(server)
  return {
    port,
    stop: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
