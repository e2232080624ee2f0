// Usage: node send-at-once.ts PORT. For each line of its input, requests as JSON, it sends them all at the same time, each
// on a connection of its own, and prints their statuses. A process of its own: what it does for itself holds up nobody.

import { createInterface } from 'node:readline'
import { type ClientRequest, createClient } from './guarantee-client.ts'

const port = Number(process.argv[2])

for await (const line of createInterface({ input: process.stdin })) {
  const requests = JSON.parse(line) as readonly ClientRequest[]
  const client = createClient(port, requests.length)
  const responses = await Promise.all(requests.map(client.send))
  client.close()
  process.stdout.write(`${JSON.stringify(responses.map(({ status }) => status))}\n`)
}
