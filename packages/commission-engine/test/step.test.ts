import {
  type Allocation,
  type AppTransaction,
  desired,
  type Entry,
  isOpen,
  isSale,
  post,
  type Referral,
  type RefundState,
  type Sale,
  type ShopFacts,
  type Step,
  stepSale,
  toEntries,
  toPosted,
  toRefundState,
} from '@affiliate-platform/commission-engine'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkAppTransaction } from '../src/lib/facts.ts'
import { stepRefund } from '../src/lib/step.ts'
import { buildCollection, buildReferral } from './builders.ts'
import { type History, histories } from './histories.ts'
import { historyRuns, historySeed } from './history-scale.ts'
import { latestOf } from './plain-model.ts'

/** What a platform keeps of a shop, so that it need not read its sales again. */
interface Kept {
  readonly facts: ShopFacts
  readonly entries: readonly Entry[]
  readonly refunds: readonly RefundState[]
  readonly takenNano: ReadonlyMap<string, bigint>
  readonly steps: number
}

const start = (referrals: readonly Referral[]): Kept => ({
  facts: { referrals, appTransactions: [], refundLinks: new Map() },
  entries: [],
  refunds: [],
  takenNano: new Map(),
  steps: 0,
})

/** Adds one new row by a step where that is possible, else by everything. */
function add(kept: Kept, row: AppTransaction): Kept {
  const facts = { ...kept.facts, appTransactions: [...kept.facts.appTransactions, row] }
  const step = stepOf(kept, row)
  const posted = toPosted(kept.entries)
  if (step !== undefined) {
    const entries = [...kept.entries, ...toEntries(step.changes, posted.cumulatedNano)]
    return { ...keep(kept, step.allocation), facts, entries, steps: kept.steps + 1 }
  }
  const entries = [...kept.entries, ...post(facts, posted)]
  const whole = desired(facts).allocations.reduce(keep, { ...kept, refunds: [], takenNano: new Map() })
  return { ...whole, facts, entries }
}

function keep(kept: Kept, allocation: Allocation | null): Kept {
  if (allocation === null) return kept
  const takenNano = new Map(kept.takenNano)
  for (const { sale, takenBeforeNano, grossNano } of allocation.takes) {
    takenNano.set(sale.platformId, takenBeforeNano + grossNano)
  }
  return { ...kept, refunds: [...kept.refunds, toRefundState(allocation)], takenNano }
}

function stepOf({ facts, refunds, takenNano }: Kept, row: AppTransaction): Step | undefined {
  const { referrals, appTransactions } = facts
  if (isSale(row)) {
    const isLatest = appTransactions.every(({ collectedAtMs }) => collectedAtMs < row.collectedAtMs)
    return stepSale(row, referrals, isLatest ? refunds.filter(isOpen) : refunds)
  }
  const sales = appTransactions
    .filter((sale): sale is Sale => isSale(sale) && checkAppTransaction(sale) === undefined)
    .map((sale) => ({ sale, takenNano: takenNano.get(sale.platformId) ?? 0n }))
    .filter(({ sale, takenNano: taken }) => taken < sale.gross.amountNano)
  return stepRefund(row, referrals, { sales, previous: latestNegative(refunds, row) })
}

function latestNegative(refunds: readonly RefundState[], { gross }: AppTransaction): AppTransaction | null {
  const sameCurrency = refunds
    .map(({ refund }) => refund)
    .filter((one) => one.gross.currency === gross.currency)
  const order = ({ collectedAtMs, platformId }: AppTransaction): string => `${collectedAtMs} ${platformId}`
  return sameCurrency.toSorted((a, b) => (order(a) < order(b) ? 1 : -1))[0] ?? null
}

const sums = ({ cumulatedNano }: ReturnType<typeof toPosted>) =>
  [...cumulatedNano].filter(([, base]) => base !== 0n)
const bases = (entries: readonly Entry[]) =>
  [...toPosted(entries).bases]
    .filter(([, { baseNano }]) => baseNano !== 0n)
    .sort(([a], [b]) => (a < b ? -1 : 1))

/** Rows one by one, as they arrive, or by their time. */
function live({ referral, rows }: History, isInOrder: boolean): Kept {
  const arriving = isInOrder
    ? latestOf(rows).toSorted((a, b) => a.collectedAtMs - b.collectedAtMs)
    : latestOf(rows)
  return arriving.reduce(add, start([{ ...referral, earnsInstallReward: false }]))
}

