import { webhookTopics } from '@affiliate-platform/contract'
import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import {
  buildExampleRules,
  buildLine,
  buildMoneyWorld,
  refer,
} from '@affiliate-platform/test-support/money-world'
import { insertApp, insertPayout } from '@affiliate-platform/test-support/payout-builders'
import { beforeEach, expect, test } from 'vitest'
import { decideCase, fileClaim, listCases } from '../../src/attribution.ts'
import { newId } from '../../src/database.ts'
import { removeEndpoint } from '../../src/outbox.ts'
import { recordPaymentFact } from '../../src/payouts.ts'
import { voidReferral } from '../../src/referrals.ts'
import { setTerms } from '../../src/terms.ts'
import { pay } from '../payout-runs/runs.ts'
import { addTestEndpoint, listTold } from './told.ts'

type World = Awaited<ReturnType<typeof buildMoneyWorld>>

const amount = { amountMinor: '10000', currency: 'USD' }

describeOnEachEngine('an endpoint', (database) => {
  let world: World
  let endpointId: string

  beforeEach(async () => {
    world = await buildMoneyWorld(database(), { rules: { holdDays: 0 } })
    endpointId = (await addTestEndpoint(database(), { workspaceId: world.workspaceId })).id
  })

  const told = (id = endpointId) => listTold(database(), id)

  const ofMember = () => ({ appId: world.appId, membershipId: world.membershipId })

  const referShop = (shopDomain: string) =>
    refer(database(), {
      ...{ workspaceId: world.workspaceId, membershipId: world.membershipId, shopDomain },
      ...{ installedAtMs: Date.parse('2026-01-01T00:00:00Z'), clickedAtMs: undefined, evidence: undefined },
      ...{ reason: 'agreed', actor: 'operator:mia' },
      contract: { rules: buildExampleRules(), effectiveAtMs: undefined },
    })

  /** Lives through every fact that others can be told of. */
  async function recordAll(): Promise<void> {
    const { workspaceId, membershipId } = world
    const referralId = await referShop('other.myshopify.com')
    await voidReferral(database(), { workspaceId, referralId }, { reason: 'mistake', actor: 'operator:mia' })
    await world.importLines([buildLine()])
    await pay(database(), workspaceId, '2026-06-01T00:00:00Z')
    const payoutId = await insertPayout(database(), world)
    const record = (fact: Parameters<typeof recordPaymentFact>[1], id = newId()) =>
      recordPaymentFact(database(), fact, { workspaceId, id })
    const reportId = newId()
    const report = {
      kind: 'report',
      payoutId,
      amount,
      method: 'bank',
      reference: 'R1',
      paidAt: undefined,
    } as const
    await record(report, reportId)
    await record(report, reportId)
    await record({ kind: 'confirmation', reportId, amount })
    await record({ kind: 'dispute', reportId, reason: 'not received' })
    await record({ kind: 'void', payoutId: await insertPayout(database(), world), reason: 'mistake' })
    await setTerms(database(), {
      ...{ workspaceId, target: { kind: 'membership', id: membershipId }, rules: buildExampleRules() },
      ...{ effectiveAtMs: undefined, operator: 'mia' },
    })
    await fileClaim(database(), {
      ...{ workspaceId, membershipId, shopDomain: 'claimed.myshopify.com' },
      ...{ reason: 'I told them', actor: `member:${membershipId}` },
    })
    const [opened] = await listCases(
      database(),
      { workspaceId, isWithDecided: false },
      { after: undefined, limit: 2 },
    )
    const decision = { decision: 'reject', reason: 'nobody knows them', actor: 'operator:mia' } as const
    await decideCase(database(), { workspaceId, caseId: opened?.id ?? '', ...decision })
  }

  test('is told of every fact that it asked for, once, by ids and amounts alone [D400]', async () => {
    await recordAll()
    const found = await told()
    expect(found.map(({ topic }) => topic).toSorted()).toEqual(webhookTopics.toSorted())
    const dataOf = (topic: string) => found.find((each) => each.topic === topic)?.data
    const id = expect.stringMatching(/^[\da-f-]{36}$/)
    expect(dataOf('referral.created')).toEqual({ ...ofMember(), referralId: id })
    expect(dataOf('referral.voided')).toEqual(dataOf('referral.created'))
    expect(dataOf('commission.posted')).toEqual({
      ...{ ...ofMember(), referralId: world.referralId, commissions: 1 },
      amounts: [{ amountMinor: '380', currency: 'USD' }],
    })
    expect(dataOf('payout_run.frozen')).toEqual({ runId: id, payouts: 1 })
    const ofReport = { ...ofMember(), payoutId: id, reportId: id }
    expect(dataOf('payout.reported')).toEqual({ ...ofReport, amount })
    expect(dataOf('payout.confirmed')).toEqual({ ...ofReport, confirmationId: id, amount })
    expect(dataOf('payout.disputed')).toEqual({ ...ofReport, disputeId: id })
    expect(dataOf('payout.voided')).toEqual({ ...ofMember(), payoutId: id })
    expect(dataOf('case.opened')).toEqual({ ...ofMember(), caseId: id, kind: 'claim' })
    expect(dataOf('case.decided')).toEqual({
      ...{ ...dataOf('case.opened'), decision: 'reject', referralId: null },
    })
  })

  test('is told of its topics and its app alone, and of nothing once it was removed [D400]', async () => {
    const other = await insertApp(database(), { workspaceId: world.workspaceId })
    const foreign = await insertApp(database())
    const { id: ofTopic } = await addTestEndpoint(database(), { ...world, topics: ['referral.created'] })
    const { id: ofApp } = await addTestEndpoint(database(), { ...other, topics: ['referral.created'] })
    const { id: ofOthers } = await addTestEndpoint(database(), { workspaceId: foreign.workspaceId })
    await removeEndpoint(database(), { ...world, endpointId })
    const referralId = await referShop('other.myshopify.com')
    await world.importLines([buildLine()])
    expect(await told(ofTopic)).toEqual([{ topic: 'referral.created', data: { ...ofMember(), referralId } }])
    for (const id of [endpointId, ofApp, ofOthers]) expect(await told(id)).toEqual([])
  })

  test('is told nothing of what was not recorded after all [D400]', async () => {
    const failing = {
      ...database(),
      transaction: ((run) =>
        database().transaction(async (tx) => {
          await run(tx)
          throw new Error('The process was ended.')
        })) as World['database']['transaction'],
    }
    await expect(voidReferral(failing, world, { reason: 'mistake', actor: 'operator:mia' })).rejects.toThrow(
      'was ended',
    )
    expect(await told()).toEqual([])
  })

  test('knows what a correction takes back [D400]', async () => {
    await world.importLines([buildLine()])
    await voidReferral(database(), world, { reason: 'mistake', actor: 'operator:mia' })
    const amounts = (await told()).flatMap(({ data }) => data['amounts'] ?? [])
    expect(amounts).toEqual([
      { amountMinor: '380', currency: 'USD' },
      { amountMinor: '-380', currency: 'USD' },
    ])
  })
})
