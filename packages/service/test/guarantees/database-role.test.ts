import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { firstReceipt, listOperations, recordOperations, redeemSetupCode } from '@affiliate-platform/contract'
import { issueSetupCode } from '@affiliate-platform/platform/api-keys'
import { anchorFacts } from '@affiliate-platform/platform/audit'
import type { Database } from '@affiliate-platform/platform/database'
import { openPostgres } from '@affiliate-platform/platform/database'
import { findEndpoint, startDelivery } from '@affiliate-platform/platform/outbox'
import {
  deleteOldIdempotencyRecords,
  deleteOldReceipts,
  deleteUnusedQuotaWindows,
} from '@affiliate-platform/platform/retention'
import { buildRules } from '@affiliate-platform/test-support/terms'
import { expectSaved, saveTerms } from '@affiliate-platform/test-support/terms-calls'
import { createPostgresCopy, enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { addReceiver, insertMessages, secretKey } from '@affiliate-platform/test-support/webhook-receivers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer } from '../../src/index.ts'
import { createLog } from '../../src/log.ts'
import { createMetrics } from '../../src/metrics/metrics.ts'
import { connectMcp, toToolName } from '../mcp/mcp-client.ts'

const guide = new URL('../../../../docs/guides/database-role.md', import.meta.url)
// Roles belong to the whole server, which other tests use too.
const role = `affiliate_service_${randomBytes(4).toString('hex')}`

describe.skipIf(!enginesAtHand.includes('postgres'))('the role of the guide', () => {
  let owner: Database
  let database: Database
  let service: TestService
  /** What an owner is told that creates the role. */
  let rejection: unknown

  beforeAll(async () => {
    const url = new URL(await createPostgresCopy())
    owner = await openPostgres(url.href)
    const guideText = (await readFile(guide, 'utf8')).replaceAll('affiliate_service', role)
    const blocks = [...guideText.matchAll(/^```sql\n(.*?)^```/gms)].map(([, sql = '']) => sql)
    const [createRole = '', keepOut = '', grants = ''] = blocks
    // Owning a database is not enough to create a role, and creating one needs no more than that right.
    await owner.script(`create role ${role}_owner; create role ${role}_creator createrole`)
    const asUser = (user: string) => owner.script(`set local role ${role}_${user}; ${createRole}`)
    rejection = await asUser('owner').catch((error: unknown) => error)
    await asUser('creator')
    // As Postgres 14 and older made every database.
    await owner.script('grant create on schema public to public')
    await owner.script(keepOut)
    await owner.script(grants)
    url.username = role
    url.password = 'choose a long random one'
    database = await openPostgres(url.href)
    // Only the test's own look for the demo reads this table.
    await owner.script(`grant select on workspaces to ${role}`)
    service = await createTestService({ database })
    // That of a table takes those of its columns along.
    await owner.script(`revoke select on workspaces from ${role}; ${grants}`)
  })

  afterAll(async () => {
    await database.close()
    await owner.script(`drop owned by ${role}; drop role ${role}, ${role}_owner, ${role}_creator`)
    await owner.close()
  })

  const run = (text: string) => database.query({ name: '', text }, [])

  test('is created by who may create roles, which an owner need not be [D146]', () => {
    expect(rejection).toMatchObject({ code: '42501' })
  })

  test('is enough to deliver webhooks, and to disable an endpoint that is gone [D413]', async () => {
    const { workspaceId } = service.ids
    const { id: endpointId } = await addReceiver(owner, workspaceId, 'https://receiver.example/')
    await insertMessages(owner, { workspaceId, endpointId }, 2)
    let asked = 0
    const delivery = startDelivery(database, createLog('silent'), {
      send: async () => {
        asked += 1
        return { result: 'gone', outcome: 'status 410', retryAfterMs: 0 }
      },
      secretKey,
    })
    const find = () => findEndpoint(owner, { workspaceId, endpointId })
    await expect.poll(find, { timeout: 10_000 }).toMatchObject({ disabledBecause: 'gone' })
    await delivery.stop()
    expect(asked).toBe(2)
    expect(await find()).toMatchObject({ failures: 1, waitingSince: expect.any(Date) })
  })

  test('is enough for every operation', async () => {
    const json = { rules: buildRules() }
    const headers = { 'Idempotency-Key': 'by-the-role' }
    const saved = await expectSaved(await saveTerms(service, { json, headers }))
    expect(await expectSaved(await saveTerms(service, { json, headers }))).toEqual(saved)
    const { affiliate, workspace } = service.keys
    const { programId, groupId, membershipId } = service.ids
    const query = new URLSearchParams({ programId, groupId, membershipId, search: 'a', status: 'confirmed' })
    const list = await service.fetch(`/api/affiliate-platform/v1/payouts?${query}`, { key: affiliate })
    expect(list.status).toBe(200)
    for (const { domain, accessToken } of service.shops.filter(({ behaviour }) => behaviour !== 'slow')) {
      const identification = { myshopifyDomain: domain, accessToken, appId: service.ids.appId }
      for (const contact of [{}, { country: 'Norway' }]) {
        const sent = { method: 'POST', key: workspace, json: { ...identification, ...contact } }
        expect((await service.fetch('/api/identify', sent)).status).not.toBe(500)
      }
    }
    for (const { record, path } of recordOperations) {
      const id = Object(service.ids)[`${record}Id`]
      const read = await service.fetch(
        `${path.replace(':id', id)}${path.endsWith('/explanation') ? '?unit=1' : ''}`,
        {
          key: affiliate,
        },
      )
      expect({ path, status: read.status }).toEqual({ path, status: 200 })
    }
    for (const { path } of listOperations) {
      const { status } = await service.fetch(`${path}?search=a`, { key: affiliate })
      expect({ path, status }).toEqual({ path, status: 200 })
    }
    const redact = { method: 'POST', key: workspace, json: { myshopifyDomain: service.shops[0]?.domain } }
    expect((await service.fetch('/api/compliance/shop-redact', redact)).status).toBe(200)
    const issued = await issueSetupCode(owner, service.ids)
    const redeem = { method: 'POST', key: issued?.code ?? '' }
    expect((await service.fetch(redeemSetupCode.path, redeem)).status).toBe(200)
    const asked = `${firstReceipt.path}?appId=${service.ids.appId}&since=2026-01-01T00:00:00Z`
    expect((await service.fetch(asked, { key: service.keys.workspace })).status).toBe(200)
    expect((await service.fetch('/readyz')).status).toBe(200)
    await anchorFacts(database, 0)
    await deleteOldReceipts(database, 24)
    await deleteOldIdempotencyRecords(database)
    await deleteUnusedQuotaWindows(database)
  })

  test.each([
    ['select on payouts', 'select on payouts'],
    ['insert on receipts', 'insert on receipts'],
    ['update on quota_windows', 'update on quota_windows'],
    ['delete on idempotency_records', 'delete on idempotency_records'],
    ['update (workspace_id) on memberships', 'update on a column of memberships'],
  ])('is not ready without %s, and ready again with it [D72]', async (right, named) => {
    const readiness = async () => {
      service.clock.advance(1000)
      return await service.fetch('/readyz')
    }
    await owner.script(`revoke ${right} from ${role}`)
    const without = await readiness()
    await owner.script(`grant ${right} to ${role}`)
    expect(without.status).toBe(503)
    expect(await without.json()).toMatchObject({
      checks: { database: { reason: expect.stringContaining(named) } },
    })
    expect((await readiness()).status).toBe(200)
  })

  test.each([
    'terms_versions',
    'referral_contracts',
    'commissions',
    'payout_commissions',
    'payment_reports',
    'payment_report_retractions',
    'payment_confirmations',
    'payment_disputes',
    'payment_dispute_closings',
    'payout_voids',
    'audit_changes',
    'fact_anchors',
  ])('is rejected update, delete and truncate on %s [D12] [4.1-6]', async (table) => {
    for (const text of [
      `update ${table} set workspace_id = workspace_id`,
      `delete from ${table}`,
      `truncate ${table} cascade`,
    ]) {
      await expect(run(text), text).rejects.toMatchObject({ code: '42501' })
    }
  })

  test.each([
    'drop trigger insert_only on terms_versions',
    'alter table terms_versions disable trigger all',
    'set session_replication_role = replica',
    'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return old; end $$',
    'drop table receipts',
    'create table mine (id integer)',
    'select * from payees',
    'select * from audit_changes',
    'update receipts set created_at = now()',
    'truncate receipts',
    'update fact_anchoring set anchored_until = now()',
    'update payouts set amount_minor = 1',
    'update service_settings set secret = secret',
    'update api_keys set revoked_at = null',
    'insert into api_keys select * from api_keys',
    'update setup_codes set redeemed_at = null, key_id = null',
    `insert into workspaces select gen_random_uuid(), 'mine', now()`,
    `update memberships set member_name = 'Mallory'`,
  ])('is rejected: %s', async (text) => {
    await expect(run(text)).rejects.toMatchObject({ code: '42501' })
  })

  test('cannot move a membership by the column that it may lock', async () => {
    await expect(run('update memberships set workspace_id = gen_random_uuid()')).rejects.toMatchObject({
      code: '23503',
    })
  })

  // The last one: a server that has stopped is ready no more.
  test('alone may anchor facts, and gives none another time [D190]', async () => {
    const stranger = `${role}_creator`
    await expect(
      owner.script(`set local role ${stranger}; select count(*) from anchor_facts('2090-01-01Z')`),
    ).rejects.toMatchObject({ code: '42501' })
    await run(`select count(*) from anchor_facts('2090-01-01Z')`)
    const state = `select anchored_until > clock_timestamp() as "isBeyondNow" from fact_anchoring`
    expect(await run(state)).toEqual([{ isBeyondNow: false }])

    const forged = await run(`
      insert into terms_versions
      select (jsonb_populate_record(
        version, jsonb_build_object('id', gen_random_uuid(), 'recorded_at', '1969-01-01Z', 'supersedes', null)
      )).*
      from terms_versions version limit 1
      returning recorded_at > now() - interval '1 minute' as "isNow"`)
    expect(forged).toEqual([{ isNow: true }])
  })

  test('is enough for every metric [D363]', async () => {
    const text = await createMetrics(database).render()
    expect(text).toMatch(/^affiliate_sales_unposted \d+$/m)
    expect(text).not.toMatch(/^affiliate_\S+ Nan$/im)
  })

  test('is enough for every tool of an assistant [D132]', async () => {
    const server = await startServer(service.app, { host: '127.0.0.1', port: 0 })
    const { client, call } = await connectMcp({ server, keys: service.keys })
    const { appId, membershipId, payoutId: id, commissionId, referralId } = service.ids
    const { shopDomain } = await call('get_referral', { appId, id: referralId })
    const calls: readonly (readonly [string, object])[] = [
      ['list_apps', {}],
      ...listOperations.map((list) => [toToolName(list.id), { appId, search: 'a' }] as const),
      ['explain', { record: 'membership', id: membershipId }],
      ['explain', { record: 'payout', id }],
      ['explain', { record: 'commission', id: commissionId }],
      ['explain', { record: 'shop', id: shopDomain, appId }],
      ['preview_payouts', {}],
      ['list_balances', { byMembership: true }],
      ['list_changes', {}],
      ['find_receipts', {}],
      ['check_terms', { appId, membershipId, rules: buildRules() }],
    ]
    for (const [name, args] of calls) await call(name, args)
    await client.close()
    await server.stop(0)
  })
})
