import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { insertApp, type TestApp } from '@affiliate-platform/test-support/payout-builders'
import { expect, test } from 'vitest'
import { attributeShop } from '../../src/attribution/attribute-shop.ts'
import { decideCase, fileClaim, listCases } from '../../src/attribution.ts'
import { listBalances } from '../../src/balances.ts'
import { listHistorySetAside, undoHistory } from '../../src/history.ts'
import { insertInstallEvents } from '../../src/install-events/store.ts'
import { cutOver, importExport, summarize } from './import-export.ts'
import {
  buildAffiliate,
  buildClaim,
  buildExport,
  buildPaid,
  buildPayout,
  buildProgram,
  buildReferral,
  ids,
  type MantleFiles,
} from './mantle-export.ts'

const of = (affiliate: number) => ({ affiliateId: ids.affiliate(affiliate) })
const shop = (name: string) => ({ appInstallation: { myshopifyDomain: `${name}.myshopify.com` } })
const decided = { decisionBy: { name: 'Carol', email: 'carol@example.com' }, decisionNotes: 'no proof' }
const rejected = { ...decided, rejectedAt: '2025-03-03T10:00:00.000Z' }
const approved = { ...decided, approvedAt: '2025-03-02T10:00:00.000Z' }

const world = buildExport({
  'affiliates.json': [buildAffiliate(1), buildAffiliate(2, {}, { status: 'pending', approvedAt: null })],
  'attributions.json': [buildReferral(1, { appListingPageViewId: null })],
  'commissions.json': [buildPaid(1, 30)],
  'payouts.json': [buildPayout(1, 30)],
})
const claims: MantleFiles = {
  ...world,
  'attribution-requests.json': [
    buildClaim(1, { ...shop('new'), notes: 'I built their theme' }),
    buildClaim(2, { ...shop('lost'), ...rejected, approvedAt: '2025-03-01T10:00:00.000Z' }),
    buildClaim(3, { ...shop('shop-1'), ...approved }),
    // Nobody is asked about these.
    buildClaim(4, shop('shop-1')),
    buildClaim(5, { ...shop('new'), date: '2025-02-21T00:00:00.000Z' }),
    buildClaim(6, { ...shop('new'), ...of(2) }),
    buildClaim(7, { ...shop('gone'), ...approved }),
    buildClaim(8, { ...shop('new'), deletedAt: '2025-03-09T00:00:00.000Z' }),
    buildClaim(9, { appInstallation: null, customerName: 'Their shop' }),
    buildClaim(10, { ...shop('new'), date: null, createdAt: '2025-03-01' }),
    buildClaim(11, { ...shop('new'), ...of(9) }),
    // Whom the member names is a shop.
    buildClaim(12, { appInstallation: null, customerName: 'Typed.myshopify.com' }),
  ],
}

