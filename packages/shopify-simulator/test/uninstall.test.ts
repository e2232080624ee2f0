import { createHmac } from 'node:crypto'
import { createShopifySimulator, type SimulatedApp } from '@affiliate-platform/shopify-simulator'
import { describe, expect, it } from 'vitest'
import { accessToken, domain, readJson, sendGraphql } from './graphql-request.ts'

const uninstallUrl = 'http://127.0.0.1:3000/webhooks/app/uninstalled'
const app: SimulatedApp = { clientId: 'app-1', clientSecret: 'secret-1', uninstallUrl }
const nowMs = Date.UTC(2026, 9, 1)

function buildSimulator(apps: readonly SimulatedApp[] = [app]) {
  const contact = { plan: 'Plus', phone: '+1 613 555 0100' }
  return createShopifySimulator({ now: () => nowMs, shops: [{ domain, accessToken, apps, contact }] })
}

async function watch(simulator: ReturnType<typeof buildSimulator>, uri: string) {
  const query = `mutation { webhookSubscriptionCreate(
    topic: APP_UNINSTALLED
    webhookSubscription: { uri: "${uri}", includeFields: ["email", "myshopify_domain"], name: "watch" }
  ) { userErrors { message } } }`
  await sendGraphql(simulator.fetch, { query })
}

describe('uninstall', () => {
  it("delivers to the app's own address with Shopify's headers", async () => {
    const [delivery] = buildSimulator().uninstall(domain)
    const hmac = createHmac('sha256', 'secret-1')
      .update(delivery?.body ?? '')
      .digest('base64')
    expect(delivery?.url).toBe(uninstallUrl)
    expect(delivery?.headers).toEqual({
      'Content-Type': 'application/json',
      'User-Agent': 'Shopify-Captain-Hook',
      'X-Shopify-Topic': 'app/uninstalled',
      'X-Shopify-Shop-Domain': domain,
      'X-Shopify-API-Version': '2026-10',
      'X-Shopify-Webhook-Id': '00000000-0000-4000-8000-000000000003',
      'X-Shopify-Event-Id': '00000000-0000-4000-8000-000000000002',
      'X-Shopify-Triggered-At': '2026-10-01T00:00:00.000Z',
      'X-Shopify-Hmac-Sha256': hmac,
    })
  })

  it('delivers the whole shop record, with a phone', () => {
    const [delivery] = buildSimulator().uninstall(domain)
    const payload = JSON.parse(delivery?.body ?? '') as Record<string, unknown>
    expect(payload).toMatchObject({
      domain,
      myshopify_domain: domain,
      created_at: '2026-10-01T00:00:00.000Z',
      email: 'owner@maple-lantern.example',
      customer_email: 'hello@maple-lantern.example',
      shop_owner: 'Robin Example',
      phone: '+1 613 555 0100',
      country: 'CA',
      country_name: 'Canada',
      plan_display_name: 'Shopify Plus',
      plan_name: 'enterprise',
      source: null,
    })
  })

  it("leaves the nulls of Shopify's own sample, and replaces what is asked", () => {
    const [delivery] = buildSimulator().uninstall(domain, { sampleNulls: true, payload: { phone: null } })
    expect(JSON.parse(delivery?.body ?? '')).toMatchObject({
      domain: null,
      myshopify_domain: null,
      iana_timezone: null,
      created_at: null,
      phone: null,
      email: 'owner@maple-lantern.example',
    })
  })

  it.each([
    ['webhook', ['x-shopify-hmac-sha256']],
    ['events', ['shopify-hmac-sha256']],
    ['both', ['shopify-hmac-sha256', 'x-shopify-hmac-sha256']],
  ] as const)('signs in the headers of the family %s', (headerFamily, names) => {
    const [delivery] = buildSimulator().uninstall(domain, { headerFamily })
    const request = delivery?.toRequest()
    expect([...(request?.headers.keys() ?? [])].filter((name) => name.endsWith('hmac-sha256'))).toEqual(names)
    expect(request?.method).toBe('POST')
  })

  it('signs with another secret where one is given', () => {
    const bySecret = ['secret-1', 'secret-0'].map(
      (secret) => buildSimulator().uninstall(domain, { secret })[0]?.headers['X-Shopify-Hmac-Sha256'],
    )
    expect(bySecret[0]).not.toBe(bySecret[1])
  })

  it('gives the same request twice', async () => {
    const [delivery] = buildSimulator().uninstall(domain)
    expect(await delivery?.toRequest().text()).toBe(delivery?.body)
    expect(await delivery?.toRequest().text()).toBe(delivery?.body)
  })

  it('delivers once per subscription, as one event, with only the included fields', async () => {
    const simulator = buildSimulator([{ ...app, uninstallIncludeFields: ['id'] }])
    await watch(simulator, 'https://app.example/hook')
    await watch(simulator, 'pubsub://project:topic')
    const [own, watched, ...others] = simulator.uninstall(domain)
    expect(others).toEqual([])
    expect(JSON.parse(own?.body ?? '')).toEqual({ id: 1 })
    expect(JSON.parse(watched?.body ?? '')).toEqual({
      email: 'owner@maple-lantern.example',
      myshopify_domain: domain,
    })
    expect(watched?.url).toBe('https://app.example/hook')
    expect(watched?.headers['X-Shopify-Name']).toBe('watch')
    expect(watched?.headers['X-Shopify-Event-Id']).toBe(own?.headers['X-Shopify-Event-Id'])
    expect(watched?.headers['X-Shopify-Webhook-Id']).not.toBe(own?.headers['X-Shopify-Webhook-Id'])
  })

  it('delivers nothing without a subscription', () => {
    expect(buildSimulator([{ clientId: 'app-1', clientSecret: 'secret-1' }]).uninstall(domain)).toEqual([])
  })

  it('revokes the tokens and drops the subscriptions of that app alone', async () => {
    const other = { clientId: 'app-2', clientSecret: 'secret-2' }
    const simulator = buildSimulator([app, other])
    const { accessToken: otherToken } = simulator.issueToken(domain, { clientId: 'app-2' })
    await watch(simulator, 'https://app.example/hook')
    simulator.uninstall(domain, { clientId: 'app-1' })
    expect((await sendGraphql(simulator.fetch)).status).toBe(401)
    expect((await sendGraphql(simulator.fetch, { token: otherToken })).status).toBe(200)
    expect(simulator.subscriptions(domain)).toEqual([])
    expect(simulator.shop(domain).installedClientIds).toEqual(['app-2'])
  })

  it('throws where the app is not installed', () => {
    const simulator = buildSimulator()
    simulator.uninstall(domain)
    expect(() => simulator.uninstall(domain)).toThrow(RangeError)
    expect(() => simulator.issueToken(domain)).toThrow(RangeError)
  })

  it('gives a reinstall a new token, and remembers the first install', async () => {
    const simulator = buildSimulator()
    simulator.uninstall(domain)
    const { accessToken: token } = simulator.install(domain, app)
    expect(token).not.toBe(accessToken)
    const query = '{ currentAppInstallation { app { previouslyInstalled } } }'
    expect(await readJson(sendGraphql(simulator.fetch, { query, token }))).toMatchObject({
      data: { currentAppInstallation: { app: { previouslyInstalled: true } } },
    })
  })
})
