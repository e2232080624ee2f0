import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { buildLine, buildMoneyWorld, importLines } from '@affiliate-platform/test-support/money-world'
import { expect, test } from 'vitest'
import { findCommission } from '../../src/commissions.ts'
import { newId } from '../../src/database/statements/new-id.ts'
import { freezeRun } from '../../src/payout-runs.ts'
import { preview } from '../payout-runs/runs.ts'

const actor = 'operator:mia'

/** What an import of a sale, and of a row that is set aside, adds one row each to. */
const dated = [
  'sale_sources',
  'import_runs',
  'import_run_pages',
  'import_run_ends',
  'app_transactions',
  'rows_set_aside',
  'commissions',
]

describeOnEachEngine('a past that is told again', (database) => {
  test('has the ids and the times that it is given, and was recorded now [D153] [D189]', async () => {
    const { workspaceId, appId, commissions } = await buildMoneyWorld(database())
    const [commissionId, payoutId] = [newId(), newId()]
    const sources: Readonly<Record<string, string>> = {
      '2026-02-01T00:00:00.000Z': commissionId,
      '2026-04-01T00:00:00.000Z': payoutId,
    }
    const idAt = (instantMs: number) => sources[new Date(instantMs).toISOString()] ?? ''

    const sale = buildLine({ collectedAt: '2026-02-01T00:00:00Z' })
    await importLines(database(), { workspaceId, appId, idAt }, [sale])
    expect((await commissions()).map(({ id }) => id)).toEqual([commissionId])
    const accruedAt = new Date('2026-02-01T00:00:00Z')
    expect(await findCommission(database(), { workspaceId, commissionId })).toMatchObject({
      ...{ accruedAt, postedAt: accruedAt },
    })

    const { asOf, hash } = await preview(database(), workspaceId, '2026-04-01')
    const frozenAt = new Date('2026-04-01T09:00:00Z')
    const plan = { workspaceId, asOf, previewHash: hash, runId: newId(), actor, frozenAt, idAt }
    expect(await freezeRun(database(), plan)).toMatchObject({
      ok: true,
      run: { createdAt: frozenAt, payouts: [{ id: payoutId, lines: 1 }] },
    })
    const text = `
      select created_at as "createdAt", recorded_at > now() - interval '1 day' as "isRecordedNow"
      from payouts where workspace_id = $1`
    expect(await database().query({ name: '', text }, [workspaceId])).toEqual([
      { createdAt: frozenAt, isRecordedNow: true },
    ])
  })
  test('is imported and booked when it is said to have been, and was recorded now [D153] [D189]', async () => {
    const { workspaceId, appId, commissions } = await buildMoneyWorld(database())
    const importedAt = new Date('2026-03-01T00:00:00Z')
    const idAt = () => newId()
    const lines = [
      buildLine({ collectedAt: '2026-02-01T00:00:00Z' }),
      buildLine({ platformId: 'gid://partners/TaxTransaction/1', kind: 'tax' }),
    ]
    await importLines(database(), { workspaceId, appId, idAt, importedAt }, lines)
    const [commission] = await commissions()
    const commissionId = `${commission?.id}`
    expect(await findCommission(database(), { workspaceId, commissionId })).toMatchObject({
      ...{ accruedAt: new Date('2026-02-01T00:00:00Z'), postedAt: importedAt },
    })
    const text = dated
      .map(
        (table) =>
          `select '${table}' as "table", created_at as "createdAt" from ${table} where workspace_id = $1`,
      )
      .join(' union all ')
    const rows = await database().query({ name: '', text }, [workspaceId])
    expect(rows).toEqual(dated.map((table) => ({ table, createdAt: importedAt })))
    const recorded = `
      select recorded_at > now() - interval '1 day' as "isRecordedNow" from app_transactions where workspace_id = $1`
    expect(await database().query({ name: '', text: recorded }, [workspaceId])).toEqual([
      { isRecordedNow: true },
    ])
  })
})
