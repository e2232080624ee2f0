import { describe, expect, it } from 'vitest'
import { type AppFiles, buildExpressApp, buildRoutedApp, change } from './apps.ts'
import { addTo, createApp } from './created-app.ts'

const ours = '@affiliate-platform/shopify-recipes'
const routed = buildRoutedApp('react-router', 'ts')
const express = buildExpressApp()
const toml = 'shopify.app.toml'
const route = 'app/routes/webhooks.compliance.ts'

it('gives a routed app the route of the compliance topics, and subscribes to them [D98]', async () => {
  const app = await createApp(routed)
  expect(await app.add('--yes')).toBe(0)
  expect(await app.read(route)).toBe(`import { handleCompliance } from "${ours}/react-router";
import { installLedger } from "../affiliate.server";

// Where your app keeps data of customers or shops, add onCustomerDataRequest,
// onCustomerRedact and onShopRedact. Sessions are deleted at the uninstall.
export const action = handleCompliance({ ledger: installLedger });
`)
  expect(await app.read(toml)).toBe(`${String(routed[toml]).replace(
    '# one topic\n',
    '# one topic\n  include_fields = ["id", "myshopify_domain"]\n',
  )}
  [[webhooks.subscriptions]]
  uri = "/webhooks/compliance"
  compliance_topics = ["customers/data_request", "customers/redact", "shop/redact"]
`)
  expect(app.output()).toContain('give handleCompliance its callbacks')
})

it('gives it without a ledger to an app that forwards [D98]', async () => {
  const app = await createApp(buildRoutedApp('remix', 'js'))
  await app.add('--yes', '--variant', 'forward')
  expect(await app.read('app/routes/webhooks.compliance.js')).toContain('action = handleCompliance();\n')
  const server = await createApp(change(express, 'web/index.js', 'PrivacyWebhookHandlers })', '{} })'))
  await server.add('--yes', '--variant', 'forward')
  expect(await server.read('web/affiliate.js')).toContain('complianceRequested = handleCompliance();\n')
})

it("gives the callbacks of the Node template's privacy.js to the route beside its own [D98]", async () => {
  const app = await createApp(express)
  expect(await app.add('--yes')).toBe(0)
  const server = await app.read('web/index.js')
  expect(server).toContain('app.post("/api/webhooks/compliance", complianceRequested);')
  expect(server).toContain('processWebhooks({ webhookHandlers: PrivacyWebhookHandlers })')
  expect(await app.read('web/affiliate.js')).toContain(`import PrivacyWebhookHandlers from "./privacy.js";
import shopify from "./shopify.js";
`)
  expect(await app.read('web/affiliate.js')).toContain(`const callPrivacy = (topic) => ({ shop, payload }) =>
  PrivacyWebhookHandlers[topic].callback(topic, shop, JSON.stringify(payload));

export const complianceRequested = handleCompliance({
  ledger: installLedger,
  onCustomerDataRequest: callPrivacy("CUSTOMERS_DATA_REQUEST"),
  onCustomerRedact: callPrivacy("CUSTOMERS_REDACT"),
  onShopRedact: callPrivacy("SHOP_REDACT"),
});
`)
  expect(await app.read(toml)).toContain('uri = "/api/webhooks/compliance"\n')
})

it('adds the topics that a subscription to the same path lacks [D98]', async () => {
  const part = `\n[[webhooks.subscriptions]]\nuri = "/webhooks/compliance"\ncompliance_topics = ["shop/redact"]\n`
  expect(await addTo({ ...routed, [toml]: routed[toml] + part }, toml)).toContain(
    '\ncompliance_topics = ["shop/redact", "customers/data_request", "customers/redact"]\n',
  )
})

const subscription = '\n[[webhooks.subscriptions]]\nuri = "/webhooks"\ncompliance_topics = ["shop/redact"]\n'
const privacyTable = '\n[webhooks.privacy_compliance]\nshop_deletion_url = "https://my-app.example/gone"\n'
const handlers = 'webhookHandlers: PrivacyWebhookHandlers'
const inline = 'webhookHandlers: { SHOP_REDACT: { callback: async () => {} } }'

const owners: readonly (readonly [string, AppFiles])[] = [
  ['that delivers them to a path of its own', { ...routed, [toml]: routed[toml] + subscription }],
  ['that names addresses for them', { ...routed, [toml]: routed[toml] + privacyTable }],
  ['whose route has another handler', { ...routed, [route]: 'export const action = () => null;\n' }],
  [
    'with a route for one of them',
    { ...routed, 'app/routes/webhooks.customers.redact.tsx': 'export const action = () => null;\n' },
  ],
  [
    'that names no routes by files',
    {
      ...routed,
      'app/routes.ts':
        'export default [route("webhooks/app/uninstalled", "routes/webhooks.app.uninstalled.tsx")];\n',
    },
  ],
  ['with handlers in its server', change(express, 'web/index.js', handlers, inline)],
  ['with handlers from a package', change(express, 'web/index.js', '"./privacy.js"', '"privacy"')],
  [
    'with handlers for other topics among them',
    change(express, 'web/privacy.js', 'export default {', 'export default {\n  APP_UNINSTALLED: {},'),
  ],
]

describe('an app', () => {
  it.each(owners)('%s keeps its handling of the compliance topics [D98]', async (_, files) => {
    const app = await createApp(files)
    expect(await app.add('--yes')).toBe(0)
    expect(app.output()).not.toMatch(/^\+.*(?:handleCompliance|compliance_topics)/m)
    expect(app.output()).toContain('The compliance topics were left as they are.')
    expect(await app.add('--yes')).toBe(0)
    expect(app.output()).toContain('Nothing to change')
    expect(await app.add('--undo')).toBe(0)
    expect(app.status()).toBe('')
  })
})
