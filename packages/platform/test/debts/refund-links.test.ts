import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { buildLine, buildMoneyWorld, buildRefund } from '@affiliate-platform/test-support/money-world'
import { expect, test } from 'vitest'
import { linkRefund, listRefundLinks } from '../../src/app-transactions.ts'
import { listAuditEntries } from '../../src/audit.ts'
import { explainCommission } from '../../src/explain.ts'
import { verifyMoney } from '../../src/verify-money.ts'

const actor = 'operator:mia'

describeOnEachEngine('the link of a refund', (database) => {
  /** A small and a large sale, each worth a fifth, and a credit that the rules take from the later one. */
  async function buildWorld() {
    const world = await buildMoneyWorld(database())
    const credit = { platformId: 'credit', kind: 'credit', chargeId: null, gross: '-19.0', net: '-19.0' }
    await world.importLines([
      buildLine({ platformId: 'early', gross: '50.0', net: '50.0', collectedAt: '2026-02-01T00:00:00Z' }),
      buildLine({ platformId: 'late', gross: '50.0', net: '50.0', collectedAt: '2026-03-01T00:00:00Z' }),
      buildLine({ platformId: 'euro', currency: 'EUR', collectedAt: '2026-03-02T00:00:00Z' }),
      buildRefund({ ...credit, collectedAt: '2026-03-05T00:00:00Z' }),
    ])
    const { workspaceId, appId } = world
    const link = (refundId: string, saleId: string | null) =>
      linkRefund(database(), { workspaceId, appId, refundId, saleId, reason: 'the May invoice', actor })
    /** The base that was taken from each sale. */
    const taken = async () => {
      const text = `
        select original_platform_id as sale, (-sum(base_change))::float8 as base from commissions
        where workspace_id = $1 and platform_id = 'credit' group by 1 having sum(base_change) <> 0`
      return await database().query({ name: '', text }, [workspaceId])
    }
    return { ...world, link, taken }
  }

  test('moves what was taken back to its sale, and lets the rules decide again without it [D227]', async () => {
    const { workspaceId, appId, link, taken, commissions } = await buildWorld()
    expect(await taken()).toEqual([{ sale: 'late', base: 19 }])

    expect(await link('credit', 'early')).toMatchObject({ ok: true, isNew: true })
    expect(await taken()).toEqual([{ sale: 'early', base: 19 }])
    const count = (await commissions()).length
    expect(await link('credit', 'early')).toEqual({ ok: true, isNew: false, posted: 0 })
    expect(await commissions()).toHaveLength(count)
    expect(await verifyMoney(database(), workspaceId)).toMatchObject({ difference: null })
    const last = (await commissions()).at(-1)
    expect(await explainCommission(database(), workspaceId, last?.id ?? '')).toMatchObject({
      kind: 'commission',
    })

    expect(await link('credit', null)).toMatchObject({ ok: true, isNew: true })
    expect(await taken()).toEqual([{ sale: 'late', base: 19 }])
    expect(await verifyMoney(database(), workspaceId)).toMatchObject({ difference: null })
    const page = { after: undefined, limit: 10 }
    expect(await listRefundLinks(database(), { workspaceId, appId }, page)).toMatchObject([
      { refundId: 'credit', saleId: null, reason: 'the May invoice', actor },
    ])
    expect(await listAuditEntries(database(), { workspaceId, subject: 'refund_link' }, page)).toHaveLength(2)
  })

  test('counts for what is posted later too [D227]', async () => {
    const { importLines, link, taken, workspaceId } = await buildWorld()
    await link('credit', 'early')
    await importLines([buildLine({ platformId: 'next', collectedAt: '2026-03-20T00:00:00Z' })])
    expect(await taken()).toEqual([{ sale: 'early', base: 19 }])
    expect(await verifyMoney(database(), workspaceId)).toMatchObject({ difference: null })
  })

  test.each([
    ['nothing', 'early', 'unknown_refund'],
    ['early', 'late', 'no_refund'],
    ['credit', 'nothing', 'unknown_sale'],
    ['credit', 'credit', 'no_sale'],
    ['credit', 'euro', 'other_currency'],
  ])('from %s to %s is refused: %s [D227]', async (refundId, saleId, rejection) => {
    const { link, commissions } = await buildWorld()
    const before = await commissions()
    expect(await link(refundId, saleId)).toEqual({ ok: false, rejection })
    expect(await commissions()).toEqual(before)
  })
})
