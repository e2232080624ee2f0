import type { ListQuery } from '@affiliate-platform/contract'
import { createApp, listApps, updateApp } from '@affiliate-platform/platform/apps'
import { listContacts } from '@affiliate-platform/platform/contacts'
import type { Database } from '@affiliate-platform/platform/database'
import { newId } from '@affiliate-platform/platform/database'
import { createGroup, updateGroup } from '@affiliate-platform/platform/groups'
import { listSources } from '@affiliate-platform/platform/list-sources'
import {
  createMembership,
  findMembership,
  moveMembership,
  updateMembership,
} from '@affiliate-platform/platform/memberships'
import type { PaymentFact } from '@affiliate-platform/platform/payouts'
import {
  createPayout,
  findPayout,
  listPayoutFacts,
  type RecordedFact,
  recordPaymentFact,
} from '@affiliate-platform/platform/payouts'
import { createProgram } from '@affiliate-platform/platform/programs'
import { listReceipts } from '@affiliate-platform/platform/receipts'
import { listTermsHistory } from '@affiliate-platform/platform/terms'
import {
  createWorkspace,
  findNamed,
  findWorkspace,
  listWorkspaces,
} from '@affiliate-platform/platform/workspaces'
import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { enginesAtHand, openTestDatabase } from '@affiliate-platform/test-support/test-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const createdAt = new Date('2026-05-31T12:00:00.000Z')
// The locale of a database may fold neither its first nor its last letter as others do.
const name = 'Étoile I'
const page = { after: undefined, limit: 10 }
const usd = (amountMinor: string) => ({ amountMinor, currency: 'USD' })

/** Builds an app with one membership in a workspace of its own, and a payout of 100.00 USD to it. */
async function buildPayout(database: Database) {
  const { id: workspaceId } = await createWorkspace(database, name)
  const app = await createApp(database, { workspaceId, name, uninstallUrl: null, clientId: null })
  const { id: appId = '' } = app ?? {}
  const { id: programId = '' } = (await createProgram(database, { workspaceId, appId, name })) ?? {}
  const own = { workspaceId, programId, name, allowManualClaims: null }
  const { id: groupId = '' } = (await createGroup(database, own)) ?? {}
  const { id: membershipId = '' } = (await createMembership(database, { ...own, groupId })) ?? {}
  const payoutId = newId()
  const plan = { id: payoutId, workspaceId, membershipId, amount: usd('10000'), createdAt }
  await createPayout(database, { ...plan, reason: 'bonus', actor: 'operator:mia' })
  return { workspaceId, appId, programId, groupId, membershipId, payoutId }
}

/** Records a fact under a new id, and returns what came of it with the id. */
async function record(database: Database, workspaceId: string, fact: PaymentFact) {
  const id = newId()
  const recorded: RecordedFact = await recordPaymentFact(database, fact, { workspaceId, id, createdAt })
  return { ...recorded, id }
}

const buildReport = (payoutId: string, amountMinor: string): PaymentFact => ({
  kind: 'report',
  payoutId,
  amount: usd(amountMinor),
  method: 'bank',
  reference: undefined,
  paidAt: createdAt,
})

