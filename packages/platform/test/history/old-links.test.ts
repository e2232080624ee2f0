import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { insertApp } from '@affiliate-platform/test-support/payout-builders'
import { expect, test } from 'vitest'
import { attributeWaiting, importAnalytics } from '../../src/attribution.ts'
import { insertInstallEvents } from '../../src/install-events/store.ts'
import { importExport } from './import-export.ts'
import { buildAffiliate, buildExport } from './mantle-export.ts'

const listing = 'https://apps.shopify.com/reviews'
const shopDomain = 'followed.myshopify.com'
const actor = 'operator:mia'

async function* toNdjson(rows: readonly object[]): AsyncGenerator<Uint8Array> {
  for (const row of rows) yield Buffer.from(`${JSON.stringify(row)}\n`)
}

describeOnEachEngine('a link of before', (database) => {
  test('leads to its member when analytics tell that somebody followed it [D421]', async () => {
    const { workspaceId, appId } = await insertApp(database())
    await database().script(`
      update apps set slug = 'reviews-${appId}', listing_url = '${listing}?ref={code}' where id = '${appId}';
      insert into sale_feeds (workspace_id, app_id, installs_read_until)
      values ('${workspaceId}', '${appId}', now())`)
    const members = [buildAffiliate(1), buildAffiliate(2, {}, { handle: 'Studio_North-2' })]
    await importExport(database(), { workspaceId, appId }, buildExport({ 'affiliates.json': members }))
    const at = new Date().toISOString()
    await insertInstallEvents(database(), { workspaceId, appId, actor, source: 'partner' }, [
      { kind: 'installed', shopDomain, shopNumber: null, occurredAt: at },
    ])
    const report = await importAnalytics(database(), {
      ...{ workspaceId, appId, actor, file: 'ga4.ndjson', isDryRun: false, onProgress: () => undefined },
      bytes: toNdjson([
        {
          ...{ event: 'view', visitor: 'a', occurred_at: at },
          page_location: `${listing}?mref=studio_north-2&utm_source=blog`,
        },
        { event: 'install', visitor: 'a', occurred_at: at, shop_url: shopDomain },
      ]),
    })
    expect(report).toMatchObject({ new: 1, unused: {} })
    await attributeWaiting(database())
    const text = `
      select member_name as name from referrals
      join memberships member on member.workspace_id = $1 and member.id = referrals.membership_id
      where referrals.workspace_id = $1 and shop_domain = $2 and voided_at is null`
    expect(await database().query({ name: '', text }, [workspaceId, shopDomain])).toEqual([
      { name: 'Affiliate 2' },
    ])
  })
})
