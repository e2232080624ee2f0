import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { insertMoneyApp, type MoneyApp } from '@affiliate-platform/test-support/money-builders'
import { collect } from '@affiliate-platform/test-support/money-story'
import { createdAt, insertRecord } from '@affiliate-platform/test-support/payout-builders'
import { expect, test } from 'vitest'
import type { Database } from '../../src/database/statements/database.ts'
import { newId } from '../../src/database/statements/new-id.ts'
import { setPayee } from '../../src/payees.ts'
import { excludeMembership, freezeRun, listExclusions } from '../../src/payout-runs.ts'
import { createPayout, type PaymentFact, recordPaymentFact } from '../../src/payouts.ts'
import { decisions, pay, payoutsOf, preview, voidPayout } from './runs.ts'

const actor = 'operator:mia'

const noThreshold = { threshold: { amountMinor: '0', currency: 'USD' }, holdDays: 30 }

/** An app whose shop earns 20 % of the gross, held for 30 days and paid from 0.01 USD on, unless the rules say other. */
const insertShop = (
  database: Database,
  rules: Parameters<typeof insertMoneyApp>[1] = {},
): Promise<MoneyApp> =>
  insertMoneyApp(database, { ...noThreshold, cpi: { amountMinor: '0', currency: 'USD' }, ...rules })

async function countRows(database: Database, { workspaceId }: MoneyApp): Promise<unknown> {
  const text = `
    select
      (select count(*)::int from payout_runs where workspace_id = $1) as runs,
      (select count(*)::int from payout_run_decisions where workspace_id = $1) as decisions,
      (select count(*)::int from payouts where workspace_id = $1) as payouts,
      (select count(*)::int from payout_commissions where workspace_id = $1) as lines`
  const [row] = await database.query({ name: '', text }, [workspaceId])
  return row
}

const nothing = { runs: 0, decisions: 0, payouts: 0, lines: 0 }

