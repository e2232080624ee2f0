import { createServer } from 'node:http'
import { toApiKey } from '../database/world.ts'
import { listenOnFreePort } from '../programs/listen.ts'
import { type ClientName, type ClientSettings, clients } from './clients.ts'
import { baseUrl, buildDubPageText, buildPageText, createStubFetch } from './responses.ts'
import { repeatFor, type StartWork } from './work.ts'

/** A client that reads the same page again and again. The variant is `<client>/<rows>`, `/loopback` for a socket. */
export const start: StartWork = async ({ variant }) => {
  const [name = '', rowsText, network] = variant.split('/')
  const rows = Number(rowsText)
  const text = name === 'dub' ? buildDubPageText(rows) : buildPageText(rows)
  const settings = network === 'loopback' ? await serve(text) : stub(text)
  const readPage = clients[name as ClientName](settings)
  const limit = Math.max(rows, 1)
  return {
    check: async () => {
      const page = JSON.stringify(await readPage(limit))
      if (page !== text) throw new Error(`${variant} gives ${page}`)
      return `${rows} rows`
    },
    runSlice: (durationMs) => repeatFor(durationMs, () => readPage(limit)),
  }
}

function stub(text: string): ClientSettings {
  return { baseUrl, apiKey: toApiKey('affiliate', 'client'), fetch: createStubFetch(text) }
}

/** A server in this very process: its share of the cost is the same for every client. */
async function serve(text: string): Promise<ClientSettings> {
  const bytes = Buffer.from(text)
  const headers = { 'Content-Type': 'application/json', 'Content-Length': bytes.length }
  const server = createServer((_request, response) => response.writeHead(200, headers).end(bytes))
  const port = await listenOnFreePort(server)
  return { baseUrl: `http://127.0.0.1:${port}`, apiKey: toApiKey('affiliate', 'client'), fetch }
}
