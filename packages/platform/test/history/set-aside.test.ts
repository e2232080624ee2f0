import { readCommissions } from '@affiliate-platform/test-support/money-world'
import { insertApp, type TestApp } from '@affiliate-platform/test-support/payout-builders'
import { openTestDatabase } from '@affiliate-platform/test-support/test-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listBalances } from '../../src/balances.ts'
import type { Database } from '../../src/database/statements/database.ts'
import { HistoryError } from '../../src/history.ts'
import { verifyMoney } from '../../src/verify-money.ts'
import { importExport, summarize } from './import-export.ts'
import {
  buildAffiliate,
  buildCommission,
  buildExport,
  buildPaid,
  buildPayout,
  buildProgram,
  buildReferral,
  ids,
  type MantleFiles,
  toFolderOfTexts,
} from './mantle-export.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase('pglite')
})
afterAll(() => database.close())

const importInto = async (files: MantleFiles, app?: TestApp) => {
  const into = app ?? (await insertApp(database))
  const imported = await importExport(database, into, buildExport(files))
  const balances = await listBalances(database, into)
  expect(await verifyMoney(database, into.workspaceId)).toMatchObject({ difference: null })
  return { app: into, imported, balances, ...summarize(imported) }
}

const query = async <Row extends object>({ workspaceId }: TestApp, text: string) =>
  await database.query<Row>({ name: '', text }, [workspaceId])

describe('referrals of an export [D421]', () => {
  test('of two living ones of a shop the earlier one counts; one that ended keeps its commissions', async () => {
    const later = { date: '2025-03-01T00:00:00.000Z', affiliateId: ids.affiliate(2) }
    const shop = { myshopifyDomain: 'shop-1.myshopify.com' }
    const { app, setAside, imported } = await importInto({
      'affiliates.json': [buildAffiliate(1), buildAffiliate(2)],
      'attributions.json': [buildReferral(1), buildReferral(2, later, shop)],
      'attributions-recovered.json': [buildReferral(3, { deletedAt: '2025-05-01T00:00:00.000Z' }, shop)],
      'commissions.json': [
        buildCommission(1, 1),
        buildCommission(2, 2, { affiliateId: ids.affiliate(2), affiliateAttributionId: ids.referral(2) }),
        buildCommission(3, 4, { affiliateAttributionId: ids.referral(3) }),
      ],
    })
    expect(setAside).toEqual({ 'referral shop_referred_twice': 1 })
    // Both are named.
    expect(imported.report.setAside[0]?.first).toEqual([
      `attributions.json 2 ${ids.referral(2)}: ${ids.referral(1)}`,
    ])
    const commissions = await readCommissions(database, app.workspaceId)
    expect(commissions.map(({ amount, referralId }) => [amount.amountMinor, referralId === null])).toEqual([
      ['100', false],
      ['200', true],
      ['400', false],
    ])
    const statuses = await query(
      app,
      `select voided_at is not null as "isOver" from referrals where workspace_id = $1`,
    )
    expect(statuses.toSorted()).toEqual([{ isOver: false }, { isOver: true }])
  })

  test('without a readable shop are set aside, and their commissions belong to none', async () => {
    const { setAside, added } = await importInto({
      'attributions.json': [
        buildReferral(1, {}, { myshopifyDomain: null }),
        buildReferral(2, { appInstallation: null }),
        buildReferral(3, { date: null, createdAt: null }),
      ],
      'commissions.json': [buildCommission(1, 1)],
    })
    expect(setAside).toEqual({ 'referral unreadable_shop': 2, 'referral without_time': 1 })
    expect(added).toMatchObject({ commission: 1 })
  })

  test('a file of recovered ones that is missing is named, with how many commissions miss theirs [D431]', async () => {
    const { 'attributions-recovered.json': _recovered, ...files } = buildExport({
      'affiliates.json': [buildAffiliate(1), buildAffiliate(2)],
      'commissions.json': [
        buildCommission(1, 1),
        buildCommission(2, 2, { affiliateAttributionId: ids.referral(9) }),
        // Its referral is another member's.
        buildCommission(3, 4, { affiliateId: ids.affiliate(2) }),
        buildCommission(4, 8, { affiliateAttributionId: null }),
        buildCommission(5, 0, { affiliateAttributionId: ids.referral(9) }),
      ],
    })
    const app = await insertApp(database)
    const { report } = await importExport(database, app, files)
    expect(report).toMatchObject({ missingFiles: ['attributions-recovered.json'], withoutReferral: 2 })
    const alone = (await readCommissions(database, app.workspaceId)).filter(
      ({ referralId }) => referralId === null,
    )
    expect(alone.map(({ amount }) => amount.amountMinor).toSorted()).toEqual(['200', '400', '800'])
    const later = { ...files, 'commissions.json': [buildCommission(2, 2, { affiliateAttributionId: 'x' })] }
    expect((await importExport(database, app, later)).report.withoutReferral).toBe(0)
  })
})

