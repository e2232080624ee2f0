import { describe, expect, it } from 'vitest'
import { diagnose, rightEnv } from '../support/diagnose.ts'
import { plant, rightApps } from '../support/right-apps.ts'

const rightApp = rightApps['React Router in TypeScript']

describe('doctor on the sources', () => {
  const server = 'app/shopify.server.ts'
  it.each([
    [
      'an awaited identify',
      'shopifyApp({ hooks: { afterAuth: async ({ session }) => { await client.identify({ shop }) } } })',
      ['E-AWAIT', 'E-LEDGER'],
    ],
    [
      'an awaited identify in a method',
      'shopifyApp({ hooks: { async afterAuth({ session }) { const a = await client.tryIdentify({}) } } })',
      ['E-AWAIT', 'E-LEDGER'],
    ],
    [
      'an identify that is returned',
      'export async function afterAuth({ session }) { return client.identify({ shop }) }',
      ['E-AWAIT', 'E-LEDGER'],
    ],
    [
      'identify without a ledger',
      'shopifyApp({ hooks: { afterAuth: ({ session }) => { void client.identify({}) } }, other: await x.identify() })',
      ['E-LEDGER'],
    ],
    [
      'an identify of an analytics library, made or imported',
      `import { Analytics } from "analytics"; import posthog from "posthog-node"; const analytics = new Analytics()
shopifyApp({ hooks: { afterAuth: async () => { await analytics.identify({}); await posthog.identify({}) } } })`,
      [],
    ],
    [
      'the recipe without a ledger',
      'identifyOnInstall({ appId }); handleUninstall({ ledger })',
      ['W-LEDGER', 'E-LEDGERS'],
    ],
    ['the recipe without any option', 'identifyOnInstall()\nhandleUninstall()', ['W-LEDGER']],
    ['options that cannot be seen', 'identifyOnInstall(options); handleUninstall()', []],
    ['options that are spread', 'identifyOnInstall({ ...options }); handleUninstall()', []],
    ['both variants', 'identifyOnInstall({ ledger })\nforwardUninstall({ client })', ['E-BOTH:2']],
    [
      'both variants under a condition',
      'const a = b ? {} : identifyOnInstall({ ledger })\nconst c = b ? forwardUninstall({}) : handleUninstall({ ledger })',
      ['W-BOTH:2'],
    ],
    [
      'both variants under a condition the other way round',
      'identifyOnInstall({ ledger })\nconst c = b\n ? handleUninstall({ ledger })\n : forwardUninstall({})',
      ['W-BOTH:4'],
    ],
    [
      'both variants where a default or a property looks like a condition',
      'identifyOnInstall({ ledger })\na = b ?? forwardUninstall({})\nx = { action: forwardUninstall({}) }',
      ['E-BOTH:2', 'E-BOTH:3'],
    ],
    [
      'both variants on purpose',
      'identifyOnInstall({ ledger }); forwardUninstall({ deliberatelyWithIdentifyOnInstall: { ledger } })',
      [],
    ],
    [
      'both variants in two branches',
      'if (a) { identifyOnInstall({ ledger }) } else {\n forwardUninstall() }',
      ['W-BOTH:2'],
    ],
    [
      'both variants under other names',
      'import { identifyOnInstall as a, forwardUninstall as b } from "@affiliate-platform/shopify-recipes/remix"\na({ ledger })\nb()',
      ['E-BOTH:3'],
    ],
    [
      'both variants of a whole import',
      'import * as recipes from "@affiliate-platform/shopify-recipes"\nrecipes.identifyOnInstall({ ledger })\nrecipes.forwardUninstall()',
      ['E-BOTH:3'],
    ],
    [
      'both variants in CommonJS',
      'const { identifyOnInstall, forwardUninstall } = require("@affiliate-platform/shopify-recipes")\nidentifyOnInstall({ ledger })\nforwardUninstall()',
      ['E-BOTH:3'],
    ],
    [
      'a ledger in memory, once',
      'const ledger = createMemoryLedger() as Ledger\nidentifyOnInstall({ ledger } satisfies Options)\nhandleUninstall({ ledger })',
      ['W-LEDGER:2'],
    ],
    [
      'two ledgers in memory',
      'identifyOnInstall({ ledger: createMemoryLedger() })\nhandleUninstall({ ledger: createMemoryLedger() })',
      ['W-LEDGER', 'E-LEDGERS:2'],
    ],
    [
      'one Prisma ledger, made twice',
      'identifyOnInstall({ ledger: createPrismaLedger(prisma.a) })\nhandleUninstall({ ledger: createPrismaLedger(db.a) })',
      [],
    ],
    ['no uninstall handler', 'identifyOnInstall({ ledger })', ['W-REINSTALL']],
    ['the backfill route', 'export const action = backfillRoute({ listShops })', ['W-BACKFILL']],
    ['a key that browsers get', 'const key = import.meta.env.VITE_AFFILIATE_API_KEY', ['E-EXPOSED']],
    [
      'an app of another kind',
      'export function backfillRoute(x) {} /* backfillRoute() */ const r = /backfillRoute(/',
      [],
    ],
  ])('tells of %s', async (_, text, expected) => {
    const { faults } = await diagnose({ words: ['--offline'], files: { [server]: text } })
    const places = expected.map((id) =>
      id.includes(':') ? id.replace(':', ` ${server}:`) : `${id} ${server}:1`,
    )
    expect(faults.filter((fault) => fault.includes(server))).toEqual(places)
  })

  it('tells of an app id that neither the environment nor the options have', async () => {
    const { AFFILIATE_APP_ID: _, ...rest } = rightEnv
    const find = async (text: string) => {
      const { faults } = await diagnose({ words: ['--offline'], env: rest, files: { [server]: text } })
      return faults.filter((fault) => fault.startsWith('E-APP-ID'))
    }
    expect(await find('identifyOnInstall({ ledger })')).toEqual([`E-APP-ID ${server}:1`])
    expect(await find('\nbackfillRoute({ listShops })')).toEqual([`E-APP-ID ${server}:2`])
    expect(await find('identifyOnInstall({ appId }); backfillRoute({ appId })')).toEqual([])
    expect(await find('forwardUninstall()')).toEqual([])
  })

  it.each([
    [
      'a variable of another function',
      'const call = () => { const key = process.env.AFFILIATE_KEY }',
      'key',
      [],
    ],
    ['a parameter', 'const key = process.env.AFFILIATE_KEY', '((key) => key)(1)', []],
    ['one that is declared again', 'const key = process.env.AFFILIATE_KEY', 'own', []],
    ['one of the whole file', 'const key = process.env.AFFILIATE_KEY', 'key', ['E-EXPOSED']],
    ['an object spread into itself', 'const env = { ...env, ...other }; const other = { ...env }', 'env', []],
    ['the whole environment', 'const { ...all } = process.env; const e = process.env', 'e', ['E-EXPOSED']],
    ['a call that is given it', 'const key = process.env.AFFILIATE_KEY', 'await ask(key)', []],
    ['a text with it', 'const key = process.env.AFFILIATE_KEY', '"Bearer " + key', ['E-EXPOSED']],
  ])('judges a loader that returns %s', async (_, before, returned, expected) => {
    const text = `${before}\nexport const loader = async () => { const own = 1; { const key = own }; return ${returned} }`
    const { faults } = await diagnose({
      words: ['--offline'],
      files: { ...rightApp, 'app/routes/a.tsx': text },
    })
    expect(faults).toEqual(expected.map((id) => `${id} app/routes/a.tsx:2`))
  })

  it('says which file no parser takes [D93]', async () => {
    const { faults, exitCode } = await diagnose({
      words: ['--offline'],
      files: { ...rightApp, 'app/broken.ts': 'export const a = {{{' },
    })
    expect(faults).toEqual(['W-SYNTAX app/broken.ts'])
    expect(exitCode).toBe(0)
  })
})

