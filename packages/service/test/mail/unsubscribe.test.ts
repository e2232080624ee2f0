import { readSecret } from '@affiliate-platform/platform/database'
import { createUnsubscribeTokens, listUnwantedMail } from '@affiliate-platform/platform/outbox'
import { insertApp, type TestApp } from '@affiliate-platform/test-support/payout-builders'
import { openTestDatabase } from '@affiliate-platform/test-support/test-database'
import { startSmtp } from '@affiliate-platform/test-support/test-smtp'
import { type WatchedDatabase, watchDatabase } from '@affiliate-platform/test-support/watched-database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, createApp, createLog, createMailSender } from '../../src/index.ts'
import { buildMail } from './mails.ts'

const origin = 'https://affiliates.example.com'

let database: WatchedDatabase
const lines: string[] = []
let app: App
let world: TestApp
let url: string

beforeAll(async () => {
  database = watchDatabase(await openTestDatabase())
  const log = createLog('warn', { write: (line) => void lines.push(line) })
  app = await createApp({ database, log, console: { place: { origin }, folder: '/nowhere' } })
  world = await insertApp(database)
})
afterAll(() => database.close())

const unwanted = () =>
  listUnwantedMail(database, { workspaceId: world.workspaceId, recipientId: world.membershipId })

test('a mail that one may do without says so in its head, as RFC 8058 has it [D408]', async () => {
  const smtp = await startSmtp()
  const tokens = createUnsubscribeTokens(await readSecret(database))
  const choice = {
    workspaceId: world.workspaceId,
    recipientId: world.membershipId,
    kind: 'payout_reported',
  } as const
  const send = createMailSender({ smtpUrl: smtp.url, from: 'A <a@example.com>', origin })
  expect(await send(buildMail({ unsubscribe: tokens.make(choice) }))).toMatchObject({ result: 'sent' })
  const head = (smtp.taken[0] ?? '').replaceAll('\r\n ', '')
  expect(head).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  url = /List-Unsubscribe: ?<(https:[^>]+)>/.exec(head)?.[1] ?? ''
  expect(url).toContain(`${origin}/mail/unsubscribe/`)
  await smtp.close()
})

test('opening that address changes nothing; posting to it does, at once and without a session [D408]', async () => {
  const opened = await app.fetch(new Request(url))
  expect(opened.status).toBe(200)
  expect(opened.headers.get('content-security-policy')).toContain("default-src 'none'")
  const page = await opened.text()
  expect(page).toContain('<form method="post"><button>No more such mail</button></form>')
  expect(page).not.toContain('mia@')
  expect(await unwanted()).toEqual([])
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  const posted = await app.fetch(new Request(url, { method: 'POST', body }))
  expect(posted.status).toBe(200)
  expect(await posted.text()).toContain('You get no more mail about “Payments to you”.')
  expect(await unwanted()).toEqual(['payout_reported'])
})

test('an address that was not sent is none, whoever it names [D408]', async () => {
  const forged = [
    `${url}A`,
    url.replace('payout_reported', 'payout_confirmed'),
    `${origin}/mail/unsubscribe/`,
  ]
  for (const address of forged) {
    const response = await app.fetch(new Request(address, { method: 'POST' }))
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('This address is not complete.')
  }
  expect(await unwanted()).toEqual(['payout_reported'])
})

test('what cannot be kept is told as an operation tells it, and logged [D408]', async () => {
  const error = Object.assign(new Error('terminating connection'), { code: '57P01', severity: 'FATAL' })
  database.failOn('mail_save_choice', error)
  const rejected = await app.fetch(new Request(url, { method: 'POST' }))
  expect(rejected.status).toBe(503)
  expect(rejected.headers.get('retry-after')).toMatch(/^[1-3]$/)
  database.failOn('mail_save_choice', new Error('a mistake of ours'))
  const failed = await app.fetch(new Request(url, { method: 'POST' }))
  expect(await failed.json()).toMatchObject({ status: 500, code: 'internal_error' })
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { code: 'unavailable', operation: 'page', fault: { code: '57P01' } },
    { code: 'internal_error', operation: 'page', requestId: failed.headers.get('x-request-id') },
  ])
  database.failOn(undefined)
})
