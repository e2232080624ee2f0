import { describe, expect, it } from 'vitest'
import { diagnose } from '../support/diagnose.ts'
import { type AppFiles, plant, replace, rightApps } from '../support/right-apps.ts'

const app = rightApps['React Router in TypeScript']
const express = rightApps['Express in JavaScript']
const server = 'app/shopify.server.ts'
const route = 'app/routes/webhooks.app.uninstalled.ts'
const hook = 'identifyOnInstall({ ledger: installLedger })'
const hookLine = `  hooks: { afterAuth: ${hook} },\n`
const head = 'const shopify = shopifyApp({'

const find = async (files: AppFiles) => (await diagnose({ files, words: ['--offline'] })).faults

/** The app with its hook written in another way, and lines above `shopifyApp`. */
const withHook = (line: string, above = '') =>
  plant(app, { [server]: (text) => replace(head, `${above}${head}`)(replace(hookLine, line)(text)) })

/** The app with its options in a variable, and lines between that and the call. */
const withConfig = (after: string) =>
  plant(app, {
    [server]: (text) =>
      replace(
        '\n});\n\nexport default',
        `\n};\n${after}const shopify = shopifyApp(config);\n\nexport default`,
      )(replace(head, 'const config = {')(text)),
  })

describe('doctor on what afterAuth comes to', () => {
  it.each([
    ['a hook that is made in it', `  hooks: { afterAuth: async () => { ${hook} } },\n`, ''],
    ['one that is only returned', `  hooks: { afterAuth: () => ${hook} },\n`, ''],
    [
      'a function that calls another package',
      '  hooks: { afterAuth: async (a) => shopify.registerWebhooks(a) },\n',
      `${hook};\n`,
    ],
    ['a second hooks behind ours', `${hookLine}  hooks: { afterAuth: async () => {} },\n`, ''],
    ['a second afterAuth behind ours', `  hooks: { afterAuth: ${hook}, afterAuth() {} },\n`, ''],
  ])('finds %s [D236]', async (_, line, above) => {
    expect(await find(withHook(line, above))).toMatchObject([expect.stringContaining(`E-HOOK ${server}:`)])
  })

  it.each([
    ['called in a function', '  hooks: { afterAuth: async (a) => { identifyShop(a); await seed(a); } },\n'],
    ['called where it is made', `  hooks: { afterAuth: (auth) => ${hook}(auth) },\n`],
    ['called in a function of its own', '  hooks: { afterAuth: (auth) => run(auth) },\n'],
    ['handed to a function', '  hooks: { afterAuth: (auth) => later(identifyShop, auth) },\n'],
    ['one of two', '  hooks: { afterAuth: isOn ? identifyShop : undefined },\n'],
    ['wrapped by a package', '  hooks: { afterAuth: traced(identifyShop) },\n'],
    ['a member of an object', '  hooks: { afterAuth: (auth) => own.tell(auth) },\n'],
    ['behind an earlier one', `  hooks: {},\n${hookLine}`],
  ])('takes a hook for right that is %s [D236]', async (_, line) => {
    const above = `const identifyShop = ${hook};\nconst own = { tell: identifyShop };\nconst run = (a) => own.tell(a);\n`
    expect(await find(withHook(line, above))).toEqual([])
  })

  it('follows what is imported, and says nothing of what it cannot see [D236]', async () => {
    const use = (from: string) =>
      plant(app, {
        'app/hooks.server.ts': `import { identifyOnInstall } from "@affiliate-platform/shopify-recipes/react-router";
import { installLedger } from "./affiliate.server";
const identifyShop = ${hook};
export const afterInstall = (auth) => identifyShop(auth);
export const nothing = () => {};
`,
        [server]: (text) =>
          replace(
            hookLine,
            '  hooks: { afterAuth: (auth) => { afterInstall(auth); } },\n',
          )(`import { afterInstall } from "${from}";\n${text}`),
      })
    expect(await find(use('./hooks.server'))).toEqual([])
    expect(await find(use('./not-there'))).toEqual([])
    const nothing = plant(use('./hooks.server'), {
      [server]: replace('import { afterInstall }', 'import { nothing as afterInstall }'),
    })
    expect(await find(nothing)).toEqual([`E-HOOK ${server}:16`])
  })

  it('sees what is assigned to the options after they are made [D236]', async () => {
    expect(await find(withConfig(''))).toEqual([])
    const late = [
      'config.hooks = {};\n',
      'config.hooks = { afterAuth() {} };\n',
      'config.hooks.afterAuth = () => {};\n',
    ]
    for (const after of late) {
      expect(await find(withConfig(after))).toMatchObject([expect.stringContaining('E-HOOK')])
    }
    expect(await find(withConfig(`config.hooks = { afterAuth: ${hook} };\n`))).toEqual([])
  })
})

