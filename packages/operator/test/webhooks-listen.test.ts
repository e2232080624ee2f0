import { randomUUID } from 'node:crypto'
import { startCommand } from '@affiliate-platform/test-support/service-process'
import { type Receiver, startReceiver } from '@affiliate-platform/test-support/webhook-receivers'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const body = JSON.stringify({
  type: 'referral.created',
  timestamp: 't',
  data: { referralId: 'r', note: 'Zoë' },
})

let app: Receiver
let listening: ReturnType<typeof startCommand>
let url: string

beforeAll(async () => {
  app = await startReceiver((response, count) => response.writeHead(count === 1 ? 202 : 500).end())
  app.secret = secret
  const flags = ['--port', '0', '--forward-to', app.url, '--json']
  listening = startCommand(['webhooks', 'listen', ...flags], { env: { AFFILIATE_WEBHOOK_SECRET: secret } })
  url = JSON.parse(await listening.firstLine()).url
})
afterAll(() => app.close())

async function deliver(by: string): Promise<{ readonly id: string; readonly status: number }> {
  const id = randomUUID()
  const now = new Date()
  const headers = {
    ...{ 'webhook-id': id, 'webhook-timestamp': `${Math.floor(now.getTime() / 1000)}` },
    'webhook-signature': new Webhook(by).sign(id, now, body),
  }
  return { id, status: (await fetch(url, { method: 'POST', headers, body })).status }
}

test('webhooks listen prints what comes, hands it to the app as it came, and responds as the app does [D405]', async () => {
  const first = await deliver(secret)
  const second = await deliver(secret)
  expect([first.status, second.status]).toEqual([202, 500])
  expect([...app.got]).toMatchObject([
    [first.id, { bodies: new Set([body]) }],
    [second.id, { bodies: new Set([body]) }],
  ])
  const foreign = await deliver(`whsec_${Buffer.alloc(32, 1).toString('base64')}`)
  expect(foreign.status).toBe(401)
  expect(app.got.size).toBe(2)
  const { stdout, exitCode } = await listening.stop('SIGINT')
  expect(exitCode).toBe(0)
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines).toEqual([
    { url },
    { id: first.id, status: 202, ...JSON.parse(body) },
    { id: second.id, status: 500, ...JSON.parse(body) },
    { id: foreign.id, status: 401, ...JSON.parse(body) },
  ])
})
