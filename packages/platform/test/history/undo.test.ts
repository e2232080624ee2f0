import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { scale, startRandom } from '@affiliate-platform/test-support/guarantee-scale'
import { insertApp, type TestApp } from '@affiliate-platform/test-support/payout-builders'
import { expect, test } from 'vitest'
import { listBalances } from '../../src/balances.ts'
import type { Database } from '../../src/database/statements/database.ts'
import { HistoryError, listHistoryImports, listHistorySetAside, undoHistory } from '../../src/history.ts'
import { verifyMoney } from '../../src/verify-money.ts'
import { importExport } from './import-export.ts'
import { countTransactions, Killed, killAt } from './kill-at.ts'
import {
  buildAffiliate,
  buildClaim,
  buildCommission,
  buildExport,
  buildPaid,
  buildPayout,
  buildReferral,
  ids,
  type MantleFiles,
} from './mantle-export.ts'

const everything = buildExport({
  'affiliates.json': [
    buildAffiliate(1, { paypalEmail: 'one@example.com', payoutHold: true }),
    buildAffiliate(2, {}, { status: 'pending', approvedAt: null }),
    buildAffiliate(3, { deletedAt: '2025-03-01T00:00:00.000Z' }),
  ],
  'attributions.json': [
    buildReferral(1),
    buildReferral(2, { deletedAt: '2025-05-01T00:00:00.000Z' }),
    buildReferral(3, {}, { myshopifyDomain: null }),
  ],
  'attribution-requests.json': [
    buildClaim(1),
    buildClaim(2, { rejectedAt: '2025-03-03T10:00:00.000Z' }),
    buildClaim(3, {
      approvedAt: '2025-03-03T10:00:00.000Z',
      appInstallation: { myshopifyDomain: 'shop-1.myshopify.com' },
    }),
  ],
  'commissions.json': [
    buildPaid(1, 30),
    buildPaid(2, 12.5),
    buildCommission(3, 7.25),
    buildCommission(4, 4, { cancelled: true, updatedAt: '2025-05-01T00:00:00.000Z' }),
    buildCommission(5, 2, { affiliateId: ids.affiliate(2), affiliateAttributionId: null }),
    buildPaid(6, 5, { payoutId: ids.payout(2), affiliateAttributionId: ids.referral(2) }),
  ],
  'payouts.json': [
    buildPayout(1, 45, { amountPaid: 43 }),
    buildPayout(2, 5),
    buildPayout(3, 9, { status: 'pending', paidAt: null }),
  ],
})
const later: MantleFiles = {
  ...everything,
  'commissions.json': [...(everything['commissions.json'] ?? []), buildCommission(7, 16)],
}