describeOnEachEngine('a payout run', (database) => {
  test('carries a debt over until later sales have paid it, as example 6 does [D58]', async () => {
    const app = await insertShop(database())
    const { workspaceId } = app
    await collect(database(), app, [{ on: '2026-02-01', gross: '19.0' }])
    expect(payoutsOf(await pay(database(), workspaceId, '2026-03-05'))).toEqual(['380 USD in 1'])

    await collect(database(), app, [{ on: '2026-03-10', gross: '-19.0' }])
    expect(await decisions(database(), workspaceId, '2026-03-12')).toEqual(['nothing_due -380 USD'])
    await collect(database(), app, [{ on: '2026-03-11', gross: '19.0' }])
    expect(payoutsOf(await pay(database(), workspaceId, '2026-04-11'))).toEqual([])
    expect(await decisions(database(), workspaceId, '2026-04-11')).toEqual(['nothing_due 0 USD'])

    await collect(database(), app, [{ on: '2026-04-12', gross: '19.0' }])
    expect(payoutsOf(await pay(database(), workspaceId, '2026-05-13'))).toEqual(['380 USD in 3'])
  })

  test('pays an install reward and a sale in their own currencies, as example 12 does [D56]', async () => {
    const cpi = { amountMinor: '500', currency: 'EUR' }
    const app = await insertShop(database(), { cpi, threshold: { amountMinor: '5000', currency: 'USD' } })
    await collect(database(), app, [{ on: '2026-02-01', gross: '300.0' }])

    const { decisions: found } = await preview(database(), app.workspaceId, '2026-04-01')
    expect(found.map(({ currency, warnings }) => [currency, warnings])).toEqual([
      ['EUR', ['no_threshold_for_currency', 'no_payee']],
      ['USD', ['no_payee']],
    ])
    const run = await pay(database(), app.workspaceId, '2026-04-01')
    expect(payoutsOf(run)).toEqual(['500 EUR in 1', '6000 USD in 1'])
  })

  test('pays from the threshold on, and not a unit below, as example 16 does [D57]', async () => {
    const threshold = { amountMinor: '5000', currency: 'USD' }
    const app = await insertShop(database(), { rateBps: 10_000, threshold, holdDays: 0 })
    await collect(database(), app, [{ on: '2026-02-01', gross: '49.99' }])
    expect(await decisions(database(), app.workspaceId, '2026-02-02')).toEqual(['below_threshold 4999 USD'])
    expect(payoutsOf(await pay(database(), app.workspaceId, '2026-02-02'))).toEqual([])

    await collect(database(), app, [{ on: '2026-02-03', gross: '0.01' }])
    expect(payoutsOf(await pay(database(), app.workspaceId, '2026-02-04'))).toEqual(['5000 USD in 2'])
  })

  test('holds a sale until its last millisecond, as example 17 does [2.2]', async () => {
    const app = await insertShop(database())
    await collect(database(), app, [{ on: '2026-02-01', gross: '19.0' }])
    const { decisions: early } = await preview(database(), app.workspaceId, '2026-03-02T23:59:59.999Z')
    expect(early).toMatchObject([{ decision: 'nothing_due', sumMinor: 0n, heldMinor: 380n }])
    const { decisions: due } = await preview(database(), app.workspaceId, '2026-03-03T00:00:00.000Z')
    expect(due).toMatchObject([{ decision: 'paid', sumMinor: 380n, heldMinor: 0n }])
  })

  test('pays the lines of a voided payout once more, once, as example 25 does [3]', async () => {
    const app = await insertShop(database())
    const { workspaceId } = app
    await collect(database(), app, [{ on: '2026-02-01', gross: '19.0' }])
    const [first] = (await pay(database(), workspaceId, '2026-03-05')).payouts
    expect(await voidPayout(database(), workspaceId, first?.id ?? '')).toMatchObject({ ok: true })

    const [second] = (await pay(database(), workspaceId, '2026-03-06')).payouts
    expect(second).toMatchObject({ amountMinor: '380', lines: first?.lines })
    expect(await decisions(database(), workspaceId, '2026-03-07')).toEqual([])
  })

  test('keeps the lines of a payout that was reported [3]', async () => {
    const app = await insertShop(database())
    const { workspaceId } = app
    await collect(database(), app, [{ on: '2026-02-01', gross: '19.0' }])
    const [paid] = (await pay(database(), workspaceId, '2026-03-05')).payouts
    const payoutId = paid?.id ?? ''
    const amount = { amountMinor: '1', currency: 'USD' }
    const rest = { method: 'bank', reference: undefined, paidAt: undefined }
    const fact = { kind: 'report', payoutId, amount, ...rest } as const
    await recordPaymentFact(database(), fact, { workspaceId, id: newId(), createdAt: new Date() })

    const rejection = { ok: false, rejection: 'payout_reported' }
    expect(await voidPayout(database(), workspaceId, payoutId)).toEqual(rejection)
    expect(await decisions(database(), workspaceId, '2026-03-07')).toEqual([])
  })

  test('warns of a payment that has no payee, or comes after a disputed one [D354]', async () => {
    const app = await insertShop(database())
    const { workspaceId, membershipId } = app
    const ofPerson = {
      kind: 'person',
      method: 'paypal',
      name: 'Mia Moore',
      email: 'mia@example.com',
    } as const
    const nowhere = { iban: null, bic: null, town: null, country: null }
    const payee = { ...ofPerson, ...nowhere, workspaceId, membershipId, effectiveFrom: undefined, actor }
    const told = async (asOf: string) => {
      const { decisions: found, hash } = await preview(database(), workspaceId, asOf)
      return { hash, warnings: found.map(({ decision, warnings }) => [decision, ...warnings].join(' ')) }
    }
    const record = async (fact: PaymentFact) => {
      const id = newId()
      await recordPaymentFact(database(), fact, { workspaceId, id, createdAt: new Date() })
      return id
    }

    await collect(database(), app, [{ on: '2026-02-01', gross: '19.0' }])
    expect(await told('2026-02-02')).toMatchObject({ warnings: ['nothing_due'] })
    const before = await told('2026-03-05')
    expect(before.warnings).toEqual(['paid no_payee'])
    await setPayee(database(), payee)
    expect(await told('2026-03-05')).toEqual({ hash: before.hash, warnings: ['paid'] })

    const payoutId = (await pay(database(), workspaceId, '2026-03-05')).payouts[0]?.id ?? ''
    const amount = { amountMinor: '380', currency: 'USD' }
    const rest = { method: 'bank', reference: undefined, paidAt: undefined }
    const reportId = await record({ kind: 'report', payoutId, amount, ...rest })
    await collect(database(), app, [{ on: '2026-03-10', gross: '19.0' }])
    await collect(database(), app, [{ on: '2026-03-10', gross: '10.0', currency: 'EUR', chargeId: null }])
    const undisputed = await told('2026-05-01')
    expect(undisputed.warnings).toEqual(['paid no_threshold_for_currency', 'paid'])
    const disputeId = await record({ kind: 'dispute', reportId, reason: 'nothing came' })
    const disputed = await told('2026-05-01')
    expect(disputed.warnings).toEqual(['paid no_threshold_for_currency', 'paid disputed'])
    expect(disputed.hash).not.toBe(undisputed.hash)
    await record({ kind: 'closing', disputeId, resolution: 'it came' })
    expect(await told('2026-05-01')).toEqual(undisputed)
  })

  test('leaves out what an operator excludes, and says why, until it is included again [7.7]', async () => {
    const app = await insertShop(database())
    const { workspaceId, membershipId } = app
    await collect(database(), app, [
      { on: '2026-02-01', gross: '19.0' },
      { on: '2026-02-01', gross: '10.0', currency: 'EUR', chargeId: null },
    ])
    const say = (isExcluded: boolean, currency?: string) => {
      const word = { workspaceId, membershipId, currency, isExcluded, reason: 'documents missing', actor }
      return excludeMembership(database(), word)
    }
    await say(true)
    expect(await decisions(database(), workspaceId, '2026-03-05')).toEqual([
      'excluded 200 EUR',
      'excluded 380 USD',
    ])
    await say(false, 'EUR')
    const run = await pay(database(), workspaceId, '2026-03-05')
    expect(payoutsOf(run)).toEqual(['200 EUR in 1'])
    await say(false)
    expect(await decisions(database(), workspaceId, '2026-03-05')).toEqual(['paid 380 USD'])
    await say(true, 'USD')
    expect((await preview(database(), workspaceId, '2026-03-05')).decisions).toMatchObject([
      { decision: 'excluded', reason: 'documents missing' },
    ])
    expect(
      await excludeMembership(database(), {
        ...{ workspaceId, membershipId: newId(), currency: undefined, isExcluded: true, reason: 'x', actor },
      }),
    ).toBeUndefined()
  })

  test('goes by the latest word on a currency, and lists the exclusions that stand [D71, 7.7]', async () => {
    const app = await insertShop(database())
    const { workspaceId, membershipId } = app
    await collect(database(), app, [{ on: '2026-02-01', gross: '19.0' }])
    const say = (isExcluded: boolean, currency?: string) => {
      const word = { workspaceId, membershipId, currency, isExcluded, reason: 'documents', actor }
      return excludeMembership(database(), word)
    }
    const standing = async () =>
      (await listExclusions(database(), workspaceId, { limit: 50, after: undefined })).map(
        ({ currency, except, reason }) => [currency, except, reason],
      )

    await say(true)
    await say(false, 'USD')
    await say(false, 'EUR')
    expect(await standing()).toEqual([[null, ['EUR', 'USD'], 'documents']])
    expect(await decisions(database(), workspaceId, '2026-03-05')).toEqual(['paid 380 USD'])
    await say(true)
    expect(await standing()).toEqual([[null, [], 'documents']])
    expect(await decisions(database(), workspaceId, '2026-03-05')).toEqual(['excluded 380 USD'])
    await say(false)
    await say(true, 'USD')
    expect(await standing()).toEqual([['USD', [], 'documents']])
    await say(false)
    expect(await decisions(database(), workspaceId, '2026-03-05')).toEqual(['paid 380 USD'])
    expect(await standing()).toEqual([])
  })

  test('takes the thresholds in force at its time, of the nearest target [D57]', async () => {
    const app = await insertShop(database(), { threshold: { amountMinor: '300', currency: 'USD' } })
    await collect(database(), app, [{ on: '2026-02-01', gross: '19.0' }])
    const save = (target_kind: string, target_id: string, effective_at: string, amountMinor: string) =>
      insertRecord(database(), 'terms_versions', {
        ...{ workspace_id: app.workspaceId, app_id: app.appId, program_id: app.programId, operator: 'mia' },
        ...{ target_kind, target_id, effective_at, created_at: createdAt },
        rules: { ...app.rules, threshold: { amountMinor, currency: 'USD' } },
      })
    await save('program', app.programId, '2026-01-01', '999')
    await save('group', app.groupId, '2026-02-01', '998')
    const later = await save('membership', app.membershipId, '2026-04-01T00:00:00Z', '299')
    const at = async (asOf: string) => (await preview(database(), app.workspaceId, asOf)).decisions

    expect(await at('2026-03-31T23:59:59.999Z')).toMatchObject([
      { decision: 'paid', thresholdMinor: 300n, termsOf: 'membership', termsVersionId: app.termsVersionId },
    ])
    expect(await at('2026-04-01')).toMatchObject([
      { decision: 'paid', thresholdMinor: 299n, thresholdContractId: null, termsVersionId: later },
    ])
    // Before there were any terms, the membership's first ones count.
    expect(await at('2025-01-01')).toMatchObject([{ thresholdMinor: 300n, termsOf: 'membership' }])
  })
})

