import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { importLines, readCommissions } from '@affiliate-platform/test-support/money-world'
import { insertApp, type TestApp } from '@affiliate-platform/test-support/payout-builders'
import { expect, test } from 'vitest'
import { attributeWaiting, importAnalytics } from '../../src/attribution.ts'
import { insertInstallEvents } from '../../src/install-events/store.ts'
import { importExport } from './import-export.ts'
import { buildAffiliate, buildExport, buildReferral } from './mantle-export.ts'

const listing = 'https://apps.shopify.com/reviews'
const shopDomain = 'followed.myshopify.com'
const actor = 'operator:mia'
const hourMs = 3_600_000

async function* toNdjson(rows: readonly object[]): AsyncGenerator<Uint8Array> {
  for (const row of rows) yield Buffer.from(`${JSON.stringify(row)}\n`)
}

describeOnEachEngine('a link of before', (database) => {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * hourMs)

  /** An app with two members of an export, from a cut-over on. */
  async function importMembers(cutOverAt: Date, referrals = buildExport()['attributions.json'] ?? []) {
    const app = await insertApp(database())
    const { workspaceId, appId } = app
    await database().script(`
      update apps set slug = 'reviews-${appId}', listing_url = '${listing}?ref={code}' where id = '${appId}';
      insert into sale_feeds (workspace_id, app_id, installs_read_until)
      values ('${workspaceId}', '${appId}', now())`)
    const members = [buildAffiliate(1), buildAffiliate(2, {}, { handle: 'Studio_North-2' })]
    const files = buildExport({ 'affiliates.json': members, 'attributions.json': referrals })
    await importExport(database(), app, files, { cutOverAt })
    return app
  }

  /** Somebody follows the second member's link, installs the app and pays 50 dollars; who has the shop is told, and what was earned. */
  async function follow(
    app: TestApp,
    { viewedAt, installedAt = viewedAt }: { readonly viewedAt: Date; readonly installedAt?: Date },
  ) {
    const { workspaceId, appId } = app
    await insertInstallEvents(database(), { workspaceId, appId, actor, source: 'partner' }, [
      { kind: 'installed', shopDomain, shopNumber: null, occurredAt: installedAt.toISOString() },
    ])
    const { unused } = await importAnalytics(database(), {
      ...{ workspaceId, appId, actor, file: 'ga4.ndjson', isDryRun: false, onProgress: () => undefined },
      bytes: toNdjson([
        {
          ...{ event: 'view', visitor: 'a', occurred_at: viewedAt.toISOString() },
          page_location: `${listing}?mref=studio_north-2&utm_source=blog`,
        },
        { event: 'install', visitor: 'a', occurred_at: installedAt.toISOString(), shop_url: shopDomain },
      ]),
    })
    await attributeWaiting(database())
    await importLines(database(), app, [
      {
        ...{ platformId: `sale/${appId}`, kind: 'subscription_sale', shopDomain, billingInterval: null },
        ...{ chargeId: 'gid://shopify/AppSubscription/1', gross: '50.0', net: '48.0', currency: 'USD' },
        collectedAt: hoursAgo(1).toISOString(),
      },
    ])
    const text = `
      select member_name as name from referrals
      join memberships member on member.workspace_id = $1 and member.id = referrals.membership_id
      where referrals.workspace_id = $1 and shop_domain = $2 and voided_at is null`
    const referrals = await database().query<{ name: string }>({ name: '', text }, [workspaceId, shopDomain])
    const earned = await readCommissions(database(), workspaceId)
    return {
      unused,
      of: referrals.map(({ name }) => name),
      earned: earned.map(({ cause, amount }) => `${cause} ${amount.amountMinor}`),
    }
  }

  const ofTheSecond = { unused: {}, of: ['Affiliate 2'], earned: ['sale 1000'] }
  const ofNobody = { unused: { no_terms_in_force: 1, outside_window: 1 }, of: [], earned: [] }

  test('leads to its member when analytics tell that somebody followed it [D421]', async () => {
    const app = await importMembers(new Date('2025-06-01T00:00:00Z'))
    expect(await follow(app, { viewedAt: hoursAgo(2) })).toEqual(ofTheSecond)
  })

  test('leads there from the cut-over on, also before it was imported, and to nobody before [D436]', async () => {
    const cutOverAt = hoursAgo(72)
    expect(await follow(await importMembers(cutOverAt), { viewedAt: cutOverAt })).toEqual(ofTheSecond)
    const before = new Date(cutOverAt.getTime() - 1)
    const installedAt = hoursAgo(48)
    expect(await follow(await importMembers(cutOverAt), { viewedAt: before, installedAt })).toEqual(ofNobody)
    const later = new Date(Date.now() + hourMs)
    expect(await follow(await importMembers(later), { viewedAt: hoursAgo(2) })).toEqual(ofNobody)
  })

  test('takes no shop from whoever had it there, and its sales are earned once [D436]', async () => {
    const referral = buildReferral(1, { date: hoursAgo(96).toISOString() }, { myshopifyDomain: shopDomain })
    const app = await importMembers(hoursAgo(72), [referral])
    const told = await follow(app, { viewedAt: hoursAgo(48) })
    expect(told).toEqual({ unused: {}, of: ['Affiliate 1'], earned: ['sale 1000'] })
  })

  test('is under terms of a program that begin with the cut-over, and of one that was here with the import [D436]', async () => {
    const cutOverAt = hoursAgo(72)
    const app = await importMembers(cutOverAt)
    const read = async () => {
      const text = `
        select rules ->> 'rateBps' as rate, effective_at as from, created_at > effective_at as "isOfThePast"
        from terms_versions where workspace_id = $1 and target_id = (
          select record_id from history_records where workspace_id = $1 and kind = 'program'
        )`
      return await database().query({ name: '', text }, [app.workspaceId])
    }
    const terms = [{ rate: '2000', from: cutOverAt, isOfThePast: true }]
    expect(await read()).toEqual(terms)
    const earlier = { cutOverAt: hoursAgo(96) }
    const files = buildExport({ 'affiliates.json': [buildAffiliate(1), buildAffiliate(3)] })
    await importExport(database(), app, files, earlier)
    expect(await read()).toEqual(terms)
  })
})
