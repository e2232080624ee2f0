import { describe, expect, it } from 'vitest'
import { buildRoutedApp, change } from './apps.ts'
import { addTo, createApp } from './created-app.ts'

const config = 'app/shopify.server.ts'
const files = buildRoutedApp('react-router', 'ts')
const future = '  future: {\n    expiringOfflineAccessTokens: true,\n  },\n'
const withHooks = (hooks: string) => change(files, config, future, `${future}${hooks}`)

describe('an app that has an afterAuth', () => {
  it('runs ours in front of theirs, which stays as it is and is awaited', async () => {
    const theirs = `async ({ session }) => {
      shopify.registerWebhooks({ session });

      await seed(session.shop);
    }`
    const text = await addTo(withHooks(`  hooks: {\n    afterAuth: ${theirs},\n  },\n`), config)
    expect(text).toContain(`
const identifyShop = identifyOnInstall({ ledger: installLedger, readShop });

const shopify`)
    expect(text).toContain(`  hooks: {
    afterAuth: async (auth) => {
      identifyShop(auth);
      await (async ({ session }) => {
        shopify.registerWebhooks({ session });

        await seed(session.shop);
      })(auth);
    },
  },
`)
  })

  it('takes a method, a function by its name, and one of an object', async () => {
    const method = '  hooks: { async afterAuth({ session }) { await seed(session); } },\n'
    expect(await addTo(withHooks(method), config)).toContain(
      'await (async function ({ session }) { await seed(session); })(auth);',
    )
    expect(await addTo(withHooks('  hooks: { afterAuth: seedShop },\n'), config)).toContain(
      'await seedShop(auth);',
    )
    expect(await addTo(withHooks('  hooks: { afterAuth },\n'), config)).toContain('await afterAuth(auth);')
    expect(await addTo(withHooks('  hooks: { afterAuth: own.seed },\n'), config)).toContain(
      'await own.seed(auth);',
    )
  })

  it('changes no template in their hook, not even its indentation', async () => {
    const theirs = 'async () => {\n  log(`a\n  b`);\n}'
    expect(await addTo(withHooks(`  hooks: { afterAuth: ${theirs} },\n`), config)).toContain(
      `await (${theirs})(auth);`,
    )
  })
})

describe('an app whose hooks are a variable', () => {
  const withVariable = (hooks: string, use = 'hooks,') =>
    change(
      change(files, config, future, `${future}  ${use}\n`),
      config,
      'const shopify =',
      `${hooks}\n\nconst shopify =`,
    )

  it('gets the hook in the object that the variable holds', async () => {
    expect(await addTo(withVariable('const hooks = {};'), config)).toContain(
      'const hooks = { afterAuth: identifyOnInstall({ ledger: installLedger, readShop }) };',
    )
    const own = 'const own = {\n  other: 1 // last\n};'
    expect(await addTo(withVariable(own, 'hooks: own,'), config)).toContain(
      'const own = {\n  other: 1, // last\n  afterAuth: identifyOnInstall({ ledger: installLedger, readShop })\n};',
    )
  })

  it('keeps the types of a hook that stands apart', async () => {
    const typed = 'const hooks = {\n  afterAuth: async ({ session }: Auth) => seed(session),\n};'
    expect(await addTo(withVariable(typed), config)).toContain('afterAuth: async (auth: Auth) => {')
    expect(await addTo(withVariable('const hooks = { afterAuth: seedShop };'), config)).toContain(
      'afterAuth: async (auth: Parameters<typeof seedShop>[0]) => {',
    )
  })
})

describe('the function that reads the shops of missed installs [D67]', () => {
  const call = 'const shopify = shopifyApp({'
  const uses = `export default shopify;
export const authenticate = shopify.authenticate;
export const sessionStorage = shopify.sessionStorage;
`

  it('names the variable that the app keeps shopifyApp in', async () => {
    const named = change(change(files, config, call, 'export const app = shopifyApp({'), config, uses, '')
    expect(await addTo(named, config)).toContain(' {\n  return readShopWithAdmin(app)(...args);\n}')
  })

  it('has no types in JavaScript', async () => {
    const text = await addTo(buildRoutedApp('remix', 'js'), 'app/shopify.server.js')
    expect(text).toContain('import { readShopWithAdmin } from "@affiliate-platform/shopify-recipes";\n')
    expect(text).toContain(
      '\nfunction readShop(...args) {\n  return readShopWithAdmin(shopify)(...args);\n}\n',
    )
  })

  it.each([
    ['has no variable', change(change(files, config, call, 'export default shopifyApp({'), config, uses, '')],
    ['has the name already', change(files, config, uses, `${uses}export const readShop = seed;\n`)],
  ])('is left to a person where the app %s', async (_, app) => {
    const { add, output, read } = await createApp(app)
    expect(await add('--yes')).toBe(0)
    expect(await read(config)).toContain('afterAuth: identifyOnInstall({ ledger: installLedger })')
    expect(await read(config)).not.toContain('readShopWithAdmin')
    expect(output()).toContain('Call retryMissedInstalls: see "Missed installs"')
  })
})
