import { describe, expect, it } from 'vitest'
import { type AppFiles, buildLegacyApp, change, type LegacyForm } from './apps.ts'
import { addTo, createApp } from './created-app.ts'

const forms: readonly LegacyForm[] = ['2023-11', '2024-03', '2024-07']
const config = 'app/shopify.server.ts'
const all = 'app/routes/webhooks.tsx'
const own = 'app/routes/webhooks.app.uninstalled.ts'
const toml = 'shopify.app.toml'

describe.each(forms)('the Remix template of %s', (form) => {
  const files = buildLegacyApp(form)

  it('gets a route of its own for uninstalls, with the cleanup of the case [D237]', async () => {
    const app = await createApp(files)
    expect(await app.add('--yes')).toBe(0)
    expect(await app.read(own)).toBe(`import db from "../db.server";
import { handleUninstall } from "@affiliate-platform/shopify-recipes/remix";
import { installLedger } from "../affiliate.server";

export const action = handleUninstall({
  ledger: installLedger,
  onUninstalled: async ({ shop, isBack }) => {
    if (isBack) return;
    await db.session.deleteMany({ where: { shop } });
  },
});
`)
    const text = await app.read(all)
    expect(text).toContain('import { action as shopUninstalled } from "./webhooks.app.uninstalled";\n')
    expect(text).toContain(`  // Subscriptions of before still deliver uninstalls here.
  if (request.headers.get("X-Shopify-Topic") === "app/uninstalled") {
    return shopUninstalled({ request });
  }
  const { topic`)
    expect(text).toContain('  switch (topic) {\n    case "CUSTOMERS_DATA_REQUEST":')
    expect(text).not.toContain('db.server')
    expect(await app.read(toml)).toContain('uri = "/webhooks/app/uninstalled"\n')
    expect(await app.read(toml)).not.toContain('uri = "/webhooks"\n')
    expect(await app.read(toml)).toContain('include_fields = ["id", "myshopify_domain"]')
    expect(await app.read('app/routes/webhooks.compliance.ts')).toContain('handleCompliance')

    expect(await app.add('--yes')).toBe(0)
    expect(app.output()).toContain('Nothing to change')
    expect(await app.add('--undo')).toBe(0)
    expect(app.status()).toBe('')
  })

  it('subscribes no longer by itself, and keeps what it registers besides [D237]', async () => {
    const text = await addTo(files, config)
    expect(text).not.toContain('APP_UNINSTALLED')
    expect(text).not.toContain('DeliveryMethod')
    if (form !== '2024-07') expect(text).toContain('shopify.registerWebhooks({ session });')
    const forward = await createApp(files)
    expect(await forward.add('--yes', '--variant', 'forward')).toBe(0)
    expect(await forward.read(config)).not.toContain('APP_UNINSTALLED')
    expect(await forward.read(own)).toContain('forwardUninstall')
  })
})

const files = buildLegacyApp('2024-03')

describe('a route of all topics', () => {
  it('hands its further imports on with the case [D237]', async () => {
    const used = change(
      change(
        files,
        all,
        'import db',
        'import { forget as drop, type Kept } from "../own.server";\nimport db',
      ),
      all,
      '      break;',
      '      const kept: Kept[] = [];\n      await drop(kept, shop);\n      break;',
    )
    const app = await createApp(used)
    expect(await app.add('--yes')).toBe(0)
    expect(await app.read(own)).toContain('import { forget as drop } from "../own.server";')
    expect(await app.read(own)).toContain('    const kept: Kept[] = [];\n    await drop(kept, shop);\n')
    expect(await app.read(all)).not.toContain('own.server')
  })

  it('keeps the compliance topics that it handles [D98] [D237]', async () => {
    const handled = change(
      files,
      all,
      '    case "SHOP_REDACT":\n',
      '    case "SHOP_REDACT":\n      await forget(shop);\n      break;\n',
    )
    const app = await createApp(handled)
    expect(await app.add('--yes')).toBe(0)
    expect(await app.read(toml)).not.toContain('compliance_topics')
    expect(app.output()).toContain('The compliance topics were left as they are')
  })

  it('keeps the other topics of a subscription [D237]', async () => {
    const several = change(
      buildLegacyApp('2024-07'),
      toml,
      '"app/uninstalled" ]',
      '"app/uninstalled", "orders/create" ]',
    )
    expect(await addTo(several, toml)).toContain(`  topics = ["orders/create"]
  uri = "/webhooks"

  [[webhooks.subscriptions]]
  uri = "/webhooks/app/uninstalled"
  topics = ["app/uninstalled"]
`)
  })

  it('keeps the other webhooks that the app registers [D237]', async () => {
    const several = change(
      files,
      config,
      '  webhooks: {\n',
      '  webhooks: {\n    ORDERS_CREATE: { deliveryMethod: DeliveryMethod.Http, callbackUrl: "/webhooks" },\n',
    )
    const text = await addTo(several, config)
    expect(text).toContain('  webhooks: {\n    ORDERS_CREATE: {')
    expect(text).not.toContain('APP_UNINSTALLED')
  })

  it.each<readonly [string, AppFiles]>([
    ['that needs the payload', change(files, all, '{ where: { shop } }', '{ where: { id: session.id } }')],
    [
      'that another case falls into',
      change(files, all, '    case "APP_UN', '    case "OTHER":\n    case "APP_UN'),
    ],
    ['that ends otherwise', change(files, all, '      break;\n', '      return null;\n')],
    [
      'that uses what the file declares',
      change(
        change(files, all, '      break;', '      await drop(shop);\n      break;'),
        all,
        'export const',
        'const drop = async () => {};\n\nexport const',
      ),
    ],
    ['behind other statements', change(files, all, '  const { topic', '  check(request);\n  const { topic')],
    ['of another way', change(files, all, 'switch (topic) {', 'switch (kind(topic)) {')],
  ])('is left alone with a case %s [D92] [D237]', async (_, app) => {
    const { add, output, status } = await createApp(app)
    expect(await add('--yes')).toBe(6)
    expect(output()).toMatch(/handles APP_UNINSTALLED in a way|more at an uninstall/)
    expect(output()).toContain('In app/routes/webhooks.tsx')
    expect(status()).toBe('')
  })
})