describe(`${historyRuns} random histories, seed ${historySeed}`, { timeout: 3_600_000 }, () => {
  it.each([
    ['as they arrive', false],
    ['by their time', true],
  ] as const)(
    'rows that are added one by one, %s, end in what all facts together say [D100]',
    async (_, isInOrder) => {
      let rows = 0
      let steps = 0
      const property = fc.property(histories, (history) => {
        const kept = live(history, isInOrder)
        const whole = post(kept.facts, toPosted([]))
        rows += kept.facts.appTransactions.length
        steps += kept.steps
        expect(bases(kept.entries)).toEqual(bases(whole))
        expect(post(kept.facts, toPosted(kept.entries))).toEqual([])
      })
      await fc.assert(property, { numRuns: historyRuns, seed: historySeed })

      // It is the steps that are tested, and the whole way is taken as well.
      expect(steps / rows).toBeGreaterThan(isInOrder ? 0.7 : 0.4)
      expect(steps).toBeLessThan(rows)
    },
  )
})

describe('one more sale', () => {
  const referrals = [buildReferral()]
  const sale = (on: string) => buildCollection({ gross: '19.0', on }) as Sale
  const refund = (on: string) => buildCollection({ gross: '-19.0', on })

  it('is posted like by all facts, with the same entry [D100]', () => {
    const first = add(start(referrals), sale('2026-02-01'))
    const second = add(first, sale('2026-03-01'))
    const appTransactions = [sale('2026-02-01'), sale('2026-03-01')]
    const whole = post({ referrals, appTransactions, refundLinks: new Map() }, toPosted([]))

    expect(second.entries).toEqual(whole)
    expect(sums(toPosted(second.entries))).toEqual(sums(toPosted(whole)))
  })

  it('needs all facts where an earlier refund found no sale [D100]', () => {
    const kept = add(start(referrals), refund('2026-02-01'))

    expect(kept.refunds.map(isOpen)).toEqual([true])
    expect(stepSale(sale('2026-03-01'), referrals, kept.refunds)).toBeUndefined()
  })

  it('needs no facts of a refund that took from its own charge [D100]', () => {
    const kept = add(add(start(referrals), sale('2026-02-01')), refund('2026-02-10'))

    expect(kept.refunds.map(isOpen)).toEqual([false])
    expect(stepSale(sale('2026-03-01'), referrals, kept.refunds)?.changes).toHaveLength(1)
  })

  it('needs all facts where it is nearer to a refund than the sale that this took from [D100]', () => {
    const kept = add(add(start(referrals), sale('2026-02-01')), refund('2026-03-10'))

    expect(stepSale(sale('2026-03-01'), referrals, kept.refunds)).toBeUndefined()
  })

  it('needs all facts where a refund link waits for it [D100]', () => {
    const kept = add(add(start(referrals), sale('2026-02-01')), refund('2026-02-10'))
    const linked = kept.refunds.map((state) => ({ ...state, linkedId: sale('2026-03-01').platformId }))

    expect(linked.map(isOpen)).toEqual([true])
    expect(stepSale(sale('2026-03-01'), referrals, linked)).toBeUndefined()
    expect(stepSale(sale('2026-04-01'), referrals, linked)?.changes).toHaveLength(1)
  })

  it('says why it earns nothing [D100]', () => {
    const early = sale('2025-12-01')

    expect(stepSale(early, referrals, [])).toEqual({
      changes: [],
      skipped: 'before_referral',
      allocation: null,
    })
  })
})

describe('one more refund', () => {
  const referrals = [buildReferral()]
  const sale = buildCollection({ gross: '19.0', on: '2026-02-01' }) as Sale
  const refund = buildCollection({ gross: '-5.0', on: '2026-02-10' })

  it('needs all facts where it belongs before another one [D100]', () => {
    const previous = buildCollection({ gross: '-5.0', on: '2026-02-11' })
    const sales = [{ sale, takenNano: 0n }]

    expect(stepRefund(refund, referrals, { sales, previous })).toBeUndefined()
    expect(stepRefund(previous, referrals, { sales, previous: refund })?.changes).toHaveLength(1)
  })

  it('is not taken where an amount above 0 is set aside [D100]', () => {
    const wrong = { ...refund, gross: { amountNano: 1n, currency: 'USD' } }

    expect(stepRefund(wrong, referrals, { sales: [], previous: null })?.skipped).toBe('wrong_sign')
  })
})
