// Usage: node flood.ts PORT pipeline|keys COUNT. Floods a service from a process of its own until its input ends.
import { randomBytes } from 'node:crypto'
import { Agent, get } from 'node:http'
import { connect } from 'node:net'
import { toApiKey } from '@affiliate-platform/platform/api-keys'

const [, , port = '', kind, count = ''] = process.argv
const host = '127.0.0.1'
process.stdin.resume().on('end', () => process.exit())

/** Sends so many requests on one connection at once, and again a second after it was closed. */
function pipeline(): void {
  const socket = connect(Number(port), host)
  socket.resume().on('error', () => undefined)
  socket.on('close', () => setTimeout(pipeline, 1000))
  socket.write('GET /readyz HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(Number(count)))
}

/** Sends one request after the other, each with a key that is well formed and nobody's. */
function guess(agent: Agent): void {
  const headers = { Authorization: `Bearer ${toApiKey('affiliate', randomBytes(32))}` }
  const path = '/api/affiliate-platform/v1/payouts'
  const again = (): void => guess(agent)
  get({ host, port, path, headers, agent }, (response) => response.resume().on('end', again)).on(
    'error',
    () => setTimeout(again, 10),
  )
}

if (kind === 'pipeline') pipeline()
else {
  const agent = new Agent({ keepAlive: true, maxSockets: Number(count) })
  for (let connection = 0; connection < Number(count); connection += 1) guess(agent)
}
process.stdout.write('flooding\n')
