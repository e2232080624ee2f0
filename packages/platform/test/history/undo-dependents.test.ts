import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { buildExampleRules, buildLine, importLines } from '@affiliate-platform/test-support/money-world'
import { insertConfirmation } from '@affiliate-platform/test-support/payment-fact-builders'
import {
  insertApp,
  insertGroup,
  insertMembership,
  insertRecord,
} from '@affiliate-platform/test-support/payout-builders'
import { expect, test } from 'vitest'
import { fileClaim } from '../../src/attribution.ts'
import { undoHistory } from '../../src/history.ts'
import { setPayee } from '../../src/payees.ts'
import { excludeMembership } from '../../src/payout-runs.ts'
import { setTerms } from '../../src/terms.ts'
import { pay } from '../payout-runs/runs.ts'
import { importExport } from './import-export.ts'
import { buildCommission, buildExport, buildPaid, buildPayout, buildReferral } from './mantle-export.ts'

const files = buildExport({
  'commissions.json': [buildPaid(1, 30), buildCommission(2, 7.25), buildCommission(3, 4)],
  'payouts.json': [buildPayout(1, 30)],
})
const actor = 'operator:noa'

describeOnEachEngine('an import that something depends on', (database) => {
  /** An import, and the ids of what it has brought. */
  async function importWorld() {
    const app = await insertApp(database())
    const { workspaceId } = app
    const { importId } = await importExport(database(), app, files)
    const text = `select kind, record_id as id from history_records where workspace_id = $1 and import_id = $2`
    const made = await database().query<{ kind: string; id: string }>({ name: '', text }, [
      workspaceId,
      importId,
    ])
    const of = (kind: string) => made.find((record) => record.kind === kind)?.id ?? ''
    const undo = async (id = importId) =>
      await undoHistory(database(), {
        ...{ workspaceId, importId: id ?? '', reason: 'wrong', actor, onProgress: () => {} },
      })
    return { app, workspaceId, of, undo }
  }

  type World = Awaited<ReturnType<typeof importWorld>>

  const doings: Readonly<
    Record<string, (world: World) => Promise<readonly (readonly [kind: string, id?: string | undefined])[]>>
  > = {
    'a payout of what was open': async ({ workspaceId, of }) => {
      const word = { currency: 'USD', isExcluded: false, reason: 'owed', actor }
      await excludeMembership(database(), { workspaceId, membershipId: of('member'), ...word })
      const { payouts } = await pay(database(), workspaceId, '2026-04-01')
      return [['payout', payouts[0]?.id]]
    },
    'a sale that earned': async ({ app, of }) => {
      const collectedAt = '2025-07-01T00:00:00Z'
      await importLines(database(), app, [buildLine({ shopDomain: 'shop-1.myshopify.com', collectedAt })])
      return [['commission'], ['referral', of('referral')]]
    },
    'another link, and a click': async ({ app, workspaceId, of }) => {
      await insertRecord(database(), 'clicks', {
        ...{
          workspace_id: workspaceId,
          link_id: of('code'),
          visitor: '\\x01',
          occurred_at: '2025-07-01T00:00:00Z',
        },
      })
      const made = { app_id: app.appId, membership_id: of('member'), code: 'mine', actor }
      const linkId = await insertRecord(database(), 'links', { workspace_id: workspaceId, ...made })
      return [
        ['link', linkId],
        ['link', of('code')],
      ]
    },
    'a claim that waits': async ({ workspaceId, of }) => {
      const claim = { shopDomain: 'new.myshopify.com', reason: 'mine', actor }
      const filed = await fileClaim(database(), { workspaceId, membershipId: of('member'), ...claim })
      return [['evidence', filed.ok ? filed.evidenceId : '']]
    },
    'other terms, a group and a member': async ({ app, workspaceId, of }) => {
      const programId = of('program')
      const groupId = await insertGroup(database(), { ...app, programId })
      const membershipId = await insertMembership(database(), { ...app, programId }, 'Uma')
      const set = await setTerms(database(), {
        ...{ workspaceId, target: { kind: 'membership', id: of('member') }, rules: buildExampleRules() },
        ...{ effectiveAtMs: undefined, operator: 'noa' },
      })
      return [
        ['membership', membershipId],
        ['group', groupId],
        ['terms_version', set.ok ? set.version.id : ''],
      ]
    },
    'how a member is paid': async ({ workspaceId, of }) => {
      const details = { name: 'Mia', kind: 'person', method: 'paypal', email: 'mia@example.com' } as const
      const none = { iban: null, bic: null, town: null, country: null, effectiveFrom: undefined }
      const payee = { workspaceId, membershipId: of('member'), ...details, ...none, actor }
      const set = await setPayee(database(), payee)
      return [['payee', set.ok ? set.id : '']]
    },
    'a payment that was confirmed': async ({ workspaceId, of }) => {
      const text = 'select id from payment_reports where workspace_id = $1'
      const [report] = await database().query<{ id: string }>({ name: '', text }, [workspaceId])
      const payout = { workspaceId, payoutId: of('payout') }
      await insertConfirmation(database(), payout, { reportId: report?.id ?? '', amountMinor: 1n })
      return [['payment', of('payout')]]
    },
  }

  test.each(Object.keys(doings))('is not undone: %s [D430]', async (name) => {
    const world = await importWorld()
    const expected = (await doings[name]?.(world)) ?? []
    const undone = await world.undo()
    expect(undone).toEqual({
      ...{ ok: false, rejection: 'depended_on' },
      dependents: expected.map(([kind, id = expect.any(String)]) => ({ kind, id })),
    })
  })

  test('is not undone where it took back or ended what an earlier one had brought [D430]', async () => {
    const { app, of, undo } = await importWorld()
    const cancelled = { cancelled: true, updatedAt: '2025-05-05T00:00:00.000Z' }
    const later = await importExport(database(), app, {
      ...files,
      'attributions.json': [buildReferral(1, { deletedAt: '2025-05-20T00:00:00.000Z' })],
      'commissions.json': [buildPaid(1, 30), buildCommission(2, 7.25, cancelled), buildCommission(3, 4)],
    })
    expect(await undo(later.importId)).toEqual({
      ...{ ok: false, rejection: 'depended_on' },
      dependents: [
        { kind: 'taken_back', id: expect.any(String) },
        { kind: 'ended', id: of('referral') },
      ],
    })
  })
})