describeOnEachEngine('an import that is undone', (database) => {
  const read = async ({ workspaceId }: TestApp, text: string) =>
    await database().query({ name: '', text }, [workspaceId])

  /** What anybody sees of an app, without what is another one each time. */
  async function readEnd(app: TestApp) {
    const { workspaceId } = app
    const balances = await listBalances(database(), { workspaceId })
    const aside = await listHistorySetAside(database(), workspaceId, { after: undefined, limit: 100 })
    return {
      balances: balances.map(({ membershipId: _id, ...balance }) => balance),
      aside: aside.map(({ importId: _id, ...row }) => row),
      programs: await read(
        app,
        'select name, closed_at is null as open from programs where workspace_id = $1',
      ),
      members: await read(
        app,
        `
        select member_name, (
          select state from membership_states said
          where workspace_id = $1 and membership_id = member.id order by created_at desc, id desc limit 1
        ) is not distinct from 'closed' as "isClosed", (
          select count(*) from payees where workspace_id = $1 and membership_id = member.id
        ) as payees, (
          select json_agg(link.code order by link.code) from links link where workspace_id = $1 and membership_id = member.id
        ) as codes, (
          select json_agg(distinct is_excluded || coalesce(currency, '')) from payout_exclusions
          where workspace_id = $1 and membership_id = member.id
        ) as held
        from memberships member where workspace_id = $1 and member_name like 'Affiliate %' order by 1`,
      ),
      claims: await read(
        app,
        `
        select evidence.shop_domain, evidence.occurred_at from attribution_cases held
        join evidence on evidence.workspace_id = $1 and evidence.id = held.evidence_id
        where held.workspace_id = $1 and not exists (
          select from attribution_decisions where workspace_id = $1 and case_id = held.id
        )`,
      ),
      terms: await read(app, 'select rules from terms_versions where workspace_id = $1'),
      referrals: await read(
        app,
        `
        select shop_domain, installed_at, rules from referrals
        join referral_contracts contract on contract.workspace_id = $1 and referral_id = referrals.id
        where referrals.workspace_id = $1 and voided_at is null order by 1`,
      ),
      payouts: await read(
        app,
        `
        select amount_minor, line_count, reported_minor from payouts where workspace_id = $1 and not is_voided
        order by 1, 2`,
      ),
      earned: await read(
        app,
        `
        select membership.member_name, accrued_at, sum(amount_minor) as sum, payout_id is null as open
        from commissions join memberships membership
          on membership.workspace_id = $1 and membership.id = commissions.membership_id
        where commissions.workspace_id = $1 group by 1, 2, 4 having sum(amount_minor) <> 0 order by 1, 2, 3, 4`,
      ),
    }
  }

  const undo = async (at: Database, { workspaceId }: TestApp, importId: string | null) =>
    await undoHistory(at, {
      ...{ workspaceId, importId: importId ?? '', reason: 'last month’s', actor: 'operator:noa' },
      onProgress: () => {},
    })

  test('counts no more, and comes to the same when it is imported again [D430]', async () => {
    const app = await insertApp(database())
    const first = await importExport(database(), app, everything)
    const end = await readEnd(app)
    expect(end.balances).not.toEqual([])
    expect(await undo(database(), app, first.importId)).toEqual({ ok: true })
    const undone = await readEnd(app)
    expect(undone).toMatchObject({ aside: [], claims: [], referrals: [], payouts: [], earned: [] })
    for (const balance of undone.balances) {
      expect(balance).toMatchObject({ dueMinor: '0', unpaidMinor: '0', reportedMinor: '0' })
    }
    expect(undone.programs).toContainEqual({ name: 'Program 1', open: false })
    expect(undone.members.every((member) => Object(member).isClosed)).toBe(true)
    expect(await verifyMoney(database(), app.workspaceId)).toMatchObject({ difference: null })
    expect(await undo(database(), app, first.importId)).toEqual({ ok: false, rejection: 'undone_already' })

    const tried = await importExport(database(), app, everything, { isDryRun: true })
    expect(tried.report).toEqual(first.report)
    const again = await importExport(database(), app, everything)
    expect(again.report).toEqual(first.report)
    expect(again.importId).not.toBe(first.importId)
    expect(await readEnd(app)).toEqual(end)
    expect(await verifyMoney(database(), app.workspaceId)).toMatchObject({ difference: null })
    expect(await importExport(database(), app, everything)).toEqual({ ...again, isKnown: true })

    const { importId } = again
    expect(await undo(database(), app, importId)).toEqual({ ok: true })
    expect(await readEnd(app)).toEqual(undone)

    const listed = await listHistoryImports(database(), app.workspaceId, { after: undefined, limit: 10 })
    expect(listed).toMatchObject([
      {
        importId,
        setAside: 2,
        undoneBy: 'operator:noa',
        sha256: listed[1]?.sha256,
        actor: 'operator:mia',
      },
      {
        ...{ importId: first.importId, added: first.report.added, settings: { currency: 'USD' } },
        ...{ undoneBy: 'operator:noa', undoneBecause: 'last month’s' },
      },
    ])
  })

  test('of a later export leaves what an earlier one brought [D430]', async () => {
    const app = await insertApp(database())
    const first = await importExport(database(), app, everything)
    const end = await readEnd(app)
    const second = await importExport(database(), app, later)
    expect(await undo(database(), app, first.importId)).toEqual({
      ...{ ok: false, rejection: 'depended_on' },
      dependents: [{ kind: 'import', id: second.importId }],
    })
    expect(await undo(database(), app, second.importId)).toEqual({ ok: true })
    expect(await readEnd(app)).toEqual(end)
    expect(await undo(database(), app, first.importId)).toEqual({ ok: true })
    await importExport(database(), app, everything)
    expect(await readEnd(app)).toEqual(end)
  })

  test('ends as if it had not been cut off, wherever that was [D430]', { timeout: 600_000 }, async () => {
    const random = startRandom()
    const whole = await insertApp(database())
    const { importId } = await importExport(database(), whole, everything)
    const counting = countTransactions(database())
    await undo(counting.database, whole, importId)
    const end = await readEnd(whole)
    for (let kill = 0; kill < scale({ quick: 4, soak: 30 }); kill += 1) {
      const app = await insertApp(database())
      const imported = await importExport(database(), app, everything)
      const place = 1 + random.below(counting.count())
      const cutOff = killAt(database(), place, random.below(2) === 0)
      await expect(undo(cutOff, app, imported.importId)).rejects.toThrow(Killed)
      const after = await undo(database(), app, imported.importId)
      expect(after.ok || after.rejection === 'undone_already').toBe(true)
      expect(await readEnd(app)).toEqual(end)
    }
  })

  test('that was cut off is completed before anything else is imported [D430]', async () => {
    const app = await insertApp(database())
    const { importId } = await importExport(database(), app, everything)
    await expect(undo(killAt(database(), 2, false), app, importId)).rejects.toThrow(Killed)
    await expect(importExport(database(), app, everything)).rejects.toThrow(HistoryError)
    expect(await undo(database(), app, importId)).toEqual({ ok: true })
    await importExport(database(), app, everything)
  })
})
