import { createShopifySimulator, type ShopOptions } from '@affiliate-platform/shopify-simulator'
import { expect, it } from 'vitest'
import { accessToken, domain, graphqlUrl, readJson, sendGraphql } from './graphql-request.ts'

const app = {
  clientId: 'app-1',
  clientSecret: 'secret-1',
  handle: 'lantern-app',
  scopes: ['read_products', 'write_products'],
}

function buildFetch(shop: Partial<ShopOptions> = {}) {
  return createShopifySimulator({ shops: [{ domain, accessToken, apps: [app], ...shop }] }).fetch
}

it('takes a bare query as application/graphql, as the libraries of 2023 send it', async () => {
  const headers = { 'content-type': 'application/graphql', 'x-shopify-access-token': accessToken }
  const init = { headers, body: '{ shop { myshopifyDomain } }' }
  expect(await readJson(sendGraphql(buildFetch(), { init }))).toMatchObject({
    data: { shop: { myshopifyDomain: domain } },
  })
  expect((await sendGraphql(buildFetch(), { init: { headers, body: ' ' } })).status).toBe(400)
})

it('responds to the whole shop read', async () => {
  const query = `query ReadShop {
    # the contact
    shop {
      id name myshopifyDomain email contactEmail shopOwnerName
      plan { publicDisplayName partnerDevelopment shopifyPlus }
      shopAddress { country countryCodeV2 phone }
    }
    currentAppInstallation { app { apiKey handle previouslyInstalled } accessScopes { handle } }
  }`
  const contact = { name: 'Maple Lantern', ownerName: 'Ada Mills', plan: 'Plus', phone: '+1 613 555 0100' }
  expect(await readJson(sendGraphql(buildFetch({ contact }), { query }))).toEqual({
    data: {
      shop: {
        id: 'gid://shopify/Shop/1',
        name: 'Maple Lantern',
        myshopifyDomain: domain,
        email: 'owner@maple-lantern.example',
        contactEmail: 'hello@maple-lantern.example',
        shopOwnerName: 'Ada Mills',
        plan: { publicDisplayName: 'Plus', partnerDevelopment: false, shopifyPlus: true },
        shopAddress: { country: 'Canada', countryCodeV2: 'CA', phone: '+1 613 555 0100' },
      },
      currentAppInstallation: {
        app: { apiKey: 'app-1', handle: 'lantern-app', previouslyInstalled: false },
        accessScopes: [{ handle: 'read_products' }, { handle: 'write_products' }],
      },
    },
    extensions: {
      cost: {
        requestedQueryCost: 4,
        actualQueryCost: 4,
        throttleStatus: { maximumAvailable: 2000, currentlyAvailable: 1996, restoreRate: 100 },
      },
    },
  })
})

it('responds with only what was selected, under its alias', async () => {
  const query = 'query ($on: Boolean!) { who: shop @include(if: $on) { __typename mail: email } }'
  const body = await readJson(sendGraphql(buildFetch(), { query, variables: { on: true } }))
  expect(body['data']).toEqual({ who: { __typename: 'Shop', mail: 'owner@maple-lantern.example' } })
})

it('responds to the API version that was asked', async () => {
  const response = await sendGraphql(buildFetch())
  expect(response.headers.get('x-shopify-api-version')).toBe('2026-10')
})

it.each([
  ['{ orders { id } }', 'orders', 'QueryRoot', ['query', 'orders']],
  [
    'query A { shop { billingAddress { country } } }',
    'billingAddress',
    'Shop',
    ['query A', 'shop', 'billingAddress'],
  ],
  ['mutation M { shopUpdate { id } }', 'shopUpdate', 'Mutation', ['mutation M', 'shopUpdate']],
])('rejects an unknown field in %s', async (query, fieldName, typeName, path) => {
  const response = await sendGraphql(buildFetch(), { query })
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({
    errors: [
      {
        message: `Field '${fieldName}' doesn't exist on type '${typeName}'`,
        path,
        extensions: { code: 'undefinedField', typeName, fieldName },
      },
    ],
  })
})

it.each([
  ['{ shop }', 'Field must have selections'],
  ['{ shop { name { first } } }', 'Selections can not be made on scalars'],
  ['{ shop { name }', 'syntax error, unexpected end of file'],
  ['{ shop { ...Contact } } fragment Contact on Shop { name }', 'syntax error, unexpected Contact'],
  ['subscription { shop { name } }', 'syntax error, unexpected subscription'],
])('rejects %s', async (query, message) => {
  const body = await readJson(sendGraphql(buildFetch(), { query }))
  expect(body).toMatchObject({ errors: [{ message: expect.stringContaining(message) }] })
  expect(body['data']).toBeUndefined()
})

it.each(['', 'not json', 'null', '[]', '{}', '{"query":" "}', '{"query":7}'])(
  'responds with 400 to the body %j',
  async (body) => {
    const headers = { 'x-shopify-access-token': accessToken }
    const response = await buildFetch()(graphqlUrl, { method: 'POST', headers, body })
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({ errors: { query: 'Required parameter missing or invalid' } })
  },
)
