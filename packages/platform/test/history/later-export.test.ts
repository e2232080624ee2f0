import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { readCommissions } from '@affiliate-platform/test-support/money-world'
import { insertApp, type TestApp } from '@affiliate-platform/test-support/payout-builders'
import { expect, test } from 'vitest'
import { listBalances } from '../../src/balances.ts'
import { updateMembership } from '../../src/memberships.ts'
import { excludeMembership } from '../../src/payout-runs.ts'
import { verifyMoney } from '../../src/verify-money.ts'
import { pay } from '../payout-runs/runs.ts'
import { importExport, summarize } from './import-export.ts'
import { buildCommission, buildExport, buildPaid, buildPayout, buildReferral, ids } from './mantle-export.ts'

const open = (number: number, amount: number) => buildCommission(number, amount)
const earlier = buildExport({ 'commissions.json': [open(1, 1), open(2, 2), open(3, 4), open(4, 8)] })
const cancelled = { cancelled: true, updatedAt: '2025-05-05T00:00:00.000Z' }
const later = buildExport({
  'commissions.json': [
    buildPaid(1, 1),
    buildCommission(2, 2, cancelled),
    buildCommission(3, 4, { deletedAt: '2025-05-05T00:00:00.000Z' }),
    buildCommission(4, 9),
    open(5, 16),
  ],
  'payouts.json': [buildPayout(1, 1)],
})

describeOnEachEngine('a later export', (database) => {
  const balancesOf = async ({ workspaceId }: TestApp) => await listBalances(database(), { workspaceId })

  test('adds what is new and takes back what was cancelled, and leaves what was done here [D421]', async () => {
    const app = await insertApp(database())
    await importExport(database(), app, earlier)
    const [before] = await balancesOf(app)
    expect(before).toMatchObject({ dueMinor: '1500', reportedMinor: '0' })
    const key = { workspaceId: app.workspaceId, id: before?.membershipId ?? '' }
    await updateMembership(database(), key, { name: 'Mia' })
    const imported = await importExport(database(), app, later)
    expect(summarize(imported)).toEqual({
      added: { payout: 1, commission: 1 },
      setAside: { 'commission amount_changed': 1 },
    })
    const currency = 'USD'
    const changed = [
      { kind: 'commission', change: 'cancelled', count: 2, amountMinor: '600', currency },
      { kind: 'commission', change: 'paid', count: 1, amountMinor: '100', currency },
    ]
    expect(imported.report.changed).toEqual(changed)
    const again = { ...later, 'attributions.json': [buildReferral(1), buildReferral(2)] }
    expect((await importExport(database(), app, again)).report.changed).toEqual([])
    expect(await balancesOf(app)).toMatchObject([
      { memberName: 'Mia', dueMinor: '2400', unpaidMinor: '0', reportedMinor: '100' },
    ])
    expect(await readCommissions(database(), app.workspaceId)).toHaveLength(7)
    expect(await verifyMoney(database(), app.workspaceId)).toMatchObject({ difference: null })
  })

  test('does not pay what was paid here meanwhile, and ends a referral that ended there [D421]', async () => {
    const app = await insertApp(database())
    await importExport(database(), app, earlier)
    const [balance] = await balancesOf(app)
    const word = { currency: 'USD', isExcluded: false, reason: 'owed by us', actor: 'operator:mia' }
    const membershipId = balance?.membershipId ?? ''
    await excludeMembership(database(), { workspaceId: app.workspaceId, membershipId, ...word })
    await pay(database(), app.workspaceId, '2026-04-01')
    const ended = buildReferral(1, { deletedAt: '2025-05-20T00:00:00.000Z' })
    const imported = await importExport(database(), app, { ...later, 'attributions.json': [ended] })
    expect(summarize(imported).setAside).toEqual({
      ...{ 'commission amount_changed': 1, 'commission paid_here': 3 },
    })
    expect(imported.report.changed).toEqual([
      { kind: 'referral', change: 'ended', count: 1, amountMinor: null, currency: null },
    ])
    const reasons = imported.report.setAside.find(({ reason }) => reason === 'paid_here')
    expect(reasons?.first.map((row) => row.split(' ')[2])).toEqual([1, 2, 3].map(ids.commission))
    // The payout was paid there for something: what, nobody here has.
    expect(await balancesOf(app)).toMatchObject([{ dueMinor: '1600' }])
    const text = 'select voided_at is not null as "isOver" from referrals where workspace_id = $1'
    expect(await database().query({ name: '', text }, [app.workspaceId])).toEqual([{ isOver: true }])
    expect(await verifyMoney(database(), app.workspaceId)).toMatchObject({ difference: null })
  })
})
