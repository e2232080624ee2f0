import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import {
  insertConfirmation,
  insertDispute,
  insertReport,
  insertRetraction,
} from '@affiliate-platform/test-support/payment-fact-builders'
import { insertApp, insertPayout } from '@affiliate-platform/test-support/payout-builders'
import { expect, it } from 'vitest'
import { payoutsList } from '../../src/payouts/list.ts'
import { expectRejection } from './payout-history.ts'

describeOnEachEngine('the state of a payout', (database) => {
  it('keeps reports within the amount, disputed ones counted and retracted ones not [D17]', async () => {
    const app = await insertApp(database())
    const payout = { ...app, payoutId: await insertPayout(database(), app, { amountMinor: 100n }) }
    const disputed = await insertReport(database(), payout, 60n)
    await insertDispute(database(), payout, disputed)
    await expectRejection(insertReport(database(), payout, 41n), 'payouts_reports_within_amount')
    await insertReport(database(), payout, 40n)
    await insertRetraction(database(), payout, disputed)
    await expectRejection(insertReport(database(), payout, 61n), 'payouts_reports_within_amount')
    await insertReport(database(), payout, 60n)
  })

  it('rejects a report also where the sum has more than 38 digits [D17]', async () => {
    const app = await insertApp(database())
    const amountMinor = 10n ** 38n - 1n
    const payout = { ...app, payoutId: await insertPayout(database(), app, { amountMinor }) }
    await insertReport(database(), payout, amountMinor)
    await expect(insertReport(database(), payout, 1n)).rejects.toThrow()
    const page = { app, query: { limit: 1 }, after: undefined }
    expect((await payoutsList.listRows({ database: database(), nowMs: undefined }, page)).rows).toMatchObject(
      [{ status: 'reported', unpaid_minor: '0' }],
    )
  })

  it('keeps confirmations within their report [D17]', async () => {
    const app = await insertApp(database())
    const payout = { ...app, payoutId: await insertPayout(database(), app, { amountMinor: 100n }) }
    const reportId = await insertReport(database(), payout, 60n)
    await insertReport(database(), payout, 40n)
    await insertConfirmation(database(), payout, { reportId, amountMinor: 50n })
    const tooMuch = insertConfirmation(database(), payout, { reportId, amountMinor: 11n })
    await expectRejection(tooMuch, 'payment_confirmations_within_report')
    await insertConfirmation(database(), payout, { reportId, amountMinor: 10n })
  })
})
