import {
  AffiliateClient,
  type ClientOptions,
  IdentifyClient,
  isInvalidResponseError,
} from '@affiliate-platform/sdk'
import { buildTermsRules, fakeApiKeys, fakeIds } from '@affiliate-platform/sdk/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { breakMember, grow, identifications, pages, versions } from './arbitrary-responses.ts'

const numRuns = process.env['GUARANTEE_SCALE'] === 'soak' ? 500 : 150

type Json = Readonly<Record<string, unknown>>
type Call = (response: Json) => Promise<unknown>

const options = (apiKey: string, response: Json): ClientOptions => ({
  apiKey,
  baseUrl: 'https://affiliates.test',
  fetch: async () => Response.json(response, { headers: { 'X-Request-Id': 'r1' } }),
  strict: true,
  observer: () => undefined,
})

const listPage: Call = (response) =>
  new AffiliateClient(options(fakeApiKeys.affiliate, response)).payouts.listPage()
const saveTerms: Call = (response) =>
  new AffiliateClient(options(fakeApiKeys.affiliate, response)).memberships.saveTerms(fakeIds.membershipId, {
    rules: buildTermsRules(),
  })
const identify: Call = (response) =>
  new IdentifyClient(options(fakeApiKeys.workspace, response)).identify({
    myshopifyDomain: 'example.myshopify.com',
    country: 'Peru',
  })

const operations = [
  ['listPayouts', listPage, pages.filter(({ items }) => (items as unknown[]).length > 0)],
  ['saveTerms', saveTerms, versions],
  ['identify', identify, identifications],
] as const

describe('responses', () => {
  test.each(operations)(
    'that have grown are accepted, with everything in them readable: %s',
    async (_, call, responses) => {
      await fc.assert(
        fc.asyncProperty(responses.chain(grow), async (response) => {
          expect(await call(response)).toEqual(JSON.parse(JSON.stringify(response)))
        }),
        { numRuns },
      )
    },
  )

  const members = {
    listPayouts: [
      '/items',
      '/items/0',
      '/items/0/id',
      '/items/0/kind',
      '/items/0/appId',
      '/items/0/programId',
      '/items/0/membershipId',
      '/items/0/amount',
      '/items/0/amount/amountMinor',
      '/items/0/amount/currency',
      '/items/0/unpaid',
      '/items/0/unpaid/amountMinor',
    ],
    saveTerms: [
      '/id',
      '/programId',
      '/target',
      '/target/kind',
      '/target/id',
      '/rules',
      '/rules/basis',
      '/rules/cpi',
      '/rules/cpi/amountMinor',
      '/rules/includedSaleKinds',
      '/rules/thresholds',
      '/rules/threshold/currency',
      '/effectiveAt',
    ],
    identify: ['/ok'],
  } as const
  test.each(operations)(
    'that are broken are an InvalidResponseError: %s',
    async (operation, call, responses) => {
      const broken = responses
        .chain((response) => breakMember(response, members[operation]))
        // The one wrong value that is right here.
        .filter((response) => response['ok'] !== true || operation !== 'identify')
      await fc.assert(
        fc.asyncProperty(broken, async (response) => {
          const error = await call(response).then(
            () => 'accepted',
            (thrown: unknown) => thrown,
          )
          expect(isInvalidResponseError(error)).toBe(true)
          expect(error).toMatchObject({
            code: expect.stringMatching(/^(invalid_shape|not_ok)$/),
            status: 200,
            requestId: 'r1',
          })
          expect(error).toHaveProperty('issues.length')
        }),
        { numRuns },
      )
    },
  )

  test('that are no object are an InvalidResponseError', async () => {
    const noObject = fc.oneof(
      fc.string(),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.array(fc.jsonValue()),
    )
    await fc.assert(
      fc.asyncProperty(noObject, fc.constantFrom(listPage, saveTerms, identify), async (response, call) => {
        await expect(call(response as never)).rejects.toMatchObject({ code: 'invalid_shape' })
      }),
    )
  })
})
