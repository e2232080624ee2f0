import { insertApp, type TestApp } from '@affiliate-platform/test-support/payout-builders'
import { openTestDatabase } from '@affiliate-platform/test-support/test-database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../src/database/statements/database.ts'
import { listHistorySetAside } from '../../src/history.ts'
import { importExport, summarize } from './import-export.ts'
import {
  buildAffiliate,
  buildClaim,
  buildCommission,
  buildExport,
  buildProgram,
  buildReferral,
  type Item,
  ids,
  toFolderOfTexts,
} from './mantle-export.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase('pglite')
})
afterAll(() => database.close())

/** Lists of the public API, of one member with one referral. */
const toLists = (customers: readonly unknown[], program: Item = {}) => {
  const member = buildAffiliate(1, {}, { affiliateProgram: null, affiliateProgramId: ids.program(1) })
  const { appInstallation: _shop, ...referral } = buildReferral(1, { customerId: 'k1' })
  const lists = {
    affiliate_programs: { affiliatePrograms: [buildProgram(1, program)] },
    affiliates: { affiliates: [member] },
    customers: { customers },
    affiliate_referrals: { affiliateReferrals: [referral] },
    affiliate_payouts: { affiliatePayouts: [] },
    affiliate_commissions: { affiliateCommissions: [] },
  }
  const texts = Object.entries(lists).map(([name, list]) => [`${name}.json`, JSON.stringify(list)])
  return { folder: toFolderOfTexts(Object.fromEntries(texts)) }
}

const listAside = async ({ workspaceId }: TestApp) =>
  await listHistorySetAside(database, workspaceId, { after: undefined, limit: 100 })

test('fields that nobody knows are counted wherever they are: in programs, shops and sales as well [D431]', async () => {
  const odd = { colour: 'red', nothing: null }
  const program = buildProgram(1, {
    ...odd,
    rules: { percentCommission: 20, bonusAfter: 3 },
    groups: [{ id: 'g1', name: 'Gold', rules: null, ...odd }],
  })
  const { report } = await importExport(
    database,
    await insertApp(database),
    buildExport({
      'affiliates.json': [buildAffiliate(1, {}, { affiliateProgram: program })],
      'attributions.json': [buildReferral(1, {}, odd), buildReferral(2, {}, odd)],
      'attribution-requests.json': [buildClaim(1, { decisionBy: { name: 'Carol', ...odd } })],
      'commissions.json': [
        buildCommission(1, 5, { transaction: { date: '2025-03-01T12:00:00.000Z', ...odd } }),
      ],
    }),
  )
  const of = (file: string, name: string, count = 1) => ({ file, name, count })
  expect(report.unknownFields).toEqual([
    of('affiliates.json', 'memberships.affiliateProgram.rules.bonusAfter'),
    of('affiliates.json', 'memberships.affiliateProgram.colour'),
    of('affiliates.json', 'memberships.affiliateProgram.groups.colour'),
    of('attributions.json', 'appInstallation.colour', 2),
    of('attribution-requests.json', 'decisionBy.colour'),
    of('commissions.json', 'transaction.colour'),
  ])
})

test('fields of the public API’s programs and customers are counted, and none that its description has [D431]', async () => {
  const installation = { id: 'i1', platformId: '9', installedAt: '2025-01-01T00:00:00.000Z', shade: 'dark' }
  const customers = [
    { id: 'k1', name: 'One', shopifyDomain: 'one.myshopify.com', tags: [], appInstallations: [installation] },
    { id: 'k2', shopifyDomain: null, mood: 'good' },
  ]
  const program = { signupLink: 'https://example.com', showInMarketplace: true, shade: 'dark' }
  const imported = await importExport(database, await insertApp(database), {}, toLists(customers, program))
  expect(summarize(imported)).toMatchObject({ added: { referral: 1 }, setAside: {} })
  expect(imported.report.unknownFields).toEqual([
    { file: 'affiliate_programs.json', name: 'shade', count: 1 },
    { file: 'customers.json', name: 'appInstallations.shade', count: 1 },
    { file: 'customers.json', name: 'mood', count: 1 },
  ])
})

test('a customer that cannot be read is set aside, with what is expected of it [D428]', async () => {
  const app = await insertApp(database)
  const customers = [
    { id: 'k1', shopifyDomain: true },
    { shopifyDomain: 'two.myshopify.com' },
    { id: 'k3', shopifyDomain: 'three.myshopify.com' },
  ]
  const imported = await importExport(database, app, {}, toLists(customers))
  expect(summarize(imported).setAside).toEqual({ 'customer malformed': 2, 'referral unreadable_shop': 1 })
  expect((await listAside(app)).map(({ kind, sourceId, detail }) => [kind, sourceId, detail])).toEqual([
    ['customer', 'k1', expect.stringContaining('shopifyDomain: ')],
    ['customer', 'record 2 of customers.json', expect.stringContaining('id: ')],
    ['referral', ids.referral(1), null],
  ])
})
