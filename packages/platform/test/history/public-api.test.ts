import { insertApp, type TestApp } from '@affiliate-platform/test-support/payout-builders'
import { openTestDatabase } from '@affiliate-platform/test-support/test-database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listBalances } from '../../src/balances.ts'
import type { Database } from '../../src/database/statements/database.ts'
import { importExport, summarize } from './import-export.ts'
import { type Item, toFolderOfTexts } from './mantle-export.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase('pglite')
})
afterAll(() => database.close())

const at = '2025-03-01T12:00:00.000Z'
const times = { createdAt: at, updatedAt: at }
const ofMia = { affiliateId: 'mia', affiliateProgramId: 'p1' }

/** The lists of the public API, as its description has them. */
const lists = {
  affiliatePrograms: [
    {
      ...{ id: 'p1', name: 'Partners', appId: 'lantern', removeOnUninstallDays: 30, ...times },
      rules: { percentCommission: 20, durationMonths: 0, revenueComponents: [], revenueType: 'net' },
      groups: [{ id: 'g1', name: 'Gold', rules: { percentCommission: 30 }, ...times }],
    },
  ],
  affiliates: [
    {
      ...{ id: 'mia', email: 'mia@example.com', ...times, user: null },
      memberships: [
        {
          ...{ affiliateProgramId: 'p1', handle: 'mia', status: 'active', approvedAt: at, ...times },
          ...{ group: { id: 'g1', name: 'Gold', rules: { percentCommission: 30 } }, rules: {} },
          ...{ rulesOverride: 'group', affiliateLink: 'https://apps.shopify.com/lantern?mref=mia' },
        },
      ],
    },
  ],
  customers: [{ id: 'k1', shopifyDomain: 'one.myshopify.com', appInstallations: [{ id: 'i1' }], ...times }],
  affiliateReferrals: [
    { id: 'r1', ...ofMia, appInstallationId: 'i1', customerId: 'k1', date: at, ...times },
    { id: 'r2', ...ofMia, appInstallationId: 'i2', customerId: 'k2', date: at, ...times },
  ],
  affiliatePayouts: [
    { id: 'o1', ...ofMia, amount: 12.5, number: 1000, status: 'paid', paidAt: at, ...times },
  ],
  affiliateCommissions: [
    {
      id: 'c1',
      ...ofMia,
      affiliateReferralId: 'r1',
      amount: 12.5,
      cancelled: false,
      payoutId: 'o1',
      date: at,
      ...times,
    },
    {
      id: 'c2',
      ...ofMia,
      amount: 3,
      cancelled: false,
      type: 'custom',
      date: '2025-07-01T00:00:00.000Z',
      ...times,
    },
  ],
} satisfies Record<string, readonly Item[]>

const files: Readonly<Record<string, keyof typeof lists>> = {
  ...{ affiliate_programs: 'affiliatePrograms', affiliates: 'affiliates', customers: 'customers' },
  ...{ affiliate_referrals: 'affiliateReferrals', affiliate_payouts: 'affiliatePayouts' },
  affiliate_commissions: 'affiliateCommissions',
}

const toTexts = (page: object) =>
  Object.fromEntries(
    Object.entries(files).map(([name, key]) => [
      `${name}.json`,
      JSON.stringify({ [key]: lists[key], ...page }),
    ]),
  )

const query = async (app: TestApp, text: string) =>
  await database.query({ name: '', text }, [app.workspaceId])

test('the lists of the public API are an export, too [D421]', async () => {
  const app = await insertApp(database)
  const folder = toFolderOfTexts(toTexts({ hasNextPage: false, total: 1 }))
  const imported = await importExport(database, app, {}, { folder })
  expect(summarize(imported)).toEqual({
    added: { program: 1, member: 1, code: 1, referral: 1, payout: 1, commission: 2 },
    setAside: { 'referral unreadable_shop': 1 },
  })
  expect(imported.report.unsupported).toMatchObject([{ name: 'removeOnUninstallDays' }])
  expect(await listBalances(database, app)).toMatchObject([
    { memberName: 'mia@example.com', dueMinor: '300', reportedMinor: '1250' },
  ])
  const agreed = await query(
    app,
    `select shop_domain as shop, rules ->> 'rateBps' as rate, rules ->> 'basis' as basis, rules ->> 'durationMonths' as months
    from referrals join referral_contracts contract on contract.referral_id = referrals.id
    where referrals.workspace_id = $1`,
  )
  expect(agreed).toEqual([{ shop: 'one.myshopify.com', rate: '3000', basis: 'net', months: null }])
})

test('one page of several is no export [D421]', async () => {
  const app = await insertApp(database)
  const folder = toFolderOfTexts(toTexts({ hasNextPage: true }))
  await expect(importExport(database, app, {}, { folder })).rejects.toThrow('one page of several')
})

test('a group that a member names by its id has the rules that its program gives it [D423]', async () => {
  const app = await insertApp(database)
  const [mia] = lists.affiliates
  const memberships = mia?.memberships.map((membership) => ({
    ...membership,
    group: { id: 'g1', name: 'Gold' },
  }))
  const affiliates = JSON.stringify({ affiliates: [{ ...mia, memberships }] })
  const texts = { ...toTexts({}), 'affiliates.json': affiliates }
  await importExport(database, app, {}, { folder: toFolderOfTexts(texts) })
  const text = "select rules ->> 'rateBps' as rate from referral_contracts where workspace_id = $1"
  expect(await query(app, text)).toEqual([{ rate: '3000' }])
})