describeOnEachEngine("the operator's statements", (database) => {
  test('write and read a workspace and what belongs to it', async () => {
    const { workspaceId, appId, programId, groupId, membershipId } = await buildPayout(database())
    const structure = { workspaceId, appId, programId, groupId }
    const own = { id: membershipId, name, allowManualClaims: null, createdAt: expect.any(Date) }
    const membership = { ...structure, ...own, state: 'active' }

    expect(await findWorkspace(database(), workspaceId)).toEqual({
      id: workspaceId,
      name,
      timeZone: 'UTC',
      payeeHoldDays: 3,
      createdAt: expect.any(Date),
    })
    expect((await listWorkspaces(database(), page)).map(({ id }) => id)).toContain(workspaceId)
    expect(await updateApp(database(), { workspaceId, id: appId }, { clientId: 'c' })).toMatchObject({
      name,
      clientId: 'c',
    })
    expect(await listApps(database(), workspaceId, page)).toMatchObject([{ id: appId, clientId: 'c' }])
    const readRows = async (id: keyof typeof listSources, query: Partial<ListQuery>) => {
      const request = { app: { workspaceId, appId }, query: { limit: 10, ...query }, after: undefined }
      const found = await listSources[id].listRows({ database: database(), nowMs: undefined }, request)
      return found.rows
    }
    expect(await readRows('listPrograms', {})).toMatchObject([{ id: programId, closed_at: null }])
    const group = { id: groupId, group_name: name, allow_manual_claims: null }
    expect(await readRows('listGroups', { programId })).toMatchObject([group])
    const ids = { id: membershipId, program_id: programId, group_id: groupId }
    const listed = { ...ids, member_name: name, allow_manual_claims: null, status: 'without_terms' }
    const filter = { programId, groupId }
    expect(await readRows('listMemberships', filter)).toMatchObject([listed])
    expect(await readRows('listMemberships', { ...filter, status: 'without_terms' })).toMatchObject([listed])
    expect(await readRows('listMemberships', { ...filter, status: 'active' })).toEqual([])
    expect(await findMembership(database(), { workspaceId, id: membershipId })).toEqual(membership)
    const closed = { allowManualClaims: false }
    expect(await updateGroup(database(), { workspaceId, id: groupId }, closed)).toMatchObject(closed)
    expect(await updateMembership(database(), { workspaceId, id: membershipId }, { name: 'B' })).toEqual({
      ...membership,
      name: 'B',
    })
    expect(await moveMembership(database(), { workspaceId, id: membershipId }, null)).toEqual({
      ...membership,
      name: 'B',
      groupId: null,
    })
    const shop = { workspaceId, shopDomain: undefined }
    expect(await listContacts(database(), shop, page)).toEqual([])
    expect(await listReceipts(database(), shop, page)).toEqual([])
    const target = { kind: 'membership', id: membershipId } as const
    const question = { workspaceId, target, nowMs: createdAt.getTime(), limit: 10 }
    expect(await listTermsHistory(database(), question)).toEqual([])
  })

  test('find what a scope holds by its name [D150]', async () => {
    const { workspaceId: workspace, appId: app, programId: program, ...ids } = await buildPayout(database())
    const scope = { workspace, app, program }
    const found = { app, program, membership: ids.membershipId, group: ids.groupId }
    for (const kind of ['app', 'program', 'membership', 'group'] as const) {
      const own = [{ id: found[kind], name }]
      expect(await findNamed(database(), kind, { name: 'ÉTOILE i', scope })).toMatchObject(own)
      expect(await findNamed(database(), kind, { name: 'Gold', scope })).toEqual([])
    }
    const ofMember = { workspace, membership: ids.membershipId }
    expect(await findNamed(database(), 'group', { scope: ofMember })).toHaveLength(1)
    expect(await findNamed(database(), 'group', { scope: { ...scope, program: newId() } })).toEqual([])
    expect(await findNamed(database(), 'workspace', { name: 'étoile i', scope: {} })).not.toEqual([])
  })

  test('record each kind of fact, and tell it again', async () => {
    const { workspaceId, payoutId } = await buildPayout(database())
    const run = (fact: PaymentFact) => record(database(), workspaceId, fact)
    const { id: reportId } = await run(buildReport(payoutId, '4000'))
    const { id: confirmationId } = await run({ kind: 'confirmation', reportId, amount: usd('3000') })
    await run({ kind: 'confirmation_retraction', confirmationId, reason: 'mixed up' })
    const { id: disputeId } = await run({ kind: 'dispute', reportId, reason: 'late' })
    await run({ kind: 'closing', disputeId, resolution: 'arrived' })
    await run({ kind: 'retraction', reportId, reason: 'typed twice' })
    const { id: paidBack } = await run(buildReport(payoutId, '5000'))
    await run({ kind: 'return', reportId: paidBack, reference: 'R-77', reason: 'closed' })

    expect(await run({ kind: 'void', payoutId, reason: 'twice' })).toMatchObject({
      ok: true,
      payout: { id: payoutId, status: 'voided', amountMinor: '10000', unpaidMinor: '0', createdAt },
    })

    const facts = await listPayoutFacts(database(), { workspaceId, payoutId })
    expect(facts).toMatchObject([
      { kind: 'report', id: reportId, amountMinor: '4000', paidAt: createdAt, reason: null },
      { kind: 'report', id: paidBack, amountMinor: '5000' },
      { kind: 'confirmation', id: confirmationId, about: reportId, amountMinor: '3000' },
      { kind: 'dispute', id: disputeId, about: reportId, reason: 'late' },
      { kind: 'closing', id: null, about: disputeId, reason: 'arrived' },
      { kind: 'retraction', about: reportId, reason: 'typed twice' },
      { kind: 'confirmation_retraction', about: confirmationId, reason: 'mixed up' },
      { kind: 'return', about: paidBack, reference: 'R-77', reason: 'closed' },
      { kind: 'void', about: null, reason: 'twice' },
    ])
  })

  test('reject what the sums forbid and what was done before, without a trace', async () => {
    const { workspaceId, payoutId } = await buildPayout(database())
    const run = (fact: PaymentFact) => record(database(), workspaceId, fact)
    const { id: reportId } = await run(buildReport(payoutId, '10000'))
    const { id: disputeId } = await run({ kind: 'dispute', reportId, reason: 'late' })
    await run({ kind: 'closing', disputeId, resolution: 'arrived' })
    const before = await listPayoutFacts(database(), { workspaceId, payoutId })

    expect(await run(buildReport(payoutId, '1'))).toMatchObject({ ok: false, rejection: 'above_payout' })
    expect(await run({ kind: 'confirmation', reportId, amount: usd('10001') })).toMatchObject({
      rejection: 'above_report',
    })
    expect(await run({ kind: 'closing', disputeId, resolution: 'again' })).toMatchObject({
      rejection: 'dispute_closed',
    })
    expect(await listPayoutFacts(database(), { workspaceId, payoutId })).toEqual(before)
  })

  test('find nothing of another workspace', async () => {
    const { workspaceId, payoutId } = await buildPayout(database())
    const { id: reportId } = await record(database(), workspaceId, buildReport(payoutId, '1'))
    const other = (await buildPayout(database())).workspaceId

    for (const [fact, rejection] of [
      [buildReport(payoutId, '1'), 'unknown_payout'],
      [{ kind: 'retraction', reportId, reason: 'x' }, 'unknown_report'],
      [{ kind: 'closing', disputeId: reportId, resolution: 'x' }, 'unknown_dispute'],
    ] as const) {
      expect(await record(database(), other, fact)).toMatchObject({ ok: false, rejection })
    }
    expect(await findPayout(database(), { workspaceId: other, payoutId })).toBeUndefined()
  })
})

describe.skipIf(!enginesAtHand.includes('postgres'))('facts that race on a real Postgres', () => {
  let database: Database

  beforeAll(async () => {
    database = await openTestDatabase('postgres')
  })

  afterAll(() => database.close())

  test('never report more than the payout [D17]', async () => {
    const { workspaceId, payoutId } = await buildPayout(database)
    const facts = Array.from(
      { length: 30 },
      (_, index): PaymentFact =>
        index === 15 ? { kind: 'void', payoutId, reason: 'twice' } : buildReport(payoutId, '900'),
    )

    const recorded = await Promise.all(facts.map((fact) => record(database, workspaceId, fact)))

    const rejections = new Set(recorded.map((each) => (each.ok ? 'none' : each.rejection)))
    expect(['none', 'above_payout', 'payout_voided', 'payout_reported']).toEqual(
      expect.arrayContaining([...rejections]),
    )
    expect(recorded.filter(({ ok }) => ok).length).toBeLessThanOrEqual(12)
    const kept = await listPayoutFacts(database, { workspaceId, payoutId })
    expect(kept).toHaveLength(recorded.filter(({ ok }) => ok).length)
  })
})
