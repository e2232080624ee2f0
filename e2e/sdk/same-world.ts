import { scopes } from '@affiliate-platform/contract'
import { hashApiKey } from '@affiliate-platform/platform/api-keys'
import { type Database, migrate, openDatabase } from '@affiliate-platform/platform/database'
import type { GroupRecord, GroupSummary, ProgramRecord, ProgramSummary } from '@affiliate-platform/sdk'
import {
  buildPayout,
  createFakeService,
  createFakeTime,
  type FakePayout,
  type FakeRecord,
  fakeApiKeys,
  fakeIds,
} from '@affiliate-platform/sdk/testing'
import { createApp } from '@affiliate-platform/service'
import { createShopifySimulator, defaultApp } from '@affiliate-platform/shopify-simulator'
import { insertPayouts } from '@affiliate-platform/test-support/payout-builders'
import { groupTerms, payments, toLines, toPaymentRows } from './same-details.ts'
import { membership, referral, toCommission, toReferralRows } from './same-people.ts'

/** A shop that the commerce platform knows, with the token of its app. */
export const shop = { domain: 'known-shop.myshopify.com', accessToken: 'shpat_known_1' } as const

const clientId = 'same-world-app'
const workspaceId = '90000000-0000-4000-8000-000000000001'

const yen = { amountMinor: '1500', currency: 'JPY' }

const memberName = 'Member of all'

/** The payouts there are, of one line each. Something was said about the payment of some of them. */
export const payouts: readonly FakePayout[] = Array.from({ length: 60 }, (_, index) => {
  const { row, detail } = payments[index + 1] ?? {}
  const payout = buildPayout(index + 1, index % 3 === 0 ? { amount: yen, unpaid: yen } : row)
  return { ...payout, memberName, detail: { lines: toLines(payout), ...detail } }
})

const program: FakeRecord<ProgramSummary, ProgramRecord> = {
  summary: {
    id: fakeIds.programId,
    kind: 'programs',
    appId: fakeIds.appId,
    programId: fakeIds.programId,
    name: 'Partner program',
    status: 'draft',
    createdAt: '2026-01-01T00:00:00.000Z',
  },
  createdAtMs: Date.UTC(2026, 0, 1),
}

const group: FakeRecord<GroupSummary, GroupRecord> = {
  summary: {
    id: fakeIds.groupId,
    kind: 'groups',
    appId: fakeIds.appId,
    programId: fakeIds.programId,
    name: 'Partner program',
    status: 'own_terms',
    groupName: 'Gold',
    memberships: 1,
  },
  createdAtMs: Date.UTC(2026, 0, 1),
  detail: { terms: { items: groupTerms, total: groupTerms.length } },
}

const created = { createdAtMs: Date.UTC(2026, 0, 1), memberName }

const { allowManualClaims, termsInForce, terms, createdAt: _joinedAt, ...membershipRow } = membership

const { evidenceFacts, contracts, voided, createdAt: _referredAt, ...referralRow } = referral

/** The commission behind each payout by hand, which has its id. */
const commissions = payouts.map((payout) => {
  const { cause, notPaid, explanation, ...summary } = toCommission(payout)
  return { summary, detail: { cause, notPaid, explanation }, createdAtMs: payout.createdAtMs, memberName }
})

/** The commissions behind payouts of which nothing was said. */
export const quietCommissionIds = commissions
  .filter((_commission, index) => payments[index + 1] === undefined)
  .map(({ summary }) => summary.id)

const records = {
  programs: [program],
  groups: [group],
  memberships: [{ summary: membershipRow, detail: { allowManualClaims, termsInForce, terms }, ...created }],
  referrals: [{ summary: referralRow, detail: { evidenceFacts, contracts, voided }, ...created }],
  commissions,
}

/** One of two services over the same records, with the same keys and the same clock. */
export type Respond = (path: string, init: RequestInit) => Promise<Response>

/** The service over a database, and the test double, in one world. */
export interface SameWorld extends AsyncDisposable {
  readonly real: Respond
  readonly fake: Respond
  /** The time in both, in milliseconds since 1970. */
  nowMs(): number
  /** Lets time pass in both. */
  advance(ms: number): void
}

