import { AffiliateClient, IdentifyClient } from '@affiliate-platform/sdk'
import { buildTermsRules, createFakeService, fakeIds } from '@affiliate-platform/sdk/testing'
import { expect, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }

test('a request has its key as a bearer token, and a body as JSON [4-json, 4.1-authorization, 4.1-content-type, 4.2-authorization, 4.3-authorization, 4.3-content-type]', async () => {
  const service = createFakeService()
  const { affiliateOptions, identifyOptions } = service
  const affiliate = new AffiliateClient(affiliateOptions)

  await affiliate.memberships.saveTerms(fakeIds.membershipId.toUpperCase(), { rules: buildTermsRules() })
  await affiliate.payouts.listPage({ limit: 1, search: 'a&b', status: undefined, from: new Date(0) })
  const shop = { myshopifyDomain: 'example.myshopify.com', country: 'Peru' }
  await new IdentifyClient(identifyOptions).identify(shop)

  const userAgent = `affiliate-platform-sdk/${manifest.version} node/${process.versions.node}`
  const shared = { accept: 'application/json', 'user-agent': userAgent }
  const isAffiliate = { ...shared, authorization: `Bearer ${affiliateOptions.apiKey}` }
  const isJson = { 'content-type': 'application/json' }
  expect(service.requests).toEqual([
    {
      operation: 'saveTerms',
      method: 'PATCH',
      url: `${service.baseUrl}/api/affiliate-platform/v1/memberships/${fakeIds.membershipId.toUpperCase()}/terms`,
      headers: { ...isAffiliate, ...isJson, 'idempotency-key': expect.stringMatching(/^[0-9a-f-]{36}$/) },
      body: JSON.stringify({ rules: buildTermsRules() }),
    },
    {
      operation: 'listPayouts',
      method: 'GET',
      url: `${service.baseUrl}/api/affiliate-platform/v1/payouts?limit=1&search=a%26b&from=1970-01-01T00%3A00%3A00.000Z`,
      headers: isAffiliate,
      body: '',
    },
    {
      operation: 'identify',
      method: 'POST',
      url: `${service.baseUrl}/api/identify`,
      headers: { ...shared, ...isJson, authorization: `Bearer ${identifyOptions.apiKey}` },
      body: JSON.stringify(shop),
    },
  ])
})
