import {
  AffiliateClient,
  type ClientOptions,
  IdentifyClient,
  isInvalidResponseError,
} from '@affiliate-platform/sdk'
import { buildTermsRules, fakeApiKeys, fakeIds } from '@affiliate-platform/sdk/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { breakMember, grow, identifications, pages, versions } from './arbitrary-answers.ts'

type Json = Readonly<Record<string, unknown>>
type Call = (answer: Json) => Promise<unknown>

const options = (apiKey: string, answer: Json): ClientOptions => ({
  apiKey,
  baseUrl: 'https://affiliates.test',
  fetch: async () => Response.json(answer, { headers: { 'X-Request-Id': 'r1' } }),
  strict: true,
  observer: () => undefined,
})

const listPage: Call = (answer) =>
  new AffiliateClient(options(fakeApiKeys.affiliate, answer)).payouts.listPage()
const saveTerms: Call = (answer) =>
  new AffiliateClient(options(fakeApiKeys.affiliate, answer)).memberships.saveTerms(fakeIds.membershipId, {
    rules: buildTermsRules(),
  })
const identify: Call = (answer) =>
  new IdentifyClient(options(fakeApiKeys.workspace, answer)).identify({
    myshopifyDomain: 'example.myshopify.com',
    country: 'Peru',
  })

const operations = [
  ['listPayouts', listPage, pages.filter(({ items }) => (items as unknown[]).length > 0)],
  ['saveTerms', saveTerms, versions],
  ['identify', identify, identifications],
] as const

describe('answers', () => {
  test.each(operations)(
    'that have grown are accepted, with everything in them readable: %s',
    async (_, call, answers) => {
      await fc.assert(
        fc.asyncProperty(answers.chain(grow), async (answer) => {
          expect(await call(answer)).toEqual(JSON.parse(JSON.stringify(answer)))
        }),
        { numRuns: 500 },
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
    async (operation, call, answers) => {
      const broken = answers
        .chain((answer) => breakMember(answer, members[operation]))
        // The one wrong value that is right here.
        .filter((answer) => answer['ok'] !== true || operation !== 'identify')
      await fc.assert(
        fc.asyncProperty(broken, async (answer) => {
          const error = await call(answer).then(
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
        { numRuns: 500 },
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
      fc.asyncProperty(noObject, fc.constantFrom(listPage, saveTerms, identify), async (answer, call) => {
        await expect(call(answer as never)).rejects.toMatchObject({ code: 'invalid_shape' })
      }),
    )
  })
})
