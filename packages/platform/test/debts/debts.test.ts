import { directCauses } from '@affiliate-platform/contract'
import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import {
  buildLine,
  buildMoneyWorld,
  buildRefund,
  type MoneyWorld,
} from '@affiliate-platform/test-support/money-world'
import { insertMembership } from '@affiliate-platform/test-support/payout-builders'
import { expect, test } from 'vitest'
import { listAuditEntries } from '../../src/audit.ts'
import { type BookedBalance, listBalances, listBalancesAt, sumBalances } from '../../src/balances.ts'
import { newId } from '../../src/database/statements/new-id.ts'
import { type DebtFactKind, listDebts, recordDebtFact, undoDebtFact } from '../../src/debts.ts'
import { explainCommission } from '../../src/explain.ts'
import { verifyMoney } from '../../src/verify-money.ts'
import { bookByHand } from '../balances/book-by-hand.ts'
import { decisions, pay, payoutsOf } from '../payout-runs/runs.ts'

const actor = 'operator:mia'
const usd = (amountMinor: string) => ({ amountMinor, currency: 'USD' })

/** An amount of each, and the sum of the balances that it is in. */
const told: Readonly<
  Record<DebtFactKind, readonly [string, Extract<keyof BookedBalance, `${string}Minor`>]>
> = {
  write_off: ['80', 'writtenOffMinor'],
  repayment: ['300', 'repaidMinor'],
  deduction: ['5', 'takenBackMinor'],
}

