import { limits, operations } from '@affiliate-platform/contract'
import { newId } from '@affiliate-platform/platform/database'
import {
  insertClosing,
  insertConfirmation,
  insertConfirmationRetraction,
  insertDispute,
  insertReport,
  insertRetraction,
  insertReturn,
  insertVoid,
} from '@affiliate-platform/test-support/payment-fact-builders'
import { insertPayout } from '@affiliate-platform/test-support/payout-builders'
import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { afterAll, beforeAll, expect, test } from 'vitest'

let service: TestService

beforeAll(async () => {
  service = await createTestService()
})

afterAll(() => service.close())

async function get(id: string) {
  const { path, response } = operations.getPayout
  const found = await service.fetch(path.replace(':id', id), { key: service.keys.affiliate })
  return response.parse(await found.json())
}

const insertLongPayout = {
  name: 'test_insert_long_payout',
  text: `
    with payout as (
      insert into payouts (workspace_id, id, app_id, program_id, group_id, membership_id, amount_minor, currency,
        created_at, line_count)
      values ($1, $2, $3, $4, $5, $6, $7::int, 'USD', now(), $7::int)
      returning *
    ),
    manual as (
      insert into commissions (workspace_id, id, app_id, program_id, group_id, membership_id, currency, entry, cause,
        amount_minor, reason, accrued_at, available_at)
      select workspace_id, gen_random_uuid(), app_id, program_id, group_id, membership_id, currency, 'accrual', 'manual',
        1, 'by hand', created_at, created_at
      from payout, generate_series(1, $7::int)
      returning workspace_id, id
    )
    insert into payout_commissions (workspace_id, payout_id, commission_id)
    select workspace_id, $2, id from manual`,
}

test.each([limits.recordEntriesMax, limits.recordEntriesMax + 1])(
  'shows at most 1,000 of %i lines, and how many there are [D130]',
  async (count) => {
    const { workspaceId, appId, programId, groupId, membershipId } = service.ids
    const id = newId()
    const values = [workspaceId, id, appId, programId, groupId, membershipId, count]
    await service.database.query(insertLongPayout, values)

    const { lines } = await get(id)

    expect(lines.total).toBe(count)
    expect(lines.items).toHaveLength(limits.recordEntriesMax)
    const ids = lines.items.map(({ commissionId }) => commissionId)
    expect(ids).toEqual([...new Set(ids)].toSorted())
  },
)

test('tells what was said about the payment, by whom, and what was taken back [3-status] [D66] [D130]', async () => {
  const { database, ids } = service
  const payoutId = await insertPayout(database, ids, { amountMinor: 500n })
  const payout = { workspaceId: ids.workspaceId, payoutId }
  const [standing, retracted] = [
    await insertReport(database, payout, 300n),
    await insertReport(database, payout, 200n),
  ]
  await insertRetraction(database, payout, retracted)
  await insertConfirmation(database, payout, { reportId: standing, amountMinor: 100n })
  const disputeId = await insertDispute(database, payout, standing)

  const usd = (amountMinor: string) => ({ amountMinor, currency: 'USD' })
  const disputed = await get(payoutId)
  expect(disputed).toMatchObject({
    ...{ status: 'disputed', unpaid: usd('500'), runId: null, voided: null },
    reports: {
      total: 2,
      items: [
        { id: standing, amount: usd('300'), method: 'bank', actor: 'system', retraction: null },
        { id: retracted, amount: usd('200'), retraction: { reason: 'mistake', actor: 'system' } },
      ],
    },
    confirmations: { total: 1, items: [{ reportId: standing, amount: usd('100') }] },
    disputes: { total: 1, items: [{ id: disputeId, reportId: standing, closing: null }] },
  })

  await insertClosing(database, payout, disputeId)
  expect(await get(payoutId)).toMatchObject({
    ...{ status: 'partially_reported', unpaid: usd('200') },
    disputes: { items: [{ id: disputeId, closing: { reason: 'received after all' } }] },
  })
})

test('keeps the lines of a voided payout, and says why it was voided [D116] [D130]', async () => {
  const { database, ids } = service
  const payoutId = await insertPayout(database, ids, { amountMinor: 500n })
  await insertVoid(database, { workspaceId: ids.workspaceId, payoutId })

  expect(await get(payoutId)).toMatchObject({
    ...{ status: 'voided', unpaid: { amountMinor: '0', currency: 'USD' }, voided: { reason: 'refunded' } },
    lines: { total: 1, items: [{ commissionId: payoutId, referralId: null, entry: 'accrual' }] },
  })
})

test('tells what a member took back and a bank returned, and counts neither [3-status] [D138] [D187]', async () => {
  const { database, ids } = service
  const payoutId = await insertPayout(database, ids, { amountMinor: 500n })
  const payout = { workspaceId: ids.workspaceId, payoutId }
  const [kept, returned] = [
    await insertReport(database, payout, 300n),
    await insertReport(database, payout, 200n),
  ]
  const confirmationId = await insertConfirmation(database, payout, { reportId: kept, amountMinor: 300n })
  await insertConfirmation(database, payout, { reportId: returned, amountMinor: 200n })
  expect(await get(payoutId)).toMatchObject({ status: 'confirmed' })

  await insertConfirmationRetraction(database, payout, confirmationId)
  expect(await get(payoutId)).toMatchObject({ status: 'partially_confirmed' })
  await insertReturn(database, payout, returned)
  expect(await get(payoutId)).toMatchObject({
    ...{ status: 'partially_reported', unpaid: { amountMinor: '200', currency: 'USD' } },
    reports: {
      items: [
        { id: kept, returned: null },
        { id: returned, retraction: null, returned: { reference: 'B1', reason: 'no such account' } },
      ],
    },
    confirmations: {
      total: 2,
      items: [
        { id: confirmationId, retraction: { reason: 'mixed up', actor: 'system' } },
        { reportId: returned, retraction: null },
      ],
    },
  })
})
