import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { type AddCommand, flag } from '../command-line/act.ts'
import { addCommand } from '../command-line/database-command.ts'
import { parseForwardUrl } from '../command-line/parse-url.ts'
import { parsePort } from '../command-line/parse-value.ts'
import type { Terminal } from '../command-line/terminal.ts'

interface ListenFlags {
  readonly port: number
  readonly forwardTo?: string
  readonly json?: boolean
}

interface Received {
  readonly id: string
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

const portDefault = 4030

export const listenCommand: AddCommand = (noun, terminal) => {
  addCommand(noun, 'listen', {
    description:
      'print what an endpoint on this machine is told, and hand it to your app; AFFILIATE_WEBHOOK_SECRET has it verified',
    examples: ['webhooks listen', 'webhooks listen --forward-to http://localhost:3000/webhooks/affiliates'],
  })
    .addOption(flag('--port <port>', 'port to listen on, 0 for any free one', parsePort).default(portDefault))
    .addOption(flag('--forward-to <url>', 'where your app takes webhooks on this machine', parseForwardUrl))
    .option('--json', 'print the address and each delivery as a line of JSON')
    .action((flags: ListenFlags) => listen(terminal, flags))
}

/** Listens until a signal stops it. */
async function listen(terminal: Terminal, flags: ListenFlags): Promise<void> {
  const server = createServer((request, response) => {
    receive(terminal, flags, { request, response }).catch((error: unknown) => {
      terminal.writeMessage(`${error instanceof Error ? error.message : String(error)}\n`)
      response.writeHead(502).end()
    })
  })
  server.listen(flags.port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : flags.port
  const url = `http://localhost:${port}/`
  terminal.writeData(flags.json ? `${JSON.stringify({ url })}\n` : `Waiting for what is sent to ${url}\n`)
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  server.closeAllConnections()
  server.close()
}

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

async function receive(
  terminal: Terminal,
  { forwardTo, json }: ListenFlags,
  { request, response }: Exchange,
): Promise<void> {
  const received = await read(request)
  const secret = terminal.env['AFFILIATE_WEBHOOK_SECRET']
  const isBelieved = secret === undefined || isSigned(received, secret)
  const status = isBelieved ? await forward(received, forwardTo) : 401
  const { id, body } = received
  const line = json ? JSON.stringify({ id, status, ...parse(body) }) : describe(received, status)
  terminal.writeData(`${line}\n`)
  response.writeHead(status).end()
}

async function read(request: IncomingMessage): Promise<Received> {
  const headers = Object.fromEntries(
    Object.entries(request.headers).filter(
      (entry): entry is [string, string] => entry[0].startsWith('webhook-') && typeof entry[1] === 'string',
    ),
  )
  return { id: headers['webhook-id'] ?? '', headers, body: await text(request) }
}

function isSigned({ body, headers }: Received, secret: string): boolean {
  try {
    new Webhook(secret).verify(body, headers)
    return true
  } catch {
    return false
  }
}

/** Hands a delivery to the app as it came: its bytes are what is signed. */
async function forward({ body, headers }: Received, url: string | undefined): Promise<number> {
  if (url === undefined) return 204
  const init = { method: 'POST', body, redirect: 'manual' } as const
  const response = await fetch(url, { ...init, headers: { ...headers, 'content-type': 'application/json' } })
  await response.body?.cancel()
  return response.status
}

const parse = (body: string): Readonly<Record<string, unknown>> => {
  try {
    return Object(JSON.parse(body))
  } catch {
    return { body }
  }
}

function describe({ id, body }: Received, status: number): string {
  const { type, data } = parse(body)
  const verdict = status === 401 ? '401, not signed with the secret' : String(status)
  return `${type ?? 'no webhook'} ${id} ${JSON.stringify(data ?? body)} ${verdict}`
}
