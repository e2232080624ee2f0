import { createShopifySimulator } from '@affiliate-platform/shopify-simulator'
import { describe, expect, it } from 'vitest'
import { accessToken, domain, readJson, sendGraphql } from './graphql-request.ts'

const createQuery = `mutation Watch($topic: WebhookSubscriptionTopic!, $input: WebhookSubscriptionInput!) {
  webhookSubscriptionCreate(topic: $topic, webhookSubscription: $input) {
    webhookSubscription { id uri topic format includeFields name }
    userErrors { field message }
  }
}`

const uri = 'https://app.example/webhooks/app/uninstalled'

function buildSimulator() {
  return createShopifySimulator({ shops: [{ domain, accessToken }] })
}

async function subscribe(
  simulator: ReturnType<typeof buildSimulator>,
  input: Readonly<Record<string, unknown>> = {},
  topic = 'APP_UNINSTALLED',
) {
  const variables = { topic, input: { uri, ...input } }
  const body = await readJson(sendGraphql(simulator.fetch, { query: createQuery, variables }))
  return (body['data'] as Record<string, unknown>)['webhookSubscriptionCreate']
}

const rejected = (...messages: readonly string[]) => ({
  webhookSubscription: null,
  userErrors: messages.map((message) => ({ field: ['webhookSubscription', 'callbackUrl'], message })),
})

describe('webhookSubscriptionCreate', () => {
  it('makes a subscription and shows it', async () => {
    const simulator = buildSimulator()
    const input = { includeFields: ['email'], name: 'watch-1', format: 'JSON' }
    const made = { uri, topic: 'APP_UNINSTALLED', format: 'JSON', includeFields: ['email'], name: 'watch-1' }
    expect(await subscribe(simulator, input)).toEqual({
      webhookSubscription: { id: 'gid://shopify/WebhookSubscription/2', ...made },
      userErrors: [],
    })
    expect(simulator.subscriptions(domain)).toMatchObject([{ ...made, clientId: 'simulated-client-id' }])
  })

  it('reads arguments that are written out, and the old name of the address', async () => {
    const simulator = buildSimulator()
    const query = `mutation {
      one: webhookSubscriptionCreate(
        topic: APP_UNINSTALLED, webhookSubscription: { callbackUrl: "${uri}#1", includeFields: ["email", "plan_name"] }
      ) { userErrors { message } }
      two: webhookSubscriptionCreate(topic: SHOP_UPDATE, webhookSubscription: { uri: """${uri}""", filter: null }) {
        userErrors { message }
      }
    }`
    const body = await readJson(sendGraphql(simulator.fetch, { query }))
    expect(body).toMatchObject({
      data: { one: { userErrors: [] }, two: { userErrors: [] } },
      extensions: { cost: { requestedQueryCost: 20 } },
    })
    expect(simulator.subscriptions(domain)).toMatchObject([
      { uri: `${uri}#1`, includeFields: ['email', 'plan_name'] },
      { uri, topic: 'SHOP_UPDATE' },
    ])
  })

  it.each([
    ['', "Address can't be blank"],
    ['http://app.example/hook', 'Address protocol http:// is not supported'],
    ['ftp://app.example/hook', 'Address protocol ftp:// is not supported'],
    ['https://', 'Address is invalid'],
    ['app.example/hook', 'Address is invalid'],
    ['https://maple-lantern.myshopify.com/hook', 'Address cannot be a Shopify or an internal domain'],
    ['https://admin.shopify.com/hook', 'Address cannot be a Shopify or an internal domain'],
    ['https://localhost:3000/hook', 'Address cannot be a Shopify or an internal domain'],
    ['https://127.0.0.1/hook', 'Address cannot be a Shopify or an internal domain'],
    ['https://[::1]/hook', 'Address cannot be a Shopify or an internal domain'],
  ])('rejects the address %j', async (address, message) => {
    const simulator = buildSimulator()
    expect(await subscribe(simulator, { uri: address })).toEqual(rejected(message))
    expect(simulator.subscriptions(domain)).toEqual([])
  })

  it.each([
    'pubsub://project:topic',
    'arn:aws:events:us-east-1::event-source/x',
    'https://notshopify.com/hook',
  ])('takes the address %s', async (address) => {
    expect(await subscribe(buildSimulator(), { uri: address })).toMatchObject({ userErrors: [] })
  })

  it('rejects the same topic and address twice, and nothing less', async () => {
    const simulator = buildSimulator()
    await subscribe(simulator)
    expect(await subscribe(simulator)).toEqual(rejected('Address for this topic has already been taken'))
    for (const input of [{ format: 'XML' }, { filter: 'id:1' }, { uri: `${uri}/2` }]) {
      expect(await subscribe(simulator, input)).toMatchObject({ userErrors: [] })
    }
    expect(await subscribe(simulator, {}, 'SHOP_UPDATE')).toMatchObject({ userErrors: [] })
    expect(simulator.subscriptions(domain)).toHaveLength(5)
  })

  it('makes nothing where an argument is missing or a selection is wrong', async () => {
    const simulator = buildSimulator()
    const input = { uri }
    const broken = createQuery.replace('field message', 'field message code')
    const bodies = await Promise.all([
      readJson(sendGraphql(simulator.fetch, { query: createQuery, variables: { input } })),
      readJson(
        sendGraphql(simulator.fetch, { query: broken, variables: { topic: 'APP_UNINSTALLED', input } }),
      ),
    ])
    expect(bodies).toMatchObject([
      { errors: [{ message: "Field 'webhookSubscriptionCreate' is missing required arguments: topic" }] },
      { errors: [{ message: "Field 'code' doesn't exist on type 'UserError'" }] },
    ])
    expect(simulator.subscriptions(domain)).toEqual([])
  })
})

