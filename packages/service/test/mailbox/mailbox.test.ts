import { request } from 'node:http'
import type { Database } from '@affiliate-platform/platform/database'
import { openTestDatabase } from '@affiliate-platform/test-support/test-database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp, createMailbox, type RunningServer, startServer } from '../../src/index.ts'
import { buildMail } from '../mail/mails.ts'

const mailbox = createMailbox()
const origin = 'http://localhost:4010'

let database: Database
let server: RunningServer

beforeAll(async () => {
  database = await openTestDatabase()
  server = await startServer(await createApp({ database, mailbox }), { host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await server.stop(0)
  await database.close()
})

const open = (path: string) => fetch(server.baseUrl + path)
const read = async (path: string) => await (await open(path)).text()

test('mail is kept instead of being sent, and shown as text and as HTML [D409]', async () => {
  expect(await read('/dev/mailbox')).toContain('comes here instead of being sent')
  const send = mailbox.createSender(origin)
  const kind = { kind: 'sign_in', token: 'aff_sign_in_1' } as const
  expect(await send(buildMail())).toEqual({ result: 'sent', outcome: 'it is in the mailbox' })
  await send(buildMail({ content: kind, name: '<i>Ada' }))
  const list = await read('/dev/mailbox')
  const [latest, first] = [...list.matchAll(/href="(\/dev\/mailbox\/\d+)"/g)].map(([, path]) => path)
  expect(await read(first ?? '')).toContain('Studio &amp; Co has paid you $1,250.00 for Partners.')
  const mail = await read(latest ?? '')
  expect(mail).toContain('Hello &lt;i&gt;Ada,')
  expect(mail).toContain(`${origin}/console/sign-in#aff_sign_in_1`)
  const html = await open(`${latest}/html`)
  expect(await html.text()).toContain(`<a href="${origin}/console/sign-in#aff_sign_in_1">Sign in</a>`)
  expect(html.headers.get('content-security-policy')).toContain("default-src 'none'")
})

test('its pages load and run nothing, as those of the console [D409]', async () => {
  const response = await open('/dev/mailbox')
  const policy = response.headers.get('content-security-policy') ?? ''
  const [, nonce] = /style-src 'self' 'nonce-([^']+)'/.exec(policy) ?? []
  expect(await response.text()).toContain(`<style nonce="${nonce}">`)
  expect(policy).not.toContain('unsafe')
})

test('deliveries of webhooks stand beside it, as they went [D409]', async () => {
  const send = mailbox.watchWebhooks(async () => ({
    ...{ result: 'failed', outcome: 'status 500', retryAfterMs: 0 },
  }))
  const body = JSON.stringify({ type: 'referral.created', data: { note: '<b>' } })
  const delivery = { id: 'message-1', url: 'http://localhost:4020/', body, secrets: ['whsec_secret'] }
  expect(await send(delivery, new AbortController().signal)).toMatchObject({ outcome: 'status 500' })
  const page = await read('/dev/mailbox/webhooks')
  for (const text of ['referral.created', 'message-1', 'http://localhost:4020/', 'status 500', '&lt;b&gt;']) {
    expect(page).toContain(text)
  }
  expect(page).not.toContain('whsec_')
})

test('nobody else reads it, by whatever name this machine is called [D409]', async () => {
  const statusFor = (host: string) =>
    new Promise((resolve, reject) => {
      request(`${server.baseUrl}/dev/mailbox`, { headers: { host } }, (response) => {
        resolve(response.resume().statusCode)
      })
        .on('error', reject)
        .end()
    })
  expect(await statusFor(`localhost:${server.port}`)).toBe(200)
  expect(await statusFor('rebound.example')).toBe(404)
  expect((await fetch(`${server.baseUrl}/dev/mailbox`, { method: 'POST' })).status).toBe(404)
  const app = await createApp({ database, mailbox })
  expect((await app.fetch(new Request(`${origin}/dev/mailbox`))).status).toBe(404)
})

test('a service without one has no such pages [D409]', async () => {
  const app = await startServer(await createApp({ database }), { host: '127.0.0.1', port: 0 })
  expect((await fetch(`${app.baseUrl}/dev/mailbox`)).status).toBe(404)
  await app.stop(0)
})
