import {
  AffiliateClient,
  IdentifyClient,
  type PayoutsFilters,
  type SaveTermsRequest,
  type TermsRules,
} from '@affiliate-platform/sdk'
import { buildTermsRules, createFakeService, fakeIds } from '@affiliate-platform/sdk/testing'
import { describe, expect, test } from 'vitest'
import { errorOf } from '../error-of.ts'

const { membershipId } = fakeIds

describe('requests that are never sent', () => {
  const invalidTerms: readonly (readonly [name: string, rules: unknown, pointers: readonly string[]])[] = [
    ['a rate that is a text', buildTermsRules({ rateBps: '20' as never }), ['/rules/rateBps']],
    [
      'money as a number',
      buildTermsRules({ cpi: { amountMinor: 5 as never, currency: 'USD' } }),
      ['/rules/cpi/amountMinor'],
    ],
    ['an unknown member', { ...buildTermsRules(), bonus: 1 }, ['/rules/bonus']],
    ['no rules', undefined, ['/rules']],
  ]
  test.each(invalidTerms)('wrong types name their place: %s [4.1-1]', async (_, rules, pointers) => {
    const error = await saveTerms({ rules: rules as TermsRules })

    expect(error).toMatchObject({ name: 'InvalidRequestError', code: 'invalid_request', attempts: 0 })
    expect(error).toHaveProperty(
      'issues',
      pointers.map((pointer) => expect.objectContaining({ pointer })),
    )
  })

  test('broken business rules are distinguished from wrong types, all at once [4.1-2, 4.1-4, D3]', async () => {
    const thresholds = [{ amountMinor: '1', currency: 'EUR' }]
    const error = await saveTerms({ rules: buildTermsRules({ rateBps: 0, thresholds }) })

    expect(error).toMatchObject({ name: 'TermsRejectedError', code: 'terms_rejected', attempts: 0 })
    expect(error).toHaveProperty('issues', [
      expect.objectContaining({ code: 'zero_rate_needs_cpi', pointer: '/rules/cpi/amountMinor' }),
      expect.objectContaining({ code: 'primary_threshold_missing', pointer: '/rules/thresholds' }),
    ])
  })

  test.each([
    ['65,536 bytes are checked further', 0, 'invalid_request'],
    ['65,537 bytes are too many', 1, 'body_too_large'],
  ])('%s [4.1-5, 8-body]', async (_, extraBytes, code) => {
    const empty = JSON.stringify({ rules: buildTermsRules(), note: '' }).length
    // Two bytes each in UTF-8, so that counting characters would not do.
    const characters = 'é'.repeat((65_536 - empty) / 2 - 1)
    const padding = (65_536 - empty) % 2 === 0 ? 'xx' : 'xxx'
    const note = characters + padding + 'x'.repeat(extraBytes)

    const error = await saveTerms({ rules: buildTermsRules(), note } as SaveTermsRequest)

    expect(error).toMatchObject({ name: 'InvalidRequestError', code, attempts: 0 })
  })

  test.each(['not-a-uuid', '../payouts', '', `${membershipId}/terms`])(
    'a membership id %j [4.1-path]',
    async (id) => {
      const service = createFakeService()
      const affiliate = new AffiliateClient(service.affiliateOptions)

      const error = await errorOf(affiliate.memberships.saveTerms(id, { rules: buildTermsRules() }))

      expect(error).toMatchObject({ name: 'InvalidRequestError', issues: [{ parameter: 'id' }] })
      expect(service.requests).toEqual([])
    },
  )

  test.each(['', 'a b', 'ключ', 'k'.repeat(256)])('an idempotency key %j [D9]', async (idempotencyKey) => {
    const error = await saveTerms({ rules: buildTermsRules() }, { idempotencyKey })

    expect(error).toMatchObject({ code: 'invalid_idempotency_key', issues: [{ header: 'Idempotency-Key' }] })
  })

  test.each([
    [{ limit: 51 }, 'limit'],
    [{ limit: 0 }, 'limit'],
    [{ search: 's'.repeat(121) }, 'search'],
    [{ status: `(later) ${'s'.repeat(33)}` }, 'status'],
    [{ cursor: 'c'.repeat(1501) }, 'cursor'],
    [{ from: new Date(Number.NaN) }, 'from'],
    [{ from: '2027-02-01', to: '2027-01-01' }, 'from'],
    [{ programId: 'p1' }, 'programId'],
    [{ currency: 'EURO' }, 'currency'],
  ] satisfies [PayoutsFilters, string][])(
    'filters %o [8-page, 8-search, 8-status, 8-cursor, D19]',
    async (filters, parameter) => {
      const service = createFakeService()

      const error = await errorOf(new AffiliateClient(service.affiliateOptions).payouts.listPage(filters))

      expect(error).toMatchObject({ name: 'InvalidRequestError', attempts: 0, issues: [{ parameter }] })
      expect(service.requests).toEqual([])
    },
  )

  test('nothing to identify, or a token without an app [D30]', async () => {
    const service = createFakeService()
    const client = new IdentifyClient(service.identifyOptions)
    const myshopifyDomain = 'example.myshopify.com'

    expect(await errorOf(client.identify({ myshopifyDomain } as never))).toMatchObject({
      code: 'nothing_to_identify',
    })
    expect(
      await errorOf(client.identify({ myshopifyDomain, accessToken: 'shpat_1' } as never)),
    ).toMatchObject({
      code: 'invalid_request',
      issues: [{ pointer: '/appId', code: 'required' }],
    })
    expect(service.requests).toEqual([])
  })

  test.each([
    ['a bigint', { rules: { rateBps: 1n } }],
    ['itself', cyclic()],
    [
      'a getter that throws',
      {
        get rules() {
          throw new Error('secret')
        },
      },
    ],
    ['nothing', null],
  ])('a body that holds %s', async (_, request) => {
    const error = await saveTerms(request as never)

    expect(error).toMatchObject({ name: 'InvalidRequestError', code: 'invalid_request', attempts: 0 })
    expect(String(error)).not.toContain('secret')
  })
})

async function saveTerms(request: SaveTermsRequest, options = {}): Promise<unknown> {
  const service = createFakeService()
  const error = await errorOf(
    new AffiliateClient(service.affiliateOptions).memberships.saveTerms(membershipId, request, options),
  )
  expect(service.requests).toEqual([])
  return error
}

function cyclic(): object {
  const request: Record<string, unknown> = {}
  request['rules'] = request
  return request
}
