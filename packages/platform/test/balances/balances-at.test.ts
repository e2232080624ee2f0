import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { report, scale, startRandom } from '@affiliate-platform/test-support/guarantee-scale'
import { buildLine, buildMoneyWorld, buildRefund } from '@affiliate-platform/test-support/money-world'
import { insertApp } from '@affiliate-platform/test-support/payout-builders'
import { expect, test } from 'vitest'
import { listBalances, listBalancesAt } from '../../src/balances.ts'
import { newId } from '../../src/database/statements/new-id.ts'
import type { Database } from '../../src/database.ts'
import { recordPaymentFact } from '../../src/payouts.ts'
import { pay, voidPayout } from '../payout-runs/runs.ts'
import { bookByHand } from './book-by-hand.ts'
import { bookRandomFacts, drawInstant, sumUp } from './random-facts.ts'

const all = { asOf: undefined, since: undefined, membershipId: undefined }

/** The balances, and the instant that they are of. */
async function balancesAt(database: Database, filter: Parameters<typeof listBalancesAt>[1]) {
  const found = await listBalancesAt(database, filter)
  if (!found.ok) throw new Error(found.rejection)
  return found
}

describeOnEachEngine('the balances as of an instant', (database) => {
  test('are the sums of the facts that had been booked by then [D189]', async () => {
    const random = startRandom()
    const app = await insertApp(database())
    const facts = await bookRandomFacts(database(), app, random, scale({ quick: 300, soak: 20_000 }))
    const instants = scale({ quick: 40, soak: 400 })
    for (let index = 0; index < instants; index += 1) {
      const [one, other] = [drawInstant(random), drawInstant(random)]
      const [since, asOf] = one < other ? [one, other] : [other, one]
      const { balances } = await balancesAt(database(), { ...all, workspaceId: app.workspaceId, since, asOf })
      expect(balances, `${since.toISOString()} to ${asOf.toISOString()}`).toEqual(sumUp(facts, since, asOf))
    }
    report(`${facts.length} facts at ${instants} pairs of instants on ${database().engine}`)
  })

  test('stay what they were, whatever is booked later, and end as the balances of now [D189]', async () => {
    const world = await buildMoneyWorld(database())
    const { workspaceId, importLines } = world
    const told: Awaited<ReturnType<typeof balancesAt>>[] = []
    const tell = async () => told.push(await balancesAt(database(), { ...all, workspaceId }))
    const record = (fact: Parameters<typeof recordPaymentFact>[1]) =>
      recordPaymentFact(database(), fact, { workspaceId, id: newId() })

    await tell()
    await importLines([buildLine()])
    await tell()
    const [payout] = (await pay(database(), workspaceId, '2026-04-01')).payouts
    const payoutId = payout?.id ?? ''
    const amount = { amountMinor: '380', currency: 'USD' }
    const more = { method: 'bank', reference: undefined, paidAt: undefined }
    const reportId = newId()
    const paid = { kind: 'report', payoutId, amount, ...more } as const
    await recordPaymentFact(database(), paid, { workspaceId, id: reportId })
    await tell()
    await importLines([buildRefund(), buildLine({ platformId: 'late', collectedAt: '2026-01-02T00:00:00Z' })])
    await tell()
    await record({ kind: 'dispute', reportId, reason: 'Nothing arrived' })
    await tell()
    await record({ kind: 'retraction', reportId, reason: 'It was not sent' })
    await voidPayout(database(), workspaceId, payoutId)
    await tell()

    expect(told.map(({ balances }) => balances.map(({ closingMinor }) => closingMinor))).toEqual([
      ...[[], ['380'], ['0'], ['0'], ['380'], ['380']],
    ])
    for (const [index, { asOf, balances }] of told.entries()) {
      expect((await balancesAt(database(), { ...all, workspaceId, asOf })).balances).toEqual(balances)
      const next = told[index + 1]
      if (next === undefined) continue
      const window = await balancesAt(database(), { ...all, workspaceId, since: asOf, asOf: next.asOf })
      expect(window.balances).toMatchObject(
        next.balances.map(({ closingMinor }) => ({
          openingMinor: balances[0]?.closingMinor ?? '0',
          closingMinor,
        })),
      )
    }
    const now = await listBalances(database(), { workspaceId })
    const owed = now.map(({ dueMinor, heldMinor, unpaidMinor }) => {
      return `${BigInt(dueMinor) + BigInt(heldMinor) + BigInt(unpaidMinor)}`
    })
    const filter = { ...all, workspaceId, isByMembership: true }
    const { balances } = await balancesAt(database(), filter)
    expect(balances).toMatchObject(
      owed.map((closingMinor) => ({ membershipId: world.membershipId, closingMinor })),
    )
  })

  test('are refused for a time to come, and while what begun by then may still book [D189]', async () => {
    const world = await buildMoneyWorld(database())
    const { workspaceId } = world
    const ahead = new Date(Date.now() + 86_400_000)
    expect(await listBalancesAt(database(), { ...all, workspaceId, asOf: ahead })).toEqual({
      ...{ ok: false, rejection: 'ahead' },
    })
    // The embedded database runs one transaction after the other.
    if (database().engine === 'pglite') return
    const { asOf: before } = await balancesAt(database(), { ...all, workspaceId })
    let asked: ReturnType<typeof balancesAt> | undefined
    await database().transaction(async (tx) => {
      await tx.query({ name: '', text: 'select now()' }, [])
      expect(await listBalancesAt(database(), { ...all, workspaceId, waitMs: 300 })).toEqual({
        ...{ ok: false, rejection: 'not_settled' },
      })
      expect((await balancesAt(database(), { ...all, workspaceId, asOf: before })).balances).toEqual([])
      await bookByHand(tx, world)
      asked = balancesAt(database(), { ...all, workspaceId })
    })
    expect((await asked)?.balances).toMatchObject([{ closingMinor: '500' }])
  })
})
