import { describe, expect, it } from 'vitest'
import { buildExpressApp, buildRoutedApp, change } from './apps.ts'
import { addTo, createApp } from './created-app.ts'

const webhook = 'app/routes/webhooks.app.uninstalled.tsx'
const files = buildRoutedApp('react-router', 'ts')
const logLine = `  console.log(\`Received \${topic} webhook for \${shop}\`);\n`

describe('the cleanup at an uninstall', () => {
  it('moves with all that it uses, and leaves the rest of the file alone', async () => {
    const edited = change(
      change(files, webhook, 'import db', 'import { forget, type Kept } from "../own.server";\nimport db'),
      webhook,
      '  if (session) {\n    await db.session.deleteMany({ where: { shop } });\n  }\n',
      `  if (session) {
    await db.session.deleteMany({ where: { shop } });
    // Ours.
    for (const part of parts) {
      await forget(part, shop);
    }
  }
  console.log("gone", shop);
`,
    )
    const text = await addTo(
      change(edited, webhook, 'export const', 'const parts: Kept[] = [];\n\nexport const'),
      webhook,
    )
    expect(text).toContain('import { forget, type Kept } from "../own.server";\n')
    expect(text).not.toContain('authenticate')
    expect(text).toContain(`const parts: Kept[] = [];

export const action = handleUninstall({
  ledger: installLedger,
  onUninstalled: async ({ shop, isBack }) => {
    if (isBack) return;
    await db.session.deleteMany({ where: { shop } });
    // Ours.
    for (const part of parts) {
      await forget(part, shop);
    }
    console.log("gone", shop);
  },
});
`)
  })

  it('is found in a function declaration, with the shop under another name', async () => {
    const head = 'export async function action({ request }: ActionFunctionArgs) {'
    const edited = change(
      files,
      webhook,
      'export const action = async ({ request }: ActionFunctionArgs) => {',
      head,
    )
    const renamed = change(
      change(edited, webhook, '{ shop, session, topic }', '{ shop: domain, session }'),
      webhook,
      '{ shop }',
      '{ shop: domain }',
    )
    const quiet = change(change(renamed, webhook, logLine, ''), webhook, '};\n', '}\n')
    expect(await addTo(quiet, webhook)).toContain(
      'onUninstalled: async ({ shop: domain, isBack }) => {\n    if (isBack) return;\n    await db.session',
    )
  })

  it('is left out where there was none', async () => {
    const text = String(files[webhook]).replace(/ {2}\/\/[\s\S]*? {2}\}\n/, '')
    expect(await addTo({ ...files, [webhook]: text }, webhook)).toContain(
      'export const action = handleUninstall({\n  ledger: installLedger,\n});\n',
    )
  })

  it('is that of the sessions for an app without the webhook', async () => {
    const { [webhook]: _, ...others } = files
    const toml = String(others['shopify.app.toml']).replace(/ {2}# Handled[\s\S]*?one topic\n\n/, '')
    const app = await createApp({ ...others, 'shopify.app.toml': toml })
    expect(await app.add('--yes')).toBe(0)
    expect(await app.read('app/routes/webhooks.app.uninstalled.ts')).toContain(
      'await prisma.session.deleteMany({ where: { shop } });',
    )
    expect(await app.read('shopify.app.toml')).toBe(`${toml}
  [[webhooks.subscriptions]]
  uri = "/webhooks/app/uninstalled"
  topics = ["app/uninstalled"]
  include_fields = ["id", "myshopify_domain"]

  [[webhooks.subscriptions]]
  uri = "/webhooks/compliance"
  compliance_topics = ["customers/data_request", "customers/redact", "shop/redact"]
`)
  })
})

describe('shopify.app.toml', () => {
  const topics = '  topics = ["app/uninstalled"] # one topic\n'

  it('keeps the fields that it has, and gets those that are missing', async () => {
    const own = change(
      files,
      'shopify.app.toml',
      topics,
      `${topics}  include_fields = [\n    "id", # ours\n    "name"\n  ]\n`,
    )
    expect(await addTo(own, 'shopify.app.toml')).toContain(
      '"id", # ours\n    "name", "myshopify_domain"\n  ]\n',
    )
  })

  it('is edited in each of its environments', async () => {
    const app = await createApp({ ...files, 'shopify.app.staging.toml': 'client_id = "b"' })
    expect(await app.add('--yes')).toBe(0)
    expect(await app.read('shopify.app.staging.toml')).toContain('client_id = "b"\n\n[webhooks]\napi_version')
    expect(await app.read('shopify.app.toml')).toContain(`${topics}  include_fields`)
  })
})

it('keeps what .env.example says already', async () => {
  const text = await addTo(
    { ...files, '.env.example': '# Own\nAFFILIATE_BASE_URL=https://a.example' },
    '.env.example',
  )
  expect(text).toBe(
    '# Own\nAFFILIATE_BASE_URL=https://a.example\nAFFILIATE_WORKSPACE_API_KEY=\nAFFILIATE_APP_ID=\nAFFILIATE_INSTALL_BRIDGE_KEY=\n',
  )
})

it('puts the webhook of an Express app above a parser that comes first', async () => {
  const app = change(
    buildExpressApp(),
    'web/index.js',
    'const app = express();\n',
    'const app = express(); // own\napp.use(express.json());\n',
  )
  expect(await addTo(app, 'web/index.js')).toContain(
    'const app = express(); // own\napp.post("/api/webhooks/app/uninstalled", shopUninstalled);\napp.post("/api/webhooks/compliance", complianceRequested);\napp.use(express.json());\n',
  )
})