describeOnEachEngine('claims of an export', (database) => {
  const casesOf = async ({ workspaceId }: TestApp, isWithDecided = true) => {
    const cases = await listCases(
      database(),
      { workspaceId, isWithDecided },
      { after: undefined, limit: 100 },
    )
    return cases
      .map(({ shopDomain, claim, decision, reason, occurredAt }) => ({
        shop: shopDomain.replace('.myshopify.com', ''),
        ...{ claim, decision, reason, at: occurredAt.toISOString() },
      }))
      .toSorted((a, b) => a.shop.localeCompare(b.shop, 'en') || Number(a.decision) - Number(b.decision))
  }

  const readReferrals = async ({ workspaceId }: TestApp) =>
    await database().query(
      {
        name: '',
        text: `
          select referral.id, voided_at as "voidedAt", (
            select json_agg(shown.reason order by shown.reason desc) from referral_evidence shown
            where shown.workspace_id = $1 and shown.referral_id = referral.id
          ) as reasons
          from referrals referral where workspace_id = $1`,
      },
      [workspaceId],
    )

  const undo = async ({ workspaceId }: TestApp, importId: string | null) =>
    await undoHistory(database(), {
      ...{ workspaceId, importId: importId ?? '', reason: 'wrong', actor: 'operator:noa' },
      onProgress: () => {},
    })

  const at = '2025-02-20T00:00:00.000Z'
  const waiting = [
    { shop: 'new', claim: 'I built their theme', decision: null, reason: null, at },
    { shop: 'typed', claim: 'Typed.myshopify.com', decision: null, reason: null, at },
  ]

  test('wait here, stay rejected, or are told of their referral, and nothing is earned by them [D429]', async () => {
    const app = await insertApp(database())
    const imported = await importExport(database(), app, claims)
    expect(summarize(imported)).toMatchObject({ added: { referral: 1, claim: 4 } })
    expect(await casesOf(app)).toEqual([
      {
        ...{ shop: 'lost', claim: 'Shop 2', decision: 'reject', at },
        reason: 'rejected in Mantle at 2025-03-03T10:00:00.000Z by Carol: no proof',
      },
      ...waiting,
    ])
    const referrals = await readReferrals(app)
    expect(referrals).toMatchObject([
      {
        voidedAt: null,
        reasons: [
          'approved in Mantle at 2025-03-02T10:00:00.000Z by Carol: no proof',
          `Mantle referral ${ids.referral(1)}`,
        ],
      },
    ])
    // Whoever decides anew who brought the shops comes to the same.
    for (const name of ['shop-1', 'new', 'lost']) {
      const shopDomain = `${name}.myshopify.com`
      await database().transaction((tx) => attributeShop(tx, { ...app, shopDomain }))
    }
    expect(await readReferrals(app)).toEqual(referrals)
    expect(await listBalances(database(), app)).toMatchObject([{ dueMinor: '0', reportedMinor: '3000' }])
  })

  test('make a referral where they are accepted and the shop came from the cut-over on, and none before [D436]', async () => {
    const app = await insertApp(database())
    const { workspaceId, appId } = app
    await importExport(database(), app, claims)
    const accept = async (shopDomain: string, occurredAt: string) => {
      await insertInstallEvents(
        database(),
        { workspaceId, appId, actor: 'operator:noa', source: 'partner' },
        [{ kind: 'installed', shopDomain, shopNumber: null, occurredAt }],
      )
      const cases = await listCases(
        database(),
        { workspaceId, isWithDecided: false },
        { after: undefined, limit: 100 },
      )
      const caseId = cases.find((one) => one.shopDomain === shopDomain)?.id ?? ''
      const decision = {
        workspaceId,
        caseId,
        decision: 'accept',
        reason: 'shown',
        actor: 'operator:noa',
      } as const
      return await decideCase(database(), decision)
    }
    expect(await accept('new.myshopify.com', cutOver)).toMatchObject({
      ok: true,
      referralId: expect.any(String),
    })
    expect(await accept('typed.myshopify.com', '2025-05-31T23:59:59.999Z')).toMatchObject({
      ...{ ok: true, referralId: null },
    })
  })

  test('that nobody is asked about are set aside, with whose the shop is [D429]', async () => {
    const app = await insertApp(database())
    await importExport(database(), app, claims)
    const aside = await listHistorySetAside(database(), app.workspaceId, { after: undefined, limit: 100 })
    expect(Object.fromEntries(aside.map(({ number, reason, detail }) => [number, [reason, detail]]))).toEqual(
      {
        4: ['shop_referred_twice', ids.referral(1)],
        5: ['claimed_twice', ids.claim(1)],
        6: ['member_not_active', null],
        7: ['approved_without_referral', null],
        8: ['deleted', null],
        9: ['unreadable_shop', null],
        10: ['without_time', null],
        11: ['unknown_member', null],
      },
    )
  })

  test('are not asked about where the shop has a member here, or the member said so here [D429]', async () => {
    const app = await insertApp(database())
    await importExport(database(), app, world)
    const [row] = await database().query<{ id: string }>(
      {
        name: '',
        text: `select record_id as id from history_records where workspace_id = $1 and kind = 'member' and source_id like '${ids.affiliate(1)}/%'`,
      },
      [app.workspaceId],
    )
    const claim = {
      workspaceId: app.workspaceId,
      membershipId: row?.id ?? '',
      reason: 'mine',
      actor: 'operator:noa',
    }
    const filed = await fileClaim(database(), { ...claim, shopDomain: 'new.myshopify.com' })
    const imported = await importExport(database(), app, claims)
    expect(summarize(imported).added).toEqual({ claim: 3 })
    const aside = await listHistorySetAside(database(), app.workspaceId, { after: undefined, limit: 100 })
    expect(aside.find(({ number }) => number === 1)).toMatchObject({
      reason: 'claimed_twice',
      detail: filed.ok ? filed.evidenceId : '',
    })
    expect((await casesOf(app, false)).map(({ claim: told }) => told)).toEqual([
      'mine',
      'Typed.myshopify.com',
    ])
  })

  test('that were decided there since are asked about no more [D429]', async () => {
    const app = await insertApp(database())
    await importExport(database(), app, claims)
    const later = {
      ...claims,
      'attributions.json': [
        ...(claims['attributions.json'] ?? []),
        buildReferral(2, {}, { myshopifyDomain: 'typed.myshopify.com' }),
      ],
      'attribution-requests.json': [
        buildClaim(1, { ...shop('new'), ...rejected }),
        buildClaim(12, { ...shop('typed'), ...approved }),
      ],
    }
    await importExport(database(), app, later)
    expect(await casesOf(app, false)).toEqual([])
    expect((await casesOf(app)).map(({ shop: name, reason }) => [name, reason?.split(' at ')[0]])).toEqual([
      ['lost', 'rejected in Mantle'],
      ['new', 'rejected in Mantle'],
      ['typed', 'approved in Mantle'],
    ])
    expect((await readReferrals(app)).filter((referral) => Object(referral).voidedAt === null)).toHaveLength(
      2,
    )
  })

  test('are taken back with their import, and wait again where it is imported again [D429] [D430]', async () => {
    const app = await insertApp(database())
    const { importId } = await importExport(database(), app, claims)
    expect(await undo(app, importId)).toEqual({ ok: true })
    expect(await casesOf(app, false)).toEqual([])
    expect((await casesOf(app)).map(({ reason }) => reason)).toContain('import undone: wrong')
    const again = await importExport(database(), app, claims)
    expect(summarize(again)).toMatchObject({ added: { claim: 4 } })
    expect(await casesOf(app, false)).toEqual(waiting)
    expect(await undo(app, again.importId)).toEqual({ ok: true })
  })

  test('of a program that ended there wait for nobody [D429]', async () => {
    const app = await insertApp(database())
    const affiliateProgram = buildProgram(1, { deletedAt: '2025-05-01T00:00:00.000Z' })
    const files = { ...claims, 'affiliates.json': [buildAffiliate(1, {}, { affiliateProgram })] }
    await importExport(database(), app, files)
    expect(await casesOf(app, false)).toEqual([])
  })
})