describe('doctor on the tokens of the app', () => {
  const future = '  future: { expiringOfflineAccessTokens: true },\n'
  const plantServer = (by: string, own = hook) =>
    plant(app, { [server]: (text) => replace(future, by)(replace(hook, own)(text)) })

  it('finds online tokens that leave the hook without the offline one [D236]', async () => {
    const online = `${future}  useOnlineTokens: true,\n`
    expect(await find(plantServer(online))).toEqual([`E-HOOK ${server}:15`])
    for (const option of ['readShop', 'sessionStorage', 'readContact']) {
      const own = hook.replace(' })', `, ${option} })`)
      expect(await find(plantServer(online, own))).toEqual([])
    }
  })

  it('warns of tokens that never expire where nothing sends a missed install [D236]', async () => {
    expect(await find(plantServer(''))).toEqual([`W-MISSED ${server}:15`])
    expect(await find(plantServer('', hook.replace(' })', ', readShop })')))).toEqual([])
    const retried = plant(plantServer(''), {
      'app/routes/app.tsx':
        'import { retryMissedInstalls } from "@affiliate-platform/shopify-recipes";\nretryMissedInstalls({ readShop });\n',
    })
    expect(await find(retried)).toEqual([])
  })
})

describe('doctor on the routes of webhooks', () => {
  const cleanup = '    await db.session.deleteMany({ where: { shop } });\n'

  it.each([
    ['has no cleanup', (text: string) => text.replace(/ {2}onUninstalled[\s\S]*? {2}\},\n/, '')],
    ['only logs', replace(cleanup, '    console.log("gone", shop);\n')],
  ])('warns of an uninstall route that %s [D236]', async (_, edit) => {
    expect(await find(plant(app, { [route]: edit }))).toEqual([`W-SESSION ${route}:5`])
  })

  it('warns of a cleanup that deletes the sessions of a shop that is back [D260]', async () => {
    const unguarded = replace('    if (isBack) return;\n', '')
    expect(await find(plant(app, { [route]: unguarded }))).toEqual([`W-SESSION ${route}:5`])
    const guarded = replace('if (isBack) return;\n    await', 'if (!isBack) await')
    expect(await find(plant(app, { [route]: guarded }))).toEqual([])
  })

  it('takes a call that it cannot see for a cleanup [D236]', async () => {
    expect(await find(plant(app, { [route]: replace(cleanup, '    await forget(shop);\n') }))).toEqual([])
  })

  it('finds a compliance address without a route [D236]', async () => {
    const path = 'app/routes/webhooks.compliance.ts'
    expect(await find(plant(app, { [path]: null }))).toEqual(['E-COMPLIANCE shopify.app.toml:19'])
    const caught = { [path]: null, 'app/routes/webhooks.$.ts': 'export const action = () => null;\n' }
    expect(await find(plant(app, caught))).toEqual([])
    const own = { [path]: 'export const action = async () => new Response();\n' }
    expect(await find(plant(app, own))).toEqual([])
  })

  it('warns of a payload without what the recipe reads [D236]', async () => {
    const fields = replace(/\["id", .*\]/.exec(String(app['shopify.app.toml']))?.[0] ?? '', '["email"]')
    expect(await find(plant(app, { 'shopify.app.toml': fields }))).toEqual([
      'W-SUBSCRIPTION shopify.app.toml:10',
    ])
  })

  it('finds the webhook of Express below the prefix of its router [D235] [D236]', async () => {
    const mount = (edit: (text: string) => string) => plant(express, { 'web/index.js': edit })
    const onRouter = (text: string) =>
      text
        .replace('app.post("/api/webhooks/app', 'auth.post("/api/webhooks/app')
        .replace(
          'const app = express();\n',
          'const app = express();\nconst auth = express.Router();\napp.use("/api/auth", auth);\n',
        )
    expect(await find(mount(onRouter))).toEqual(['E-SUBSCRIPTION shopify.app.toml:10'])
    expect(
      await find(mount((text) => onRouter(text).replace('app.use("/api/auth", auth)', 'app.use(auth)'))),
    ).toEqual([])
  })

  it('finds it where a file of its own makes the handler [D236]', async () => {
    const handler = 'handleUninstall({ ledger: installLedger })'
    const files = plant(express, {
      'web/affiliate.js': (text) =>
        `import { handleUninstall } from "@affiliate-platform/shopify-recipes/express";\n${text}export const gone = ${handler};\n`,
      'web/index.js': (text) => replace(handler, 'gone')(`import { gone } from "./affiliate.js";\n${text}`),
    })
    expect(await find(files)).toEqual([])
    const moved = plant(files, { 'web/index.js': replace('"/api/webhooks/app/uninstalled"', '"/webhooks"') })
    expect(await find(moved)).toEqual(['E-SUBSCRIPTION shopify.app.toml:10'])
  })
})

it('finds a loader whose helper returns the environment [D236]', async () => {
  const files = plant(app, {
    'app/env.server.ts': 'export function publicEnv() {\n  return { ...process.env };\n}\n',
    'app/routes/app.env.tsx':
      'import { publicEnv } from "../env.server";\nexport const loader = () => ({ env: publicEnv() });\n',
  })
  expect(await find(files)).toEqual(['E-EXPOSED app/routes/app.env.tsx:2'])
})
