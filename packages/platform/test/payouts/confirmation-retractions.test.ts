import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { insertApp, insertPayout } from '@affiliate-platform/test-support/payout-builders'
import { expect, test } from 'vitest'
import { actAs, verifyWorkspace } from '../../src/audit.ts'
import { newId } from '../../src/database/statements/new-id.ts'
import { explainPayoutUnit } from '../../src/explain.ts'
import { findPayout, listPayoutFacts, type PaymentFact, recordPaymentFact } from '../../src/payouts.ts'

const usd = (amountMinor: string) => ({ amountMinor, currency: 'USD' })

describeOnEachEngine('a confirmation', (database) => {
  /** A payout of 100 that is reported in full and confirmed in full, and what records facts about it. */
  async function buildConfirmed(confirmedBy: string) {
    const app = await insertApp(database())
    const payoutId = await insertPayout(database(), app, { amountMinor: 100n })
    const record = async (fact: PaymentFact, actor: string) => {
      const context = { id: newId(), workspaceId: app.workspaceId, createdAt: new Date() }
      return { id: context.id, ...(await recordPaymentFact(actAs(database(), actor), fact, context)) }
    }
    const report = { kind: 'report', payoutId, amount: usd('100'), method: 'bank' } as const
    const reported = await record({ ...report, reference: undefined, paidAt: undefined }, 'operator:mia')
    const confirmation = { kind: 'confirmation', reportId: reported.id, amount: usd('100') } as const
    const confirmed = await record(confirmation, confirmedBy)
    expect(confirmed).toMatchObject({ ok: true, payout: { status: 'confirmed' } })
    const retraction = { kind: 'confirmation_retraction', confirmationId: confirmed.id, reason: 'A slip' }
    return {
      workspaceId: app.workspaceId,
      payoutId,
      retraction: retraction as PaymentFact,
      confirmation,
      record,
    }
  }

  test('that an operator recorded is taken back once, and may then be recorded again [D138] [D17]', async () => {
    const { workspaceId, payoutId, retraction, confirmation, record } = await buildConfirmed('operator:mia')
    expect(await record(retraction, 'operator:ben')).toMatchObject({
      ok: true,
      isNew: true,
      payout: { status: 'reported' },
    })
    expect(await record(retraction, 'operator:ben')).toMatchObject({ ok: true, isNew: false })
    expect(await record({ ...retraction, reason: 'Another' } as PaymentFact, 'operator:ben')).toMatchObject({
      ok: false,
      rejection: 'confirmation_retracted',
    })
    const facts = await listPayoutFacts(database(), { workspaceId, payoutId })
    expect(facts.map(({ kind, reason, actor }) => [kind, reason, actor])).toEqual([
      ['report', null, 'operator:mia'],
      ['confirmation', null, 'operator:mia'],
      ['confirmation_retraction', 'A slip', 'operator:ben'],
    ])

    expect(await record(confirmation, 'member:m1')).toMatchObject({ payout: { status: 'confirmed' } })
    expect((await verifyWorkspace(database(), workspaceId)).difference).toBeNull()
  })

  test('of the member is only the member to take back [D138] [D66]', async () => {
    const { workspaceId, payoutId, retraction, record } = await buildConfirmed('member:m1')
    expect(await record(retraction, 'operator:ben')).toMatchObject({
      ok: false,
      rejection: 'confirmed_by_member',
    })
    expect(await findPayout(database(), { workspaceId, payoutId })).toMatchObject({ status: 'confirmed' })
    expect(await record(retraction, 'member:m1')).toMatchObject({ ok: true, payout: { status: 'reported' } })
  })

  test('that is retracted is in no explanation [D138] [D118]', async () => {
    const { workspaceId, payoutId, retraction, record } = await buildConfirmed('operator:mia')
    const explain = () => explainPayoutUnit(database(), { workspaceId, payoutId }, 1n)
    expect(await explain()).toMatchObject({ reports: [{}], confirmations: [{ amount: usd('100') }] })
    await record(retraction, 'operator:mia')
    expect(await explain()).toMatchObject({ reports: [{}], confirmations: [] })
  })

  test('of another workspace is unknown [D138] [1-scope]', async () => {
    const own = await buildConfirmed('operator:mia')
    const foreign = await buildConfirmed('operator:mia')
    expect(await own.record(foreign.retraction, 'operator:mia')).toMatchObject({
      ok: false,
      rejection: 'unknown_confirmation',
    })
  })
})