describe('doctor on packages', () => {
  it.each([
    [
      'engines that allow older ones',
      'package.json',
      /"node": ".*"/,
      '"node": ">=18"',
      'W-NODE package.json:4',
    ],
    ['an image with an older one', 'Dockerfile', /^/, 'FROM node:18-alpine\n', 'W-NODE Dockerfile:1'],
  ])('tells of Node by %s', async (_, path, old, by, expected) => {
    const files = plant(rightApp, { [path]: (text) => text.replace(old, by) })
    expect((await diagnose({ files, words: ['--offline'] })).faults).toEqual([expected])
  })

  it('says nothing of an image that runs the recipes', async () => {
    const files = {
      ...rightApp,
      Dockerfile: 'FROM node:24-alpine AS build\nFROM docker.io/library/node:22\n',
    }
    expect((await diagnose({ files, words: ['--offline'] })).faults).toEqual([])
  })

  it.each([
    ['^5.0.8', '8.0.2', []],
    ['>=5', '7.9.0', ['E-VERSION web/package.json:3']],
    ['^8.0.0', undefined, []],
    ['>=5', undefined, []],
    ['latest', undefined, []],
  ])('takes the range %s with %s installed', async (range, installed, expected) => {
    const name = '@shopify/shopify-app-express'
    const files = {
      'shopify.app.toml':
        '[[webhooks.subscriptions]]\ntopics = ["app/uninstalled"]\nuri = "/u"\n\n[webhooks.privacy_compliance]\n',
      'web/index.js':
        'shopifyApp({ hooks: { afterAuth: identifyOnInstall({ ledger, sessionStorage }) } }); app.post("/u", handleUninstall({ ledger }))',
      'web/package.json': JSON.stringify({ dependencies: { [name]: range } }, null, 1),
      ...(installed && { [`web/node_modules/${name}/package.json`]: JSON.stringify({ version: installed }) }),
    }
    expect((await diagnose({ files, words: ['--offline'] })).faults).toEqual(expected)
  })
})

it('looks at the whole app from the folder of its server, and reads the settings of both', async () => {
  const { AFFILIATE_WORKSPACE_API_KEY: key, AFFILIATE_APP_ID: appId, ...env } = rightEnv
  const files = {
    ...rightApps['Express in JavaScript'],
    '.env': `AFFILIATE_WORKSPACE_API_KEY=${key}\n`,
    'web/.env': `AFFILIATE_APP_ID=${appId}\n`,
  }
  const { faults } = await diagnose({ files, env, within: 'web', words: ['--offline'] })
  expect(faults).toEqual([])
})
