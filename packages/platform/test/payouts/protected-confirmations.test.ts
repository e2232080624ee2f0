import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { expect, test } from 'vitest'
import { verifyWorkspace } from '../../src/audit.ts'
import { findPayout, listPayoutFacts, type PaymentFact } from '../../src/payouts.ts'
import { buildPayout, usd } from './payment-acts.ts'

const member = 'member:m1'
const operator = 'operator:mia'
const reason = 'A slip'

describeOnEachEngine('a confirmed payment', (database) => {
  async function buildConfirmed(confirmedBy: string) {
    const payout = await buildPayout(database())
    const reported = await payout.record(operator, payout.report())
    const reportId = reported.id
    const confirmed = await payout.record(confirmedBy, { kind: 'confirmation', reportId, amount: usd('60') })
    const facts = {
      retraction: { kind: 'retraction', reportId, reason },
      dispute: { kind: 'dispute', reportId, reason },
      void: { kind: 'void', payoutId: payout.payoutId, reason },
      retractConfirmation: { kind: 'confirmation_retraction', confirmationId: confirmed.id, reason },
      return: { kind: 'return', reportId, reference: 'R-77', reason: 'Account closed' },
    } as const satisfies Readonly<Record<string, PaymentFact>>
    const standing = { id: confirmed.id, reportId, actor: confirmedBy, amount: usd('60') }
    const factKinds = async () => (await listPayoutFacts(database(), payout)).map(({ kind }) => kind)
    return { ...payout, ...facts, facts, reportId, standing, factKinds }
  }

  test.each(['retraction', 'dispute', 'void', 'retractConfirmation'] as const)(
    'by the member is not undone by an operator: %s [D187]',
    async (fact) => {
      const { facts, record, standing, factKinds } = await buildConfirmed(member)
      expect(await record(operator, facts[fact])).toMatchObject({
        ok: false,
        rejection: 'confirmed_by_member',
        confirmations: [{ ...standing, createdAt: expect.any(Date) }],
      })
      expect(await factKinds()).toEqual(['report', 'confirmation'])
    },
  )

  test('by the member is disputed by the member alone, and is then no longer in the way [D187] [D220]', async () => {
    const { record, dispute, retraction, factKinds } = await buildConfirmed(member)
    expect(await record('member:m2', dispute)).toMatchObject({ rejection: 'confirmed_by_member' })
    const disputed = await record(member, dispute)
    expect(disputed).toMatchObject({ ok: true, payout: { status: 'disputed' } })
    // Closed, the dispute is over, and what was confirmed stands again.
    await record(operator, { kind: 'closing', disputeId: disputed.id, resolution: 'It is there' })
    expect(await record(operator, retraction)).toMatchObject({ rejection: 'confirmed_by_member' })
    await record(member, dispute)
    expect(await record(operator, retraction)).toMatchObject({ ok: true, payout: { status: 'unreported' } })
    expect(await factKinds()).toEqual([
      ...['report', 'confirmation', 'dispute', 'closing', 'dispute', 'retraction'],
    ])
  })

  test('by the member is free again once the member has retracted the confirmation [D187]', async () => {
    const { record, retractConfirmation, retraction, ...confirmed } = await buildConfirmed(member)
    expect(await record(member, retractConfirmation)).toMatchObject({ payout: { status: 'reported' } })
    expect(await record(operator, retraction)).toMatchObject({ ok: true })
    expect(await record(operator, confirmed.void)).toMatchObject({ ok: true, payout: { status: 'voided' } })
  })

  test('for the member is undone step by step, each a fact with a reason [D187]', async () => {
    const { record, retraction, retractConfirmation, standing, factKinds, ...rest } =
      await buildConfirmed(operator)
    const rejected = { ok: false, rejection: 'confirmed_by_operator', confirmations: [standing] }
    expect(await record(operator, rest.void)).toMatchObject(rejected)
    expect(await record('operator:ben', retraction)).toMatchObject(rejected)
    expect(await record('operator:ben', retractConfirmation)).toMatchObject({ ok: true })
    expect(await record(operator, rest.void)).toMatchObject({ ok: false, rejection: 'payout_reported' })
    expect(await record(operator, retraction)).toMatchObject({ ok: true })
    expect(await record(operator, rest.void)).toMatchObject({ ok: true, payout: { status: 'voided' } })
    expect(await factKinds()).toEqual([
      ...['report', 'confirmation', 'confirmation_retraction', 'retraction', 'void'],
    ])
  })

  test('names every confirmation that stands, the member’s own first [D187]', async () => {
    const { record, reportId, retraction, standing } = await buildConfirmed(operator)
    const own = await record(member, { kind: 'confirmation', reportId, amount: usd('40') })
    expect(await record(operator, retraction)).toMatchObject({
      rejection: 'confirmed_by_member',
      confirmations: [{ id: own.id, actor: member, amount: usd('40') }, standing],
    })
  })

  test('that the bank returns no longer counts, and erases nothing [D187]', async () => {
    const confirmed = await buildConfirmed(member)
    const { record, workspaceId, payoutId, report, factKinds } = confirmed
    expect(await record(member, confirmed.return)).toMatchObject({ ok: false, rejection: 'not_by_member' })
    const returned = await record(operator, confirmed.return)
    expect(returned).toMatchObject({
      ok: true,
      isNew: true,
      payout: { status: 'unreported', unpaidMinor: '100' },
    })
    expect(await record(operator, confirmed.return)).toMatchObject({ ok: true, isNew: false })
    const other = { ...confirmed.return, reference: 'R-78' }
    expect(await record(operator, other)).toMatchObject({ ok: false, rejection: 'report_returned' })
    for (const fact of [confirmed.retraction, confirmed.dispute]) {
      expect(await record(operator, fact)).toMatchObject({ ok: false, rejection: 'report_returned' })
    }
    const again = { kind: 'confirmation', reportId: confirmed.reportId, amount: usd('1') } as const
    expect(await record(member, again)).toMatchObject({ ok: false, rejection: 'report_returned' })
    const facts = await listPayoutFacts(database(), confirmed)
    expect(facts).toMatchObject([
      { kind: 'report' },
      { kind: 'confirmation' },
      {
        kind: 'return',
        about: confirmed.reportId,
        reference: 'R-77',
        reason: 'Account closed',
        actor: operator,
      },
    ])

    // It is paid again, or it is voided and due in the next run.
    expect(await record(operator, report())).toMatchObject({ payout: { status: 'reported' } })
    expect(await factKinds()).toHaveLength(4)
    expect((await verifyWorkspace(database(), workspaceId)).difference).toBeNull()
    expect(await findPayout(database(), { workspaceId, payoutId })).toMatchObject({ unpaidMinor: '0' })
  })

  test('that the bank returns can be voided [D187] [D220]', async () => {
    const { record, ...confirmed } = await buildConfirmed(member)
    await record(operator, confirmed.return)
    expect(await record(operator, confirmed.void)).toMatchObject({ ok: true, payout: { status: 'voided' } })
  })

  test('a retracted report is not returned by a bank [D187]', async () => {
    const { record, report } = await buildPayout(database())
    const { id: reportId } = await record(operator, report())
    await record(operator, { kind: 'retraction', reportId, reason })
    expect(await record(operator, { kind: 'return', reportId, reference: 'R', reason })).toMatchObject({
      rejection: 'report_retracted',
    })
  })

  test.each(['report', 'retraction', 'void'] as const)(
    'is told and taken back by the payer, and not by a member: %s [D187]',
    async (kind) => {
      const { record, report, retraction, void: voiding } = await buildConfirmed(operator)
      const fact = { report: report('1'), retraction, void: voiding }[kind]
      expect(await record(member, fact)).toMatchObject({ ok: false, rejection: 'not_by_member' })
    },
  )
})
