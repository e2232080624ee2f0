import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { insertApp, insertPayout } from '@affiliate-platform/test-support/payout-builders'
import { expect, test } from 'vitest'
import { actAs } from '../../src/audit.ts'
import { newId } from '../../src/database.ts'
import { readWaiting } from '../../src/overview.ts'
import { recordPaymentFact } from '../../src/payouts.ts'

describeOnEachEngine('what did not arrive', (database) => {
  test('is what is disputed of a payout, and neither the rest of it nor what came back [D187]', async () => {
    const app = await insertApp(database())
    const { workspaceId } = app
    const payoutId = await insertPayout(database(), app, { amountMinor: 8076n })
    const record = async (fact: Parameters<typeof recordPaymentFact>[1], id = newId()) => {
      await recordPaymentFact(actAs(database(), 'operator:mia'), fact, { workspaceId, id })
      return id
    }
    const reportAndDispute = async (amountMinor: string, reference: string) => {
      const paid = { amount: { amountMinor, currency: 'USD' }, method: 'bank', reference, paidAt: undefined }
      const reportId = await record({ kind: 'report', payoutId, ...paid })
      return { reportId, disputeId: await record({ kind: 'dispute', reportId, reason: 'nothing came' }) }
    }
    const listAmounts = async () => {
      const { disputes } = await readWaiting(database(), workspaceId)
      return disputes.map((dispute) => [dispute.payoutId, dispute.amountMinor])
    }
    expect(await listAmounts()).toEqual([])
    const first = await reportAndDispute('4038', 'R1')
    expect(await listAmounts()).toEqual([[payoutId, '4038']])
    const second = await reportAndDispute('1000', 'R2')
    expect(await listAmounts()).toEqual([[payoutId, '5038']])
    await record({ kind: 'closing', disputeId: first.disputeId, resolution: 'it came' })
    expect(await listAmounts()).toEqual([[payoutId, '1000']])
    await record({ kind: 'return', reportId: second.reportId, reference: 'B1', reason: 'account closed' })
    expect(await listAmounts()).toEqual([])
  })
})