describe('members of an export [D421]', () => {
  test('are one of each program, as they stood, with what is theirs and nothing invented', async () => {
    const { app, setAside } = await importInto({
      'affiliates.json': [
        buildAffiliate(1, { email: 'one@example.com', paypalEmail: 'pay@example.com', payoutHold: true }),
        buildAffiliate(2, { email: 'one@example.com', deletedAt: '2025-05-01T00:00:00.000Z' }),
        buildAffiliate(
          3,
          { name: null, email: null },
          { approvedAt: null, status: 'pending', handle: 'Häkeln' },
        ),
        buildAffiliate(4, {}, { handle: 'HANDLE-1' }),
        buildAffiliate(5, { memberships: [] }),
      ],
    })
    expect(setAside).toEqual({ 'code code_taken': 1, 'code code_unfit': 1, 'member no_membership': 1 })
    const members = await query(
      app,
      `select member_name as name, (select state from membership_states where workspace_id = $1 and membership_id = m.id) as state,
        (select email from payees where workspace_id = $1 and membership_id = m.id) as email,
        (select reason from payout_exclusions where workspace_id = $1 and membership_id = m.id) as held,
        (select code from links where workspace_id = $1 and membership_id = m.id) as code
      from memberships m where workspace_id = $1 and program_id in (
        select record_id from history_records where workspace_id = $1 and kind = 'program'
      ) order by 1`,
    )
    const nothing = { state: null, email: null, held: null, code: null }
    expect(members).toEqual([
      {
        ...nothing,
        name: 'Affiliate 1',
        email: 'pay@example.com',
        held: 'payouts held in Mantle',
        code: 'handle-1',
      },
      { ...nothing, name: 'Affiliate 2', state: 'closed', code: 'handle-2' },
      { ...nothing, name: 'Affiliate 4' },
      { ...nothing, name: 'Häkeln', state: 'suspended' },
    ])
    const invented = await query(
      app,
      `select 1 from accounts where workspace_id = $1 union all select 1 from sign_in_links where workspace_id = $1
       union all select 1 from payment_confirmations where workspace_id = $1`,
    )
    expect(invented).toEqual([])
  })
})

describe('commissions of an export [D421]', () => {
  test('that cannot be trusted are set aside, each with its reason', async () => {
    const { setAside, imported } = await importInto({
      'commissions.json': [
        buildCommission(1, 'twelve'),
        buildCommission(2, 0.001),
        buildCommission(3, 1, { deletedAt: '2025-04-01T00:00:00.000Z' }),
        buildCommission(4, 1, { date: '2025-03-01 12:00:00', transaction: null }),
        buildCommission(5, 1, { transaction: { grossAmountCurrencyCode: 'EUR' } }),
        buildCommission(6, 1, { payoutId: ids.payout(9) }),
        buildCommission(7, 1, { affiliateId: ids.affiliate(9) }),
        buildCommission(8, 1, { cancelled: true, updatedAt: null }),
        buildPaid(9, 1, { cancelled: true }),
        buildCommission(10, 1),
        buildCommission(10, 1),
        buildCommission(11, 1),
        buildCommission(11, 2),
      ],
    })
    const count = (reason: string) => ({ [`commission ${reason}`]: 1 })
    expect(setAside).toEqual({
      ...{
        ...count('unreadable_amount'),
        ...count('no_amount'),
        ...count('deleted'),
        ...count('without_time'),
      },
      ...{ ...count('other_currency'), ...count('unknown_payout'), ...count('unknown_member') },
      ...{
        ...count('cancelled_without_time'),
        ...count('cancelled_in_payout'),
        ...count('told_differently'),
      },
    })
    expect(imported.report.money.openMinor).toBe('100')
    expect(imported.report.setAside.find(({ reason }) => reason === 'unknown_payout')?.first).toEqual([
      `commissions.json 6 ${ids.commission(6)}`,
    ])
  })

  test('of one second are both kept, and one below nothing takes off', async () => {
    const { balances } = await importInto({
      'commissions.json': [buildCommission(1, 2), buildCommission(2, 2), buildCommission(3, -0.5)],
    })
    expect(balances).toMatchObject([{ dueMinor: '350' }])
  })

  test('that were cancelled come to nothing, by an entry of their own', async () => {
    const { app, balances } = await importInto({
      'commissions.json': [buildCommission(1, 2, { cancelled: true, updatedAt: '2025-04-05T00:00:00.000Z' })],
    })
    expect(balances).toMatchObject([{ dueMinor: '0' }])
    const entries = await readCommissions(database, app.workspaceId)
    expect(entries.map(({ entry, accruedAt }) => [entry, accruedAt.toISOString()]).toSorted()).toEqual([
      ['accrual', '2025-03-01T12:00:00.000Z'],
      ['reversal', '2025-04-05T00:00:00.000Z'],
    ])
  })
})

