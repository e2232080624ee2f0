import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import {
  buildExampleRules,
  buildLine,
  buildMoneyWorld,
  buildRefund,
  type SaleLine,
} from '@affiliate-platform/test-support/money-world'
import { expect, test } from 'vitest'
import { proposeContract, reviewProposal } from '../../src/contracts.ts'
import { createReferral, findReferral, type NewReferral } from '../../src/referrals.ts'
import { setTerms } from '../../src/terms.ts'

const at = (time: string) => Date.parse(time)
const sale = (platformId: string, collectedAt: string, shopDomain = 'shop.myshopify.com') =>
  buildLine({ platformId, collectedAt, shopDomain })

describeOnEachEngine('the date of a contract', (database) => {
  async function buildPlan(changes: Partial<NewReferral> = {}) {
    const world = await buildMoneyWorld(database())
    const { workspaceId, membershipId } = world
    const plan: NewReferral = {
      ...{ workspaceId, membershipId, shopDomain: 'other.myshopify.com', actor: 'operator:mia' },
      ...{ installedAtMs: at('2026-02-01T00:00:00Z'), clickedAtMs: undefined, evidence: undefined },
      ...{ reason: 'agreed', contract: undefined, ...changes },
    }
    return { world, plan }
  }

  test('is the install, to the millisecond [1-contracts]', async () => {
    const world = await buildMoneyWorld(database(), { installedAt: '2026-02-01T00:00:00.000Z' })
    const report = await world.importLines([
      sale('early', '2026-01-31T23:59:59.999Z'),
      sale('in time', '2026-02-01T00:00:00.000Z'),
    ])
    expect(report).toMatchObject({ posted: 1, skipped: [{ platformId: 'early', reason: 'before_referral' }] })
  })

  test('is that of the file for an agreement that is older, also in the past [1-contracts]', async () => {
    const agreed = { rules: buildExampleRules(), effectiveAtMs: at('2026-01-15T00:00:00Z') }
    const { world, plan } = await buildPlan({ contract: agreed })
    expect(await createReferral(database(), plan)).toMatchObject({ ok: true, isOver: false })
    const report = await world.importLines([
      sale('early', '2026-01-14T23:59:59.999Z', plan.shopDomain),
      sale('in time', '2026-01-15T00:00:00.000Z', plan.shopDomain),
    ])
    expect(report).toMatchObject({ posted: 1, skipped: [{ platformId: 'early', reason: 'before_referral' }] })
  })

  test.each([
    ['no terms were in force', {}, 'no_terms_in_force'],
    ['the install is still to come', { installedAtMs: at('2999-01-01T00:00:00Z') }, 'installed_in_future'],
    ['the shop is referred already', { shopDomain: 'shop.myshopify.com' }, 'shop_referred_already'],
    ['nobody says why it is a claim', { evidence: 'claim', reason: undefined }, 'reason_missing'],
  ] as const)('is none where %s [D53, D54]', async (_why, changes, rejection) => {
    const { plan } = await buildPlan(changes)
    expect(await createReferral(database(), plan)).toEqual({ ok: false, rejection })
  })

  test('is none for rules that the interface rejects [4.1-2]', async () => {
    const rules = buildExampleRules({ rateBps: 0 })
    const { plan } = await buildPlan({ contract: { rules, effectiveAtMs: undefined } })
    expect(await createReferral(database(), plan)).toEqual({ ok: false, rejection: 'rules_rejected' })
  })

  test('is none for an agreement that nobody gives a reason for, or that is to be no claim [D53]', async () => {
    const contract = { rules: buildExampleRules(), effectiveAtMs: undefined }
    const { plan } = await buildPlan({ contract })
    expect(await createReferral(database(), { ...plan, reason: undefined })).toEqual({
      ...{ ok: false, rejection: 'reason_missing' },
    })
    expect(await createReferral(database(), { ...plan, evidence: 'analytics' })).toEqual({
      ...{ ok: false, rejection: 'agreement_is_claim' },
    })
  })

  test('warns where the term is over already: it counts from the original install [D53]', async () => {
    const rules = buildExampleRules({ durationMonths: 1 })
    const { plan } = await buildPlan({ contract: { rules, effectiveAtMs: undefined } })
    expect(await createReferral(database(), plan)).toMatchObject({ ok: true, isOver: true })
  })

  test('is never in the past for terms of today [4.1-6]', async () => {
    const { plan } = await buildPlan()
    const past = { ...plan, rules: buildExampleRules(), effectiveAtMs: at('2026-01-01T00:00:00Z') }
    const target = { kind: 'membership', id: plan.membershipId } as const
    expect(await setTerms(database(), { ...past, target, operator: 'mia' })).toMatchObject({
      rejection: 'rules_rejected',
    })
  })

  test('is that of an accepted proposal: a sale before it keeps the rules of before [D42]', async () => {
    const { world, plan } = await buildPlan()
    const terms = { ...plan, rules: buildExampleRules({ rateBps: 3000 }), effectiveAtMs: undefined }
    const target = { kind: 'membership', id: plan.membershipId } as const
    const set = await setTerms(database(), { ...terms, target, operator: 'mia' })
    if (!set.ok) throw new Error('The terms are sound.')
    const { workspaceId, referralId } = world
    const content = { workspaceId, referralId, termsVersionId: set.version.id, actor: 'operator:mia' }
    const propose = (appliesFrom: string) =>
      proposeContract(database(), { ...content, appliesFrom: new Date(appliesFrom) })
    expect(await propose('2026-01-02T00:00:00Z')).toEqual({ ok: false, rejection: 'date_in_past' })

    const proposing = await propose('2099-01-01T00:00:00Z')
    if (!proposing.ok) throw new Error('The proposal is sound.')
    expect(await findReferral(database(), world)).toMatchObject({ status: 'under_review' })
    const review = { workspaceId, proposalId: proposing.proposal.id, reason: 'agreed' }
    const accept = (actor: string) =>
      reviewProposal(database(), { ...review, decision: 'accept', actor: `operator:${actor}` })
    expect(await accept('mia')).toEqual({ ok: false, rejection: 'own_proposal' })
    expect(await accept('noa')).toMatchObject({ ok: true, contractId: expect.any(String) })
    expect(await accept('noa')).toEqual({ ok: false, rejection: 'reviewed_already' })

    const importLines = (lines: readonly SaleLine[]) =>
      world.importLines(lines, { time: '2099-06-01T00:00:00Z' })
    await importLines([
      sale('by the old', '2098-12-31T23:59:59.999Z'),
      sale('by the new', '2099-01-01T00:00:00.000Z'),
    ])
    expect(await world.amounts()).toEqual([380n, 570n])
    // Example 20: of one charge the latest sale is taken back first.
    await importLines([buildRefund({ collectedAt: '2099-05-01T00:00:00Z' })])
    expect(await world.amounts()).toEqual([380n, 570n, -570n])
  })

  test('stays where a proposal is declined [D42]', async () => {
    const { world, plan } = await buildPlan()
    const terms = { ...plan, rules: buildExampleRules({ rateBps: 3000 }), effectiveAtMs: undefined }
    const target = { kind: 'membership', id: plan.membershipId } as const
    const set = await setTerms(database(), { ...terms, target, operator: 'mia' })
    const termsVersionId = set.ok ? set.version.id : ''
    const { workspaceId, referralId } = world
    const proposing = await proposeContract(database(), {
      ...{ workspaceId, referralId, termsVersionId, actor: 'operator:mia' },
      appliesFrom: new Date('2099-01-01T00:00:00Z'),
    })
    const proposalId = proposing.ok ? proposing.proposal.id : ''
    const decline = { decision: 'decline', reason: 'too much', actor: 'operator:noa' } as const
    expect(await reviewProposal(database(), { workspaceId, proposalId, ...decline })).toEqual({
      ...{ ok: true, contractId: null },
    })
    await world.importLines([sale('later', '2099-01-01T00:00:00.000Z')], { time: '2099-06-01T00:00:00Z' })
    expect(await world.amounts()).toEqual([380n])
  })
})