/** Makes the world: an app with a program, a group, a membership and 60 payouts. */
export async function createSameWorld(): Promise<SameWorld> {
  const time = createFakeTime()
  const database = await openDatabase({ inMemory: true })
  await migrate(database)
  await insertWorld(database)
  const apps = [{ ...defaultApp, clientId }]
  const shopify = createShopifySimulator({ now: () => time.nowMs(), shops: [{ ...shop, apps }] })
  const app = await createApp({ database, clock: () => time.nowMs(), platformFetch: shopify.fetch })
  const fake = createFakeService({ payouts, records, time })
  const toUrl = (path: string) => `${fake.baseUrl}${path}`
  return {
    real: (path, init) => app.fetch(new Request(toUrl(path), init)),
    fake: async (path, init) => {
      const response = await fake.fetch(toUrl(path), init)
      // Of the real one the HTTP server adds it, which is not asked here.
      response.headers.delete('Date')
      return response
    },
    nowMs: () => time.nowMs(),
    advance: (ms) => time.advance(ms),
    [Symbol.asyncDispose]: () => database.close(),
  }
}

async function insertWorld(database: Database): Promise<void> {
  const { appId, programId, groupId, membershipId } = fakeIds
  const created = { created_at: '2026-01-01T00:00:00Z' }
  const inApp = { workspace_id: workspaceId, app_id: appId, ...created }
  const insert = (table: string, row: Readonly<Record<string, unknown>>) => insertRow(database, table, row)
  await insert('workspaces', { workspace_id: workspaceId, name: 'Studio', ...created })
  await insert('apps', {
    ...{ workspace_id: workspaceId, id: appId, name: 'App', ...created },
    ...{ platform_client_id: clientId, uninstall_url: 'https://app.example/uninstalled' },
  })
  await insert('programs', { ...inApp, id: programId, name: 'Partner program' })
  await insert('groups', { ...inApp, id: groupId, program_id: programId, name: 'Gold' })
  await insert('memberships', {
    ...{ ...inApp, id: membershipId, program_id: programId, group_id: groupId },
    member_name: memberName,
  })
  await insertKeys(database)
  await insertPayouts(
    database,
    { workspaceId, appId, programId, groupId, membershipId },
    payouts.map(({ payout: { id, amount }, createdAtMs }) => ({
      ...{ id, amountMinor: BigInt(amount.amountMinor), currency: amount.currency },
      createdAt: new Date(createdAtMs).toISOString(),
    })),
  )
  for (const { payout, detail } of payouts) {
    for (const [table, row] of toPaymentRows(payout.id, detail))
      await insert(table, { workspace_id: workspaceId, ...row })
  }
  for (const [table, row] of toReferralRows()) await insert(table, { workspace_id: workspaceId, ...row })
  for (const { id, effectiveAt, createdAt, actor, supersedes, rules } of groupTerms.toReversed()) {
    await insert('terms_versions', {
      ...{ workspace_id: workspaceId, id, app_id: appId, program_id: programId, target_kind: 'group' },
      ...{ target_id: groupId, rules: JSON.stringify(rules), effective_at: effectiveAt, supersedes },
      ...{ operator: actor.replace('operator:', ''), created_at: createdAt },
    })
  }
}

async function insertKeys(database: Database): Promise<void> {
  const keys = [
    { key: fakeApiKeys.affiliate, kind: 'affiliate', scopes },
    { key: fakeApiKeys.payoutsOnly, kind: 'affiliate', scopes: ['payouts:read'] },
    { key: fakeApiKeys.workspace, kind: 'workspace', scopes: [] },
    { key: fakeApiKeys.installBridge, kind: 'install_bridge', scopes: [] },
  ]
  for (const [index, { key, kind, scopes: granted }] of keys.entries()) {
    const id = `f0000000-0000-4000-8000-00000000000${index + 1}`
    await insertRow(database, 'api_keys', {
      ...{ workspace_id: workspaceId, id, lineage_id: id, kind, scopes: granted, name: 'Key', key_hint: '…' },
      app_id: kind === 'affiliate' ? fakeIds.appId : null,
      key_hash: hashApiKey(key),
      created_at: '2026-01-01T00:00:00Z',
    })
  }
}

async function insertRow(
  database: Database,
  table: string,
  row: Readonly<Record<string, unknown>>,
): Promise<void> {
  const columns = Object.keys(row)
  const places = columns.map((_, index) => `$${index + 1}`)
  const text = `insert into ${table} (${columns}) values (${places})`
  await database.query({ name: `same_world_${table}`, text }, Object.values(row))
}
