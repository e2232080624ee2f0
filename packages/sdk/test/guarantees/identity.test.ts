import {
  AffiliateClient,
  callDetails,
  type ExpectedIdentity,
  type PayoutSummary,
  type PayoutsFilters,
  type SaveTermsRequest,
} from '@affiliate-platform/sdk'
import {
  buildPayout,
  buildTermsRules,
  createFakeService,
  createFakeTime,
  fakeIds,
  responses,
  withFakeTime,
} from '@affiliate-platform/sdk/testing'
import { describe, expect, test } from 'vitest'
import { errorOf } from '../error-of.ts'

const other = '99999999-9999-4999-8999-999999999999'
const { appId, programId, membershipId } = fakeIds

describe('a page is compared with its filters [D104]', () => {
  const listPage = (filters: PayoutsFilters, change: Partial<PayoutSummary>, expected?: ExpectedIdentity) => {
    const service = createFakeService({ payouts: [buildPayout(1), buildPayout(2)] })
    service.script(
      'listPayouts',
      responses.changed((page) => ({
        ...page,
        items: [buildPayout(1), buildPayout(2, change)].map(({ payout }) => payout),
      })),
    )
    return errorOf(new AffiliateClient(service.affiliateOptions).payouts.listPage(filters, { expected }))
  }
  const euros = {
    amount: { amountMinor: '1', currency: 'EUR' },
    unpaid: { amountMinor: '1', currency: 'EUR' },
  }

  test.each([
    ['membershipId', { membershipId }, { membershipId: other }],
    ['programId', { programId }, { programId: other }],
    ['appId', { appId }, { appId: other }],
    ['currency', { currency: 'usd' }, euros],
  ] as const)('%s: a row of another one is rejected', async (member, filters, change) => {
    expect(await listPage(filters, change)).toMatchObject({
      kind: 'invalid_response',
      code: 'other_record',
      issues: [{ pointer: `/items/1/${member}` }],
    })
    expect(await listPage({}, change)).toBeUndefined()
  })

  test('a row of an expected membership passes, another one does not', async () => {
    expect(await listPage({}, {}, { membershipId: membershipId.toUpperCase() })).toBeUndefined()
    expect(await listPage({}, { membershipId: other }, { membershipId })).toMatchObject({
      code: 'other_record',
    })
    expect(await listPage({ membershipId }, {}, { membershipId: other })).toMatchObject({
      code: 'other_record',
    })
  })

  test('more rows than asked for are rejected', async () => {
    expect(await listPage({ limit: 1 }, {})).toMatchObject({
      code: 'other_record',
      issues: [{ pointer: '/items' }],
    })
    expect(await listPage({ limit: 2 }, {})).toBeUndefined()
  })

  test('filters in any letter case pass, and the filter of no app', async () => {
    const filters = {
      membershipId: membershipId.toUpperCase(),
      programId: programId.toUpperCase(),
      currency: 'usd',
    }

    expect(await listPage({ ...filters, appId: appId.toUpperCase() }, {})).toBeUndefined()
    expect(await listPage({ ...filters, appId: '' }, {})).toBeUndefined()
    expect(await listPage({ ...filters, appId: null }, {})).toBeUndefined()
  })
})