describeOnEachEngine('what a member owes', (database) => {
  /** A member who was paid 3.80 for a sale that was refunded. */
  async function buildDebtor(): Promise<MoneyWorld> {
    const world = await buildMoneyWorld(database())
    await world.importLines([buildLine()])
    await pay(database(), world.workspaceId, '2026-04-01')
    await world.importLines([buildRefund({ collectedAt: '2026-05-01T00:00:00Z' })])
    return world
  }

  const record = (world: MoneyWorld, kind: DebtFactKind, amountMinor: string, id = newId()) => {
    const { workspaceId, membershipId } = world
    const fact = { id, workspaceId, kind, membershipId, amount: usd(amountMinor), reason: 'agreed', actor }
    return recordDebtFact(database(), fact)
  }

  const due = async ({ workspaceId }: MoneyWorld) => {
    const [balance] = await listBalances(database(), { workspaceId })
    return balance?.dueMinor
  }

  const balance = async ({ workspaceId }: MoneyWorld) => {
    const all = { workspaceId, asOf: undefined, since: undefined, membershipId: undefined }
    const found = await listBalancesAt(database(), all)
    const [first] = found.ok ? found.balances : []
    if (first === undefined) throw new Error('The world has a balance.')
    return first
  }

  test('is not set off against what another member has coming [D356]', async () => {
    const world = await buildDebtor()
    await bookByHand(database(), { ...world, membershipId: await insertMembership(database(), world, 'Ben') })
    expect(await sumBalances(database(), world.workspaceId)).toEqual([
      {
        ...{ currency: 'USD', held: 0n, available: 500n, owed: 380n },
        ...{ toBePaid: 380n, reported: 0n, confirmed: 0n, earned: 500n },
      },
    ])
  })

  test('is listed, and ends by a write-off and a repayment of no more than that [D225]', async () => {
    const world = await buildDebtor()
    const { workspaceId, membershipId } = world
    const page = { after: undefined, limit: 10 }
    const debt = { membershipId, status: 'without_terms', currency: 'USD', owedMinor: '380' }
    expect(await listDebts(database(), workspaceId, page)).toMatchObject([debt])
    expect(await listDebts(database(), workspaceId, { ...page, after: `${membershipId}/USD` })).toEqual([])

    expect(await record(world, 'write_off', '381')).toEqual({
      ...{ ok: false, rejection: 'above_debt', owed: usd('380') },
    })
    expect(await record(world, 'repayment', '80')).toMatchObject({ ok: true, fact: { balanceMinor: '-300' } })
    expect(await record(world, 'write_off', '301')).toMatchObject({ owed: usd('300') })
    const id = newId()
    expect(await record(world, 'write_off', '300', id)).toMatchObject({ ok: true, isNew: true })
    expect(await record(world, 'write_off', '300', id)).toMatchObject({ ok: true, isNew: false })
    expect(await record(world, 'repayment', '299', id)).toMatchObject({
      ...{ rejection: 'other_content', differences: ['kind', 'amountMinor'] },
    })

    expect(await listDebts(database(), workspaceId, page)).toEqual([])
    expect(await due(world)).toBe('0')
    expect(await decisions(database(), workspaceId, '2026-06-01')).toEqual(['nothing_due 0 USD'])
    expect(await verifyMoney(database(), workspaceId)).toMatchObject({ difference: null })
    const filter = { workspaceId, asOf: undefined, since: undefined, membershipId: undefined }
    expect(await listBalancesAt(database(), filter)).toMatchObject({
      balances: [{ accruedMinor: '380', takenBackMinor: '380', writtenOffMinor: '300', repaidMinor: '80' }],
    })
  })

  test('grows by a deduction, which the next run takes into account and which can be undone once [D225]', async () => {
    const world = await buildMoneyWorld(database())
    const { workspaceId } = world
    await world.importLines([buildLine()])
    const id = newId()
    expect(await record(world, 'deduction', '130', id)).toMatchObject({ fact: { balanceMinor: '250' } })
    const later = new Date(Date.now() - 1000).toISOString()
    expect(await decisions(database(), workspaceId, later)).toEqual(['paid 250 USD'])
    expect(payoutsOf(await pay(database(), workspaceId, later))).toEqual(['250 USD in 2'])

    const undo = (factId: string) => undoDebtFact(database(), { workspaceId, factId, reason: 'no', actor })
    const undone = await undo(id)
    expect(undone).toMatchObject({ ok: true })
    expect(await undo(id)).toEqual({ ok: false, rejection: 'undone_already' })
    expect(await undo(undone.ok ? undone.id : '')).toEqual({ ok: false, rejection: 'unknown_fact' })
    const [accrual] = await world.commissions()
    expect(await undo(accrual?.id ?? '')).toEqual({ ok: false, rejection: 'unknown_fact' })
    expect(await due(world)).toBe('130')
    expect(await verifyMoney(database(), workspaceId)).toMatchObject({ difference: null })
  })

  test('tells who ended it and why, in explanations and in the audit [D225]', async () => {
    const world = await buildDebtor()
    const { workspaceId } = world
    for (const kind of directCauses) {
      const [amountMinor, sum] = told[kind]
      const because = { code: kind, by: actor, reason: 'agreed' }
      const id = newId()
      const before = await balance(world)
      expect(await record(world, kind, amountMinor, id)).toMatchObject({ ok: true, isNew: true })
      expect(BigInt((await balance(world))[sum]) - BigInt(before[sum])).toBe(BigInt(amountMinor))
      const explained = await explainCommission(database(), workspaceId, id)
      expect(explained?.entries).toMatchObject([{ commission: { because }, arithmetic: null }])
      const page = { after: undefined, limit: 10 }
      expect(await listAuditEntries(database(), { workspaceId, subject: kind }, page)).toMatchObject([
        { actor, action: 'create', subjectId: id },
      ])
      expect((await world.commissions()).find((commission) => commission.id === id)).toMatchObject({
        cause: kind,
      })
    }
    expect((await world.commissions()).filter(({ reason }) => reason === 'agreed')).toHaveLength(
      directCauses.length,
    )
  })

  test.each(directCauses)('tells that a %s was taken back, by whom and why [D225]', async (kind) => {
    const world = await buildDebtor()
    const { workspaceId } = world
    const id = newId()
    await record(world, kind, told[kind][0], id)
    const undone = await undoDebtFact(database(), { workspaceId, factId: id, reason: 'no', actor })
    const explained = await explainCommission(database(), workspaceId, undone.ok ? undone.id : '')
    const because = { code: 'undone', by: actor, reason: 'no' }
    expect(explained?.entries).toMatchObject([{ commission: { because }, arithmetic: null }])
  })

  test('is written off by one of two at once [D225]', async () => {
    const world = await buildDebtor()
    const both = await Promise.all([record(world, 'write_off', '380'), record(world, 'repayment', '380')])
    expect(both.map(({ ok }) => ok).toSorted()).toEqual([false, true])
    expect(await due(world)).toBe('0')
  })
})