describe('webhookSubscriptions', () => {
  const listQuery = `query List($first: Int, $after: String, $topics: [WebhookSubscriptionTopic!]) {
    webhookSubscriptions(first: $first, after: $after, topics: $topics) {
      nodes { uri }
      edges { node { endpoint {
        __typename
        ... on WebhookHttpEndpoint { callbackUrl }
        ... on WebhookEventBridgeEndpoint { arn }
      } } }
      pageInfo { hasNextPage endCursor }
    }
  }`

  it('lists an app its own subscriptions, page by page', async () => {
    const simulator = buildSimulator()
    await subscribe(simulator)
    await subscribe(simulator, { uri: `${uri}/2` })
    const first = await readJson(sendGraphql(simulator.fetch, { query: listQuery, variables: { first: 1 } }))
    const endCursor = 'gid://shopify/WebhookSubscription/2'
    expect(first['data']).toEqual({
      webhookSubscriptions: {
        nodes: [{ uri }],
        edges: [{ node: { endpoint: { __typename: 'WebhookHttpEndpoint', callbackUrl: uri } } }],
        pageInfo: { hasNextPage: true, endCursor },
      },
    })
    const variables = { first: 1, after: endCursor }
    expect(await readJson(sendGraphql(simulator.fetch, { query: listQuery, variables }))).toMatchObject({
      data: { webhookSubscriptions: { nodes: [{ uri: `${uri}/2` }], pageInfo: { hasNextPage: false } } },
    })
  })

  it('keeps to the topics that were asked, and to the app', async () => {
    const simulator = buildSimulator()
    await subscribe(simulator, {}, 'SHOP_UPDATE')
    const none = { data: { webhookSubscriptions: { nodes: [] } } }
    const variables = { first: 9, topics: ['APP_UNINSTALLED'] }
    expect(await readJson(sendGraphql(simulator.fetch, { query: listQuery, variables }))).toMatchObject(none)
    const other = simulator.install(domain, { clientId: 'app-2', clientSecret: 'secret-2' })
    const request = { query: listQuery, variables: { first: 9 }, token: other.accessToken }
    expect(await readJson(sendGraphql(simulator.fetch, request))).toMatchObject(none)
  })
})

describe('webhookSubscriptionDelete', () => {
  const deleteQuery = `mutation Unwatch($id: ID!) {
    webhookSubscriptionDelete(id: $id) { deletedWebhookSubscriptionId userErrors { field message } }
  }`
  const id = 'gid://shopify/WebhookSubscription/2'
  const userErrors = [{ field: ['id'], message: 'Webhook subscription does not exist' }]

  it('deletes a subscription once', async () => {
    const simulator = buildSimulator()
    await subscribe(simulator)
    await subscribe(simulator, { uri: `${uri}/2` })
    const remove = async () =>
      (await readJson(sendGraphql(simulator.fetch, { query: deleteQuery, variables: { id } })))['data']
    expect(await remove()).toEqual({
      webhookSubscriptionDelete: { deletedWebhookSubscriptionId: id, userErrors: [] },
    })
    expect(simulator.subscriptions(domain)).toMatchObject([{ uri: `${uri}/2` }])
    expect(await remove()).toEqual({
      webhookSubscriptionDelete: { deletedWebhookSubscriptionId: null, userErrors },
    })
  })

  it('leaves those of another app', async () => {
    const simulator = buildSimulator()
    await subscribe(simulator)
    const other = simulator.install(domain, { clientId: 'app-2', clientSecret: 'secret-2' })
    const request = { query: deleteQuery, variables: { id }, token: other.accessToken }
    expect(await readJson(sendGraphql(simulator.fetch, request))).toMatchObject({
      data: { webhookSubscriptionDelete: { userErrors } },
    })
    expect(simulator.subscriptions(domain)).toHaveLength(1)
  })
})
