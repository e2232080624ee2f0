import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { insertMoneyApp } from '@affiliate-platform/test-support/money-builders'
import { collect } from '@affiliate-platform/test-support/money-story'
import { expect, test } from 'vitest'
import { explainCommission } from '../../src/explain.ts'
import { excludeMembership, freezeRun, listRuns } from '../../src/payout-runs.ts'
import { preview } from './runs.ts'

describeOnEachEngine('the latest run', (database) => {
  test('is the one that was frozen last, whatever ids the callers chose [D71]', async () => {
    const noMoney = { amountMinor: '0', currency: 'USD' }
    const app = await insertMoneyApp(database(), {
      threshold: { amountMinor: '5000', currency: 'USD' },
      ...{ cpi: noMoney, holdDays: 0 },
    })
    const { workspaceId, membershipId } = app
    await collect(database(), app, [{ on: '2026-02-01', gross: '20.0' }])
    const ids = ['ffffffff', '88888888', '00000001'].map((start) => `${start}-0000-4000-8000-000000000000`)
    const actor = 'operator:mia'
    for (const [index, runId] of ids.entries()) {
      if (index === ids.length - 1) {
        const exclusion = { workspaceId, membershipId, currency: undefined, isExcluded: true }
        await excludeMembership(database(), { ...exclusion, reason: 'W-9 is missing', actor })
      }
      const asOf = `2026-0${index + 3}-01T00:00:00Z`
      const { hash: previewHash } = await preview(database(), workspaceId, asOf)
      const order = { workspaceId, runId, asOf: new Date(asOf), previewHash, actor }
      expect(await freezeRun(database(), order)).toMatchObject({ ok: true })
    }

    const all = await listRuns(database(), workspaceId, { after: undefined, limit: 10 })
    expect(all.map(({ id }) => id)).toEqual(ids.toReversed())
    const paged: string[] = []
    for (let after: string | undefined; paged.length < ids.length; after = paged.at(-1)) {
      paged.push(...(await listRuns(database(), workspaceId, { after, limit: 1 })).map(({ id }) => id))
    }
    expect(paged).toEqual(ids.toReversed())
    expect(await listRuns(database(), workspaceId, { after: ids[0], limit: 1 })).toEqual([])

    const [commission] = await database().query<{ readonly id: string }>(
      { name: '', text: 'select id from commissions where workspace_id = $1' },
      [workspaceId],
    )
    const explained = await explainCommission(database(), workspaceId, commission?.id ?? '')
    expect(explained?.entries[0]?.notPaid).toEqual({ code: 'excluded', reason: 'W-9 is missing' })
  })
})
