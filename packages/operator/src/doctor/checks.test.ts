import { readFileSync } from 'node:fs'
import type { Database } from '@affiliate-platform/platform/database'
import { readSettings } from '@affiliate-platform/service'
import { insertApp } from '@affiliate-platform/test-support/payout-builders'
import { openTestDatabase } from '@affiliate-platform/test-support/test-database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkDatabase } from './check-database.ts'
import { checkDisk } from './check-disk.ts'
import { checkEncryption } from './check-encryption.ts'
import { checkOutbox } from './check-outbox.ts'
import { checkPlatform } from './check-platform.ts'
import { checks } from './finding.ts'

const mebibyte = 1024 * 1024

let database: Database

beforeAll(async () => {
  database = await openTestDatabase()
})

afterAll(() => database.close())

test.each([
  [1024 * mebibyte, 'ok'],
  [1024 * mebibyte - 1, 'warning'],
  [100 * mebibyte, 'warning'],
  [100 * mebibyte - 1, 'failed'],
])('finds %d free bytes: %s', async (freeBytes, state) => {
  const finding = await checkDisk('data', async () => freeBytes)

  expect(finding.state).toBe(state)
  expect(finding.remedy === null).toBe(state === 'ok')
})

test('takes any response as the way to Shopify being open, and asks for nothing more', async () => {
  const calls: unknown[] = []
  const finding = await checkPlatform(async (...call) => {
    calls.push(call)
    return new Response(null, { status: 404 })
  })

  expect(finding).toMatchObject({ state: 'ok', remedy: null })
  expect(calls).toEqual([
    [
      expect.stringMatching(/^https:\/\/[a-z-]+\.myshopify\.com\/$/),
      { method: 'HEAD', redirect: 'manual', signal: expect.any(AbortSignal) },
    ],
  ])
})

test('says that Shopify cannot be reached, by which fault, and what to do', async () => {
  const fault = new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ENOTFOUND' }) })

  expect(await checkPlatform(() => Promise.reject(fault))).toMatchObject({
    state: 'failed',
    detail: 'Shopify cannot be reached at *.myshopify.com (ENOTFOUND).',
    remedy: expect.stringContaining('--offline'),
  })
})

test.each([
  [0, 'ok'],
  [-3000, 'warning'],
  [3000, 'warning'],
  [-8000, 'failed'],
  [8000, 'failed'],
])('finds a clock that is %d ms off: %s', async (offMs, state) => {
  const findings = await checkDatabase(database, readSettings({}), () => Date.now() + offMs)

  expect(findings.find(({ check }) => check === 'clock')).toMatchObject({ state })
})

test('says what mail waits, whether it is late or nothing sends it, and what to do [D410]', async () => {
  const sending = readSettings({
    ...{ CONSOLE_ORIGIN: 'https://a.example', SMTP_URL: 'smtps://a.example', MAIL_FROM: 'A <a@a.example>' },
  })
  const find = async (settings: typeof sending) =>
    (await checkOutbox(database, settings)).find(({ check }) => check === 'mail')
  expect(await find(sending)).toMatchObject({ state: 'ok' })
  expect(await find(readSettings({}))).toMatchObject({ state: 'skipped' })
  const { workspaceId, membershipId } = await insertApp(database)
  const text = `
    insert into outbox_mails (workspace_id, id, recipient_id, membership_id, kind, queued_at)
    values ($1, $2, $2, $2, 'terms_changed', now() - interval '16 minutes')`
  await database.query({ name: 'test_wait', text }, [workspaceId, membershipId])
  expect(await find(sending)).toMatchObject({
    ...{ state: 'warning', detail: expect.stringContaining('1 mail to be sent, the oldest since') },
    remedy: expect.stringContaining('mail list --state waiting'),
  })
  expect(await find(readSettings({ CONSOLE_ORIGIN: 'https://a.example' }))).toMatchObject({
    ...{ state: 'warning', detail: 'No mail is sent without SMTP_URL, MAIL_FROM: 1 mail to be sent.' },
  })
})

test('does not call a database well that a newer version has migrated', async () => {
  const text = `insert into schema_migrations (number, name, checksum) values (9999, '9999_later', 'x')`
  await database.query({ name: 'test_later_migration', text }, [])
  const findings = await checkDatabase(database, readSettings({}))

  expect(findings.find(({ check }) => check === 'migrations')).toMatchObject({
    state: 'failed',
    detail: expect.stringContaining('9999_later'),
    remedy: expect.stringContaining('a newer one'),
  })
})

test('warns of a database that is reached over a network in clear [D146]', () => {
  expect(checkEncryption('postgres://app:hunter2@db.internal/app')).toMatchObject({
    state: 'warning',
    detail: expect.not.stringContaining('hunter2'),
    remedy: expect.stringContaining('sslmode=verify-full'),
  })
  expect(checkEncryption('postgres://app@db.internal/app?sslmode=verify-full').state).toBe('ok')
  expect(checkEncryption('postgres://app@localhost/app').state).toBe('ok')
})

test('the guide has a row for every check of doctor', () => {
  const guide = readFileSync(new URL('../../../../docs/guides/operating.md', import.meta.url), 'utf8')
  const table = guide.slice(guide.indexOf('| Check | `failed` |'), guide.indexOf('`doctor` cannot see'))
  const cells = [...table.matchAll(/^\| (`[^|]+) \|/gm)].map(([, cell = '']) => cell)
  const named = cells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name))
  expect(named.toSorted()).toEqual([...checks].toSorted())
})
