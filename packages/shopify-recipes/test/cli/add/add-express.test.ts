import { describe, expect, it } from 'vitest'
import { type AppFiles, buildExpressApp, change } from './apps.ts'
import { addTo, createApp } from './created-app.ts'
import { expressShapes } from './express-shapes.ts'

const server = 'web/index.js'
const webhooks = [
  'app.post("/api/webhooks/app/uninstalled", shopUninstalled);',
  'app.post("/api/webhooks/compliance", complianceRequested);',
]

describe('the webhooks of an Express app', () => {
  it('stand in the function that makes the app, in front of its parser [D235]', async () => {
    const text = await addTo(expressShapes['in a function'], server)
    expect(text).toContain(`  );\n  ${webhooks[0]}\n  ${webhooks[1]}\n\n  // Routes outside`)
    expect(text).toContain('    shopify.auth.callback(),\n    identifyShop,\n')
  })

  it('are given to the app, and not to the router under a prefix that authorizes [D235]', async () => {
    const text = await addTo(expressShapes['on a router under a prefix'], server)
    expect(text).toContain(`const app = express();\n${webhooks.join('\n')}\n`)
    expect(text).toContain('auth.get("/callback", shopify.auth.callback(), identifyShop, ')
  })

  it.each([
    ['set', 'app.set("trust proxy", true);'],
    ['get', 'app.get("/health", (_req, res) => res.send("ok"));'],
  ])('follow a %s, which no delivery reaches [D235]', async (_, line) => {
    const app = change(buildExpressApp(), server, 'express();\n', `express();\n${line}\napp.use(own);\n`)
    expect(await addTo(app, server)).toContain(`${line}\n${webhooks.join('\n')}\napp.use(own);\n`)
  })

  it.each([
    ['use', 'app.use(own);'],
    ['wide path', 'app.post("/api/*", own);'],
    ['function that gets the app', 'configure(app);'],
    ['condition', 'if (own) app.use(own);'],
    ['chain', 'app.disable("etag").use(own);'],
  ])('come before a %s [D235]', async (_, line) => {
    const app = change(buildExpressApp(), server, 'express();\n', `express();\n${line}\n`)
    expect(await addTo(app, server)).toContain(`express();\n${webhooks.join('\n')}\n${line}\n`)
  })
})

const own = buildExpressApp()

describe('an Express app', () => {
  it.each([
    ['whose app stands elsewhere', change(own, server, 'const app = express()', 'const app = start()')],
    ['whose app is a member', change(own, server, 'const app = express()', 'this.app = express()')],
    [
      'with two apps',
      change(own, server, 'const app = express();', 'const app = express();\nconst admin = express();'),
    ],
  ])('%s is not touched [D235]', async (_, files: AppFiles) => {
    const { add, output, status } = await createApp(files)
    expect(await add('--yes')).toBe(6)
    expect(output()).toContain('no single const app = express()')
    expect(status()).toBe('')
  })
})