describe('payouts of an export [D422]', () => {
  test('that paid more or less than their commissions say so in a line, and what was kept on the way is not owed', async () => {
    const { app, balances, imported } = await importInto({
      'commissions.json': [buildPaid(1, 10), buildPaid(2, 10, { payoutId: ids.payout(2) })],
      'payouts.json': [buildPayout(1, 12), buildPayout(2, 9, { amountPaid: 8.55 }), buildPayout(3, 5)],
    })
    expect(imported.report.money).toMatchObject({
      paidMinor: '2600',
      differenceMinor: '600',
      keptMinor: '45',
    })
    expect(balances).toMatchObject([{ dueMinor: '0', unpaidMinor: '0', reportedMinor: '2600' }])
    const reports = await query(
      app,
      `select method, reference, amount_minor::text as amount, paid_at as at from payment_reports
       where workspace_id = $1 and payout_id in (
         select record_id from history_records where workspace_id = $1 and source_id like 'f0000002%'
       ) order by amount_minor desc`,
    )
    const at = new Date('2025-04-02T09:00:00.000Z')
    expect(reports).toEqual([
      { method: 'paypal', reference: 'Mantle payout 1001', amount: '855', at },
      { method: 'fee', reference: 'kept of Mantle payout 1001', amount: '45', at },
    ])
  })

  test('of one number are two payouts, each with a report of its own', async () => {
    const { app, balances, setAside } = await importInto({
      'commissions.json': [buildPaid(1, 10), buildPaid(2, 7, { payoutId: ids.payout(2) })],
      'payouts.json': [buildPayout(1, 10, { number: 1000 }), buildPayout(2, 7, { number: 1000 })],
    })
    expect(setAside).toEqual({})
    expect(balances).toMatchObject([{ dueMinor: '0', reportedMinor: '1700' }])
    const reports = await query(
      app,
      'select reference, amount_minor::text as amount from payment_reports where workspace_id = $1 order by 2',
    )
    const reference = 'Mantle payout 1000'
    expect(reports).toEqual([
      { reference, amount: '1000' },
      { reference, amount: '700' },
    ])
  })

  test('that were not paid leave their commissions open, and those that cannot be placed are set aside', async () => {
    const { balances, setAside } = await importInto({
      'affiliates.json': [buildAffiliate(1), buildAffiliate(2)],
      'commissions.json': [
        buildPaid(1, 1),
        buildPaid(2, 2, { payoutId: ids.payout(2) }),
        buildPaid(3, 4, { payoutId: ids.payout(3) }),
        buildPaid(4, 8, { payoutId: ids.payout(4) }),
        buildPaid(5, 16, {
          payoutId: ids.payout(5),
          affiliateId: ids.affiliate(2),
          affiliateAttributionId: null,
        }),
      ],
      'payouts.json': [
        buildPayout(1, 1, { status: 'processing', paidAt: null }),
        buildPayout(2, 2, { affiliateProgramId: null }),
        buildPayout(3, 4, { deletedAt: '2025-05-01T00:00:00.000Z' }),
        buildPayout(4, 'eight'),
        buildPayout(5, 16),
        buildPayout(6, 32, { paidAt: '2025-04-02 09:00:00' }),
      ],
    })
    expect(setAside).toEqual({
      ...{ 'payout deleted': 1, 'payout not_paid': 1, 'payout unreadable_amount': 1 },
      ...{ 'payout without_time': 1 },
      ...{ 'commission unknown_payout': 2, 'commission payout_of_another_member': 1 },
    })
    expect(balances).toMatchObject([{ dueMinor: '100', reportedMinor: '1800' }])
  })
})

describe('an export that cannot be read [D421]', () => {
  const texts = Object.fromEntries(
    Object.entries(buildExport()).map(([file, items]) => [file, JSON.stringify({ items })]),
  )
  const whole = JSON.stringify({ items: [buildCommission(1, 1)] })

  test.each([
    ['ends early', 'commissions.json', whole.slice(0, -10)],
    ['no JSON', 'commissions.json', '{"items":[}'],
    ['no list', 'commissions.json', '{"rows":[]}'],
    ['none of its records can be read. Record 1: affiliateId', 'commissions.json', '{"items":[{"id":"1"}]}'],
  ])('is rejected: %s', async (why, file, text) => {
    const app = await insertApp(database)
    const folder = toFolderOfTexts({ ...texts, [file]: text })
    const importing = importExport(database, app, {}, { folder })
    await expect(importing).rejects.toThrow(HistoryError)
    await expect(importing).rejects.toThrow(why)
    expect(await query(app, 'select 1 from history_records where workspace_id = $1')).toEqual([])
  })

  test('is rejected without one of its files, and with several apps where none is named', async () => {
    const app = await insertApp(database)
    const { 'payouts.json': _payouts, ...rest } = buildExport()
    await expect(importExport(database, app, rest)).rejects.toThrow('no file payouts.json')
    const other = buildProgram(2, { appId: 'other' })
    const membership = { affiliateProgramId: ids.program(2), affiliateProgram: other }
    const files = buildExport({ 'affiliates.json': [buildAffiliate(1), buildAffiliate(2, {}, membership)] })
    await expect(importExport(database, app, files)).rejects.toThrow('several apps')
    const one = await importExport(database, app, files, { mantleApp: 'other' })
    expect(summarize(one)).toMatchObject({ added: { program: 1, member: 1 }, setAside: {} })
  })
})