describeOnEachEngine('freezing', (database) => {
  test('writes nothing with the hash of a preview that says something else now [7.7]', async () => {
    const app = await insertShop(database())
    const { workspaceId } = app
    await collect(database(), app, [{ on: '2026-02-01', gross: '19.0' }])
    const old = await preview(database(), workspaceId, '2026-04-01')
    await collect(database(), app, [{ on: '2026-02-02', gross: '19.0' }])
    const plan = { workspaceId, runId: newId(), asOf: old.asOf, previewHash: old.hash, actor }
    expect(await freezeRun(database(), plan)).toMatchObject({ ok: false, rejection: 'other_preview' })
    expect(await countRows(database(), app)).toEqual(nothing)

    const { hash } = await preview(database(), workspaceId, '2026-04-01')
    const fresh = { ...plan, previewHash: hash }
    expect(await freezeRun(database(), fresh)).toMatchObject({ ok: true, isNew: true })
    const once = { runs: 1, decisions: 1, payouts: 1, lines: 2 }
    expect(await countRows(database(), app)).toEqual(once)
    expect(await freezeRun(database(), fresh)).toMatchObject({ ok: true, isNew: false })
    const otherTime = { ...fresh, asOf: new Date('2026-04-02') }
    const differences = ['asOf']
    expect(await freezeRun(database(), otherTime)).toEqual({
      ok: false,
      rejection: 'other_content',
      differences,
    })
    expect(await freezeRun(database(), { ...fresh, runId: newId() })).toMatchObject({
      rejection: 'other_preview',
    })
    expect(await countRows(database(), app)).toEqual(once)
  })

  test('tells two sets of lines with one sum apart [7.7]', async () => {
    const app = await insertShop(database(), { holdDays: 0 })
    await collect(database(), app, [{ on: '2026-02-01', gross: '19.0' }])
    const old = await preview(database(), app.workspaceId, '2026-04-01')
    await collect(database(), app, [
      { on: '2026-02-03', gross: '5.0' },
      { on: '2026-02-04', gross: '-5.0' },
    ])
    const now = await preview(database(), app.workspaceId, '2026-04-01')
    expect(now.decisions).toMatchObject([{ sumMinor: old.decisions[0]?.sumMinor }])
    expect(now.hash).not.toBe(old.hash)
  })

  test('waits for its time [7.7]', async () => {
    const { workspaceId } = await insertShop(database())
    const plan = { workspaceId, asOf: new Date(Date.now() + 3_600_000) }
    const run = { ...plan, runId: newId(), previewHash: '', actor }
    expect(await freezeRun(database(), run)).toEqual({ ok: false, rejection: 'ahead' })
  })

  test('freezes one of many runs that begin at once [7.7]', async () => {
    const app = await insertShop(database())
    const { workspaceId } = app
    await collect(database(), app, [{ on: '2026-02-01', gross: '19.0' }])
    const { asOf, hash } = await preview(database(), workspaceId, '2026-04-01')
    const plan = { workspaceId, asOf, previewHash: hash, actor }
    const runs = await Promise.all(
      Array.from({ length: 6 }, () => freezeRun(database(), { ...plan, runId: newId() })),
    )
    expect(runs.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await countRows(database(), app)).toEqual({ runs: 1, decisions: 1, payouts: 1, lines: 1 })
  })
})

describeOnEachEngine('a payout by hand', (database) => {
  test('is not due again once it is voided [D116]', async () => {
    const { workspaceId, membershipId } = await insertShop(database())
    const id = newId()
    const amount = { amountMinor: '12500', currency: 'USD' }
    const plan = { id, workspaceId, membershipId, amount, reason: 'bonus', actor, createdAt: new Date() }
    await createPayout(database(), plan)
    expect(await voidPayout(database(), workspaceId, id)).toMatchObject({ ok: true })
    const now = new Date().toISOString()
    expect(await decisions(database(), workspaceId, now)).toEqual(['nothing_due 0 USD'])
  })
})
