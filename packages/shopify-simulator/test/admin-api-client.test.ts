import { createShopifySimulator, type ShopBehaviour } from '@affiliate-platform/shopify-simulator'
import { createAdminApiClient } from '@shopify/admin-api-client'
import { expect, it } from 'vitest'
import { accessToken, domain } from './graphql-request.ts'

function buildClient(behaviour: ShopBehaviour = 'ok') {
  const simulator = createShopifySimulator({ shops: [{ domain, accessToken, behaviour }] })
  return createAdminApiClient({
    storeDomain: domain,
    apiVersion: '2026-10',
    accessToken,
    customFetchApi: simulator.fetch,
    // The client takes a test runner's globals for a browser.
    isTesting: true,
  })
}

const readShop = 'query { shop { myshopifyDomain email } }'

it("reads a shop through Shopify's own client", async () => {
  const { data, errors, extensions } = await buildClient().request(readShop)
  expect(errors).toBeUndefined()
  expect(data).toEqual({ shop: { myshopifyDomain: domain, email: 'owner@maple-lantern.example' } })
  expect(extensions).toMatchObject({ cost: { requestedQueryCost: 2 } })
})

it.each([
  ['revoked', 401],
  ['forbidden', 403],
  ['server_error', 500],
  ['html_error', 200],
  ['throttled', 200],
] as const)("shows %s as Shopify's own client does", async (behaviour, networkStatusCode) => {
  expect((await buildClient(behaviour).request(readShop)).errors).toMatchObject({ networkStatusCode })
})

it("gives the client's THROTTLED error its code", async () => {
  const { errors } = await buildClient('throttled').request(readShop)
  expect(errors?.graphQLErrors).toMatchObject([{ extensions: { code: 'THROTTLED' } }])
})