describe('a saved version is compared with what was sent [D104]', () => {
  const save = (
    change: (version: Readonly<Record<string, unknown>>) => unknown,
    request: Partial<SaveTermsRequest> = {},
  ) => {
    const service = createFakeService()
    service.script('saveTerms', responses.changed(change))
    const { memberships } = new AffiliateClient(service.affiliateOptions)
    return errorOf(memberships.saveTerms(membershipId, { rules: buildTermsRules(), ...request }))
  }
  const withRules = (rules: object) => (version: Readonly<Record<string, unknown>>) => ({
    ...version,
    rules: { ...(version['rules'] as object), ...rules },
  })

  test.each([
    ['rateBps', { rateBps: 100 }],
    ['basis', { basis: 'gross' }],
    ['cpi', { cpi: { amountMinor: '1', currency: 'USD' } }],
    ['includedSaleKinds', { includedSaleKinds: ['usage_sale'] }],
    ['includedSaleKinds', { includedSaleKinds: ['subscription_sale', 'usage_sale'] }],
    ['durationMonths', { durationMonths: null }],
    ['threshold', { threshold: { amountMinor: '5000', currency: 'EUR' } }],
    ['thresholds', { thresholds: [] }],
    ['allowManualClaims', { allowManualClaims: true }],
  ])('%s differs: %o', async (member, rules) => {
    expect(await save(withRules(rules))).toMatchObject({
      kind: 'invalid_response',
      code: 'rules_differ',
      issues: [{ pointer: `/rules/${member}` }],
    })
  })

  test('a later service may add members, and order kinds and thresholds as it likes', async () => {
    const rules = buildTermsRules({
      includedSaleKinds: ['usage_sale', 'subscription_sale'],
      thresholds: [
        { amountMinor: '5000', currency: 'USD' },
        { amountMinor: '4500', currency: 'EUR' },
      ],
    })
    const later = {
      capMinor: '1',
      includedSaleKinds: ['subscription_sale', 'usage_sale'],
      thresholds: [
        { amountMinor: '5000', currency: 'USD', label: 'x' },
        { amountMinor: '4500', currency: 'EUR' },
      ],
    }

    expect(await save(withRules(later), { rules })).toBeUndefined()
    expect(await save((version) => version, { rules })).toBeUndefined()
  })

  const inAYear = Date.now() + 365 * 86_400_000
  const at = (ms: number) => new Date(ms).toISOString()
  test.each([
    [-1, 'effective_at_differs'],
    [0, undefined],
    [5000, undefined],
    [5001, 'effective_at_differs'],
  ])('effectiveAt %i ms after the one that was sent: %s', async (ms, code) => {
    const error = await save((version) => ({ ...version, effectiveAt: at(inAYear + ms) }), {
      effectiveAt: at(inAYear),
    })

    if (code === undefined) expect(error).toBeUndefined()
    else expect(error).toMatchObject({ code, issues: [{ pointer: '/effectiveAt' }] })
  })

  const day = 86_400_000
  test.each([
    [day, undefined, 'effective_at_differs'],
    [-day, undefined, 'effective_at_differs'],
    [1000, undefined, undefined],
    [day, 'my-key', 'effective_at_differs'],
    [-day, 'my-key', undefined],
  ])(
    'without effectiveAt: %i ms after the request, with the key %s: %s',
    async (ms, idempotencyKey, code) => {
      const time = createFakeTime()
      const service = createFakeService({ time })
      service.script(
        'saveTerms',
        responses.changed((version) => ({ ...version, effectiveAt: at(time.nowMs() + ms) })),
      )
      const { memberships } = new AffiliateClient(service.affiliateOptions)

      const saving = memberships.saveTerms(membershipId, { rules: buildTermsRules() }, { idempotencyKey })

      const error = await errorOf(saving)
      if (code === undefined) expect(error).toBeUndefined()
      else expect(error).toMatchObject({ code, issues: [{ pointer: '/effectiveAt' }] })
    },
  )

  test('a retry may be told of the version that its first attempt has saved', async () => {
    const time = createFakeTime()
    const service = createFakeService({ time })
    service.script('saveTerms', async ({ usualResponse }) => {
      await usualResponse()
      time.advance(20_000)
      return new Response(null, { status: 502 })
    })
    const { memberships } = new AffiliateClient(withFakeTime(service.affiliateOptions, time))

    const version = await memberships.saveTerms(membershipId, { rules: buildTermsRules() })

    expect(callDetails(version)).toMatchObject({ attempts: 2, replayed: true })
    expect(Date.parse(version.effectiveAt)).toBeLessThan(time.nowMs() - 20_000)
  })

  test('the expected membership is that of the version', async () => {
    const { memberships } = new AffiliateClient(createFakeService().affiliateOptions)
    const request = { rules: buildTermsRules() }

    const error = await errorOf(
      memberships.saveTerms(membershipId, request, { expected: { membershipId: other } }),
    )
    await memberships.saveTerms(membershipId, request, { expected: { membershipId, programId } })

    expect(error).toMatchObject({ code: 'other_record', issues: [{ pointer: '/target/id' }] })
  })
})
