import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { insertApp, type TestApp } from '@affiliate-platform/test-support/payout-builders'
import { expect, test } from 'vitest'
import { importExport, summarize } from './import-export.ts'
import { buildAffiliate, buildCommission, buildExport, buildReferral, ids } from './mantle-export.ts'

describeOnEachEngine('a shop under another domain', (database) => {
  const listReferrals = async ({ workspaceId }: TestApp) => {
    const text = `
      select shop_domain as shop, voided_at is not null as "isOver", (
        select count(*)::integer from commissions where workspace_id = $1 and referral_id = referrals.id
      ) as commissions
      from referrals where workspace_id = $1 order by shop_domain`
    return await database().query({ name: '', text }, [workspaceId])
  }

  test('is the same shop by its number: the earlier of two living referrals has it [D438]', async () => {
    const app = await insertApp(database())
    const later = { affiliateId: ids.affiliate(2), date: '2025-03-01T00:00:00.000Z' }
    const ended = { deletedAt: '2025-04-01T00:00:00.000Z' }
    const number = 'gid://shopify/Shop/90001'
    const files = buildExport({
      'affiliates.json': [buildAffiliate(1), buildAffiliate(2)],
      'attributions.json': [
        buildReferral(1),
        buildReferral(2, later, { platformId: number }),
        buildReferral(3, ended, { platformId: number }),
        buildReferral(4, {}, { platformId: null }),
        buildReferral(5, {}, { platformId: null }),
      ],
    })
    const imported = await importExport(database(), app, files)
    expect(summarize(imported)).toMatchObject({
      added: { referral: 4 },
      setAside: { 'referral shop_referred_twice': 1 },
    })
    expect(imported.report.setAside[0]?.first).toEqual([
      `attributions.json 2 ${ids.referral(2)}: ${ids.referral(1)}`,
    ])
  })

  test('is named where its referral was imported before, which keeps its commissions [D438]', async () => {
    const app = await insertApp(database())
    await importExport(database(), app, buildExport({ 'attributions.json': [buildReferral(1)] }))
    const moved = (changes: object) =>
      buildReferral(1, { ...changes }, { myshopifyDomain: 'new.myshopify.com' })
    const files = { 'attributions.json': [moved({})], 'commissions.json': [buildCommission(1, 5)] }
    const imported = await importExport(database(), app, buildExport(files))
    expect(imported.report.setAside).toMatchObject([
      { reason: 'shop_changed', first: [`attributions.json 1 ${ids.referral(1)}: shop-1.myshopify.com`] },
    ])
    const here = { shop: 'shop-1.myshopify.com', isOver: false, commissions: 1 }
    expect(await listReferrals(app)).toEqual([here])
    const ended = { ...files, 'attributions.json': [moved({ deletedAt: '2025-05-20T00:00:00.000Z' })] }
    expect(summarize(await importExport(database(), app, buildExport(ended))).setAside).toEqual({})
    expect(await listReferrals(app)).toEqual([{ ...here, isOver: true }])
  })
})
