import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { insertApp, insertMembership, insertPayout } from '@affiliate-platform/test-support/payout-builders'
import { expect, test } from 'vitest'
import { newId } from '../../src/database/statements/new-id.ts'
import { listPayees, setPayee } from '../../src/payees.ts'
import { excludeMembership } from '../../src/payout-runs.ts'
import { createPayout } from '../../src/payouts/create-payout.ts'
import type { PaymentFact } from '../../src/payouts/payment-fact.ts'
import { recordPaymentFact } from '../../src/payouts/record-payment-fact.ts'
import { findPayout, listPayoutFacts } from '../../src/payouts/store.ts'

const createdAt = new Date('2026-05-31T12:00:00.000Z')
const later = new Date('2026-06-01T12:00:00.000Z')
const usd = (amountMinor: string) => ({ amountMinor, currency: 'USD' })

describeOnEachEngine('a payout', (database) => {
  async function buildPlan() {
    const app = await insertApp(database())
    const { workspaceId, membershipId } = app
    const decision = { reason: 'bonus', actor: 'operator:mia', createdAt }
    return { app, plan: { id: newId(), workspaceId, membershipId, amount: usd('12500'), ...decision } }
  }

  test('is created once, and returned as it was by the same id and content [D71]', async () => {
    const { app, plan } = await buildPlan()
    const first = await createPayout(database(), plan)
    const { workspaceId: _workspaceId, ...place } = app

    expect(first).toEqual({
      ok: true,
      isNew: true,
      payout: { ...place, id: plan.id, ...plan.amount, createdAt },
    })
    expect(await createPayout(database(), { ...plan, createdAt: later })).toEqual({ ...first, isNew: false })
  })

  test('keeps its content when another one is sent with its id [D71]', async () => {
    const { app, plan } = await buildPlan()
    await createPayout(database(), plan)
    const before = await findPayout(database(), { ...plan, payoutId: plan.id })
    const membershipId = await insertMembership(database(), app)

    for (const [change, differences] of [
      [{ amount: usd('12501') }, ['amountMinor']],
      [{ amount: { amountMinor: '12500', currency: 'EUR' } }, ['currency']],
      [{ membershipId }, ['membershipId']],
      [{ membershipId: newId(), amount: usd('1') }, ['membershipId', 'amountMinor']],
    ] as const) {
      expect(await createPayout(database(), { ...plan, ...change })).toEqual({
        ok: false,
        rejection: 'other_content',
        differences,
      })
    }
    expect(await findPayout(database(), { ...plan, payoutId: plan.id })).toEqual(before)
  })

  test('is created once by ten who send it at the same time [D71]', async () => {
    const { plan } = await buildPlan()

    const created = await Promise.all(Array.from({ length: 10 }, () => createPayout(database(), plan)))

    expect(created.every(({ ok }) => ok)).toBe(true)
    expect(created.filter((each) => each.ok && each.isNew)).toHaveLength(1)
  })

  test('says nothing of a payout with its id in another workspace [D71] [1-scope]', async () => {
    const [own, foreign] = [await buildPlan(), await buildPlan()]
    await createPayout(database(), foreign.plan)

    expect(await createPayout(database(), { ...own.plan, id: foreign.plan.id })).toMatchObject({
      ok: true,
      isNew: true,
      payout: { appId: own.app.appId },
    })
    const toForeign = { ...own.plan, id: newId(), membershipId: foreign.app.membershipId }
    expect(await createPayout(database(), toForeign)).toEqual({ ok: false, rejection: 'unknown_membership' })
  })
})

describeOnEachEngine('a fact about a payment', (database) => {
  async function buildPayout() {
    const app = await insertApp(database())
    const payoutId = await insertPayout(database(), app, { amountMinor: 10_000n, currency: 'USD' })
    return { ...app, payoutId }
  }

  const recordIn = (workspaceId: string) => (fact: PaymentFact, id: string) =>
    recordPaymentFact(database(), fact, { workspaceId, id, createdAt })

  const kinds = ['report', 'confirmation', 'confirmation_retraction', 'dispute', 'closing'] as const
  test.each([...kinds, 'retraction', 'return', 'void'] as const)(
    '%s is recorded once, and is harmless when it is sent again [D71]',
    async (kind) => {
      const { workspaceId, payoutId } = await buildPayout()
      const [reportId, returnedId, confirmationId, disputeId] = [newId(), newId(), newId(), newId()]
      const report = (reference: string): PaymentFact => ({
        ...{ kind: 'report', payoutId, amount: usd('5000'), method: 'bank', reference, paidAt: undefined },
      })
      const steps: readonly (readonly [PaymentFact, string])[] = [
        [report('7XK2'), reportId],
        [report('7XK3'), returnedId],
        [{ kind: 'confirmation', reportId, amount: usd('4000') }, confirmationId],
        [{ kind: 'confirmation_retraction', confirmationId, reason: 'slip' }, newId()],
        [{ kind: 'dispute', reportId, reason: 'late' }, disputeId],
        [{ kind: 'closing', disputeId, resolution: 'arrived' }, newId()],
        [{ kind: 'retraction', reportId, reason: 'typed twice' }, newId()],
        [{ kind: 'return', reportId: returnedId, reference: 'B1', reason: 'no such account' }, newId()],
        [{ kind: 'void', payoutId, reason: 'twice' }, newId()],
      ]
      const record = recordIn(workspaceId)
      for (const [fact, id] of steps) {
        expect(await record(fact, id)).toMatchObject({ ok: true, isNew: true })
      }
      const before = await listPayoutFacts(database(), { workspaceId, payoutId })

      const [step] = steps.filter(([fact]) => fact.kind === kind)
      if (step === undefined) throw new Error('Each kind is among the steps.')
      expect(await record(...step)).toMatchObject({
        ok: true,
        isNew: false,
        payout: { id: payoutId, status: 'voided' },
      })
      expect(await listPayoutFacts(database(), { workspaceId, payoutId })).toEqual(before)
    },
  )

  test('is recorded once by ten who send it at the same time [D71]', async () => {
    const { workspaceId, payoutId } = await buildPayout()
    const word = { method: 'bank', reference: '7XK2', paidAt: undefined }
    const fact = { kind: 'report', payoutId, amount: usd('10000'), ...word } as const
    const id = newId()
    const recorded = await Promise.all(Array.from({ length: 10 }, () => recordIn(workspaceId)(fact, id)))

    expect(recorded.filter(({ ok }) => !ok)).toEqual([])
    expect(recorded.filter((each) => each.ok && each.isNew)).toHaveLength(1)
    expect(await listPayoutFacts(database(), { workspaceId, payoutId })).toHaveLength(1)
  })

  test('keeps its content when another one is sent with its id [D71]', async () => {
    const payout = await buildPayout()
    const { workspaceId, payoutId } = payout
    const otherPayoutId = await insertPayout(database(), payout, { amountMinor: 10_000n, currency: 'USD' })
    const id = newId()
    const report = {
      kind: 'report',
      payoutId,
      amount: usd('4000'),
      method: 'bank',
      reference: undefined,
      paidAt: createdAt,
    } as const
    const record = recordIn(workspaceId)
    await record(report, id)

    for (const [change, rejection] of [
      [{ amount: usd('4001') }, { rejection: 'other_content', differences: ['amountMinor'] }],
      [
        { method: 'paypal', reference: 'x' },
        { rejection: 'other_content', differences: ['method', 'reference'] },
      ],
      [{ paidAt: later }, { rejection: 'other_content', differences: ['paidAt'] }],
      [{ payoutId: otherPayoutId }, { rejection: 'other_content', differences: ['payoutId'] }],
      [{ amount: { amountMinor: '4000', currency: 'EUR' } }, { rejection: 'other_currency' }],
    ] as const) {
      expect(await record({ ...report, ...change }, id)).toEqual({ ok: false, ...rejection })
    }
    expect(await listPayoutFacts(database(), { workspaceId, payoutId })).toHaveLength(1)
  })
})

describeOnEachEngine('what is said of a membership', (database) => {
  test('keeps it out of runs once, and again after it was let in [D71]', async () => {
    const { workspaceId, membershipId } = await insertApp(database())
    const by = { workspaceId, membershipId, currency: undefined, actor: 'operator:mia' }
    const say = (word: { isExcluded: boolean; reason: string; currency?: string }) =>
      excludeMembership(database(), { ...by, ...word })
    const out = { isExcluded: true, reason: 'documents' }
    const count = async () => {
      const text = 'select from payout_exclusions where workspace_id = $1'
      return (await database().query({ name: '', text }, [workspaceId])).length
    }

    expect([await say(out), await say(out)]).toMatchObject([{ id: membershipId }, { id: membershipId }])
    expect(await count()).toBe(1)
    await say({ ...out, currency: 'EUR' })
    await say({ ...out, reason: 'a court' })
    expect(await count()).toBe(3)
    await say({ isExcluded: false, reason: 'complete' })
    await say(out)
    expect(await count()).toBe(5)
    const nobody = { ...by, ...out, membershipId: newId() }
    expect(await excludeMembership(database(), nobody)).toBeUndefined()
  })

  test('names a payee once, and again after another one [D71]', async () => {
    const { workspaceId, membershipId } = await insertApp(database())
    const place = { town: null, country: null }
    const account = {
      ...place,
      kind: 'person',
      iban: null,
      bic: null,
      method: 'paypal',
      name: 'Mia',
    } as const
    const set = (email: string, from?: string) =>
      setPayee(database(), {
        ...{ ...account, email, workspaceId, membershipId, actor: 'operator:mia' },
        effectiveFrom: from === undefined ? undefined : new Date(from),
      })
    const count = async () => (await listPayees(database(), { workspaceId, membershipId })).length

    const first = await set('a@example.com')
    expect(first).toMatchObject({ ok: true, isNew: true })
    expect(await set('a@example.com')).toEqual({ ...first, isNew: false })
    expect(await count()).toBe(1)
    await set('b@example.com')
    expect(await set('a@example.com')).toMatchObject({ ok: true, isNew: true })
    expect(await count()).toBe(3)
    const later = await set('a@example.com', '2099-01-01T00:00:00Z')
    expect(await set('a@example.com', '2099-01-01T00:00:00Z')).toEqual({ ...later, isNew: false })
    await set('b@example.com', '2099-01-01T00:00:00Z')
    expect(await set('a@example.com', '2099-01-01T00:00:00Z')).toMatchObject({ ok: true, isNew: true })
    expect(await count()).toBe(6)
  })
})
