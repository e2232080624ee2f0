import { DatabaseSync } from 'node:sqlite'
import { apiKeyChecksum } from '@affiliate-platform/contract'
import { createSqlLedger, handleCompliance, handleUninstall } from '@affiliate-platform/shopify-recipes'
import { handleUninstall as expressHandler } from '@affiliate-platform/shopify-recipes/express'
import express from 'express'
import { describe, expect, it, vi } from 'vitest'
import { runCommand } from '../../src/cli/run-command.ts'
import { createCommandIo } from '../support/command-io.ts'
import { clientSecret, diagnose as diagnoseAny, rightEnv as env, type Patient } from '../support/diagnose.ts'
import { listen } from '../support/entries.ts'
import { apiKey, bridgeKey } from '../support/fixtures.ts'
import { rightApps } from '../support/right-apps.ts'

const rightApp = rightApps['React Router in TypeScript']
const webhookUrl = 'http://localhost:3000/webhooks/app/uninstalled'

/** A right app, and what is said of it. */
const diagnose = (patient: Patient = {}) =>
  diagnoseAny({ ...patient, files: { ...rightApp, ...patient.files } })

describe('doctor', () => {
  it('finds nothing wrong in a healthy app, and ends with 0', async () => {
    const { exitCode, faults, findings } = await diagnose()
    expect(faults).toEqual([])
    expect(findings.map(({ id }) => id)).toEqual(['OK-KEY-KIND', 'OK-BASE-URL', 'OK-KEY'])
    expect(exitCode).toBe(0)
  })

  it('gives every fault a remedy, and shows no key or secret', async () => {
    const affiliate = `aff_affiliate_${'k'.repeat(32)}`
    const wrong = `${affiliate}_${apiKeyChecksum(affiliate)}`
    const { findings, output, exitCode } = await diagnose({
      env: {
        AFFILIATE_WORKSPACE_API_KEY: wrong,
        VITE_AFFILIATE_API_KEY: wrong,
        SHOPIFY_API_SECRET: clientSecret,
      },
    })
    expect(findings.every(({ level, remedy }) => level === 'ok' || remedy)).toBe(true)
    expect(output).not.toContain(wrong)
    expect(output).not.toContain(clientSecret)
    expect(exitCode).toBe(1)
  })

  it('speaks to a person without --json', async () => {
    const command = await createCommandIo({ env: {} })
    await runCommand(['doctor', '--offline'], command.io)
    expect(command.output()).toContain('E-KEY-MISSING  AFFILIATE_WORKSPACE_API_KEY is not set.\n')
  })
})

describe('doctor on the environment', () => {
  const affiliate = `aff_affiliate_${'k'.repeat(32)}`
  it.each([
    ['no key', { AFFILIATE_WORKSPACE_API_KEY: '' }, ['E-KEY-MISSING']],
    ['a cut key', { AFFILIATE_WORKSPACE_API_KEY: apiKey.slice(0, -1) }, ['E-KEY-KIND']],
    [
      'an affiliate key',
      { AFFILIATE_WORKSPACE_API_KEY: `${affiliate}_${apiKeyChecksum(affiliate)}` },
      ['E-KEY-KIND'],
    ],
    ['another key for reports', { AFFILIATE_INSTALL_BRIDGE_KEY: apiKey }, ['E-BRIDGE-KEY']],
    ['a cut key for reports', { AFFILIATE_INSTALL_BRIDGE_KEY: bridgeKey.slice(1) }, ['E-BRIDGE-KEY']],
    ['the key for reports', { AFFILIATE_INSTALL_BRIDGE_KEY: bridgeKey }, []],
    ['no base URL', { AFFILIATE_BASE_URL: '' }, ['E-BASE-URL']],
    ['a base URL with a query', { AFFILIATE_BASE_URL: 'https://affiliates.example.com?x=1' }, ['E-BASE-URL']],
    ['an app id that is none', { AFFILIATE_APP_ID: 'my-app' }, ['E-APP-ID']],
    ['no client secret', { SHOPIFY_API_SECRET: '' }, ['E-SECRET']],
    ['a key for browsers', { VITE_AFFILIATE_API_KEY: 'x' }, ['E-EXPOSED']],
    ['a secret for browsers', { NEXT_PUBLIC_SHOPIFY_API_SECRET: 'x' }, ['E-EXPOSED']],
    ['a key under any public name', { PUBLIC_SETTING: apiKey }, ['E-EXPOSED']],
    ['a harmless public name', { VITE_AFFILIATE_PAGE: 'https://example.com' }, []],
  ])('tells of %s', async (_, changes, expected) => {
    expect((await diagnose({ env: { ...env, ...changes }, words: ['--offline'] })).faults).toEqual(expected)
  })

  it('reads the files of the app, and lets the process win', async () => {
    const files = {
      '.env': `AFFILIATE_WORKSPACE_API_KEY=${apiKey}\nVITE_AFFILIATE_KEY=x\nAFFILIATE_APP_ID=x`,
    }
    const { AFFILIATE_WORKSPACE_API_KEY: _, ...rest } = env
    expect((await diagnose({ files, env: rest })).faults).toEqual(['E-EXPOSED'])
  })
})

describe('doctor on the service', () => {
  it.each([
    [401, 'E-KEY-REFUSED'],
    [403, 'E-APP-ID'],
    [302, 'E-REDIRECT'],
    [404, 'E-BASE-URL'],
    [503, 'W-SERVICE'],
  ])('judges a response of %s as %s', async (status, id) => {
    expect((await diagnose({ service: () => new Response(null, { status }) })).faults).toEqual([id])
  })

  it('asks once, with a request that identifies nothing, and not when offline', async () => {
    const { requests } = await diagnose()
    expect(requests.map(({ url }) => url)).toEqual(['https://affiliates.example.com/api/identify'])
    const myshopifyDomain = 'affiliate-recipes-doctor.myshopify.com'
    expect(await requests[0]?.json()).toEqual({ myshopifyDomain, appId: env.AFFILIATE_APP_ID })
    expect((await diagnose({ words: ['--offline'] })).requests).toEqual([])
  })

  it.each([
    [400, ['OK-BRIDGE-KEY']],
    [401, ['E-BRIDGE-KEY']],
    [404, ['W-SERVICE']],
    [503, ['W-SERVICE']],
  ])('judges a response of %s to an empty report as %s [D331]', async (status, expected) => {
    const service = ({ url }: Request) =>
      new Response(null, { status: url.endsWith('/identify') ? 400 : status })
    const { findings, requests, output } = await diagnose({
      env: { ...env, AFFILIATE_INSTALL_BRIDGE_KEY: bridgeKey },
      service,
    })
    expect(findings.map(({ id }) => id).slice(3)).toEqual(expected)
    expect(requests.map(({ url }) => new URL(url).pathname)).toEqual([
      ...['/api/identify', '/api/install-bridge/v1/evidence'],
    ])
    expect(requests[1]?.headers.get('authorization')).toBe(`Bearer ${bridgeKey}`)
    expect(await requests[1]?.text()).toBe('{}')
    expect(output).not.toContain(bridgeKey)
  })

  it('tells of a service that is out of reach', async () => {
    const cause = Object.assign(new Error(), { code: 'ECONNREFUSED' })
    const { faults, output } = await diagnose({
      service: () => Promise.reject(new TypeError('x', { cause })),
    })
    expect(faults).toEqual(['E-UNREACHABLE'])
    expect(output).toContain('ECONNREFUSED')
  })

  it('tells of a clock beyond 10 s, on either side', async () => {
    const service = () =>
      new Response(null, { status: 400, headers: { Date: new Date(100_000).toUTCString() } })
    expect((await diagnose({ service, nowMs: 110_000 })).faults).toEqual([])
    expect((await diagnose({ service, nowMs: 111_000 })).faults).toEqual(['W-CLOCK'])
    expect((await diagnose({ service, nowMs: 89_000 })).faults).toEqual(['W-CLOCK'])
  })
})

describe('doctor on the webhook', () => {
  const words = ['--offline', '--webhook-url', webhookUrl]

  it('takes good 200, changed byte 401, re-serialised body 401 for right, and touches nothing [5-7]', async () => {
    const onUninstalled = vi.fn()
    const app = handleUninstall({ secrets: clientSecret, onUninstalled, onResult: () => undefined })
    const { faults, findings } = await diagnose({ app, words })
    expect(faults).toEqual([])
    expect(findings.at(-1).id).toBe('OK-HMAC')
    expect(onUninstalled).not.toHaveBeenCalled()
  })

  it('tells a wrong secret, a route that verifies nothing and one that parses first apart', async () => {
    const wrong = handleUninstall({ secrets: 'other', onResult: () => undefined })
    expect((await diagnose({ app: wrong, words })).faults).toEqual(['E-HMAC'])
    expect((await diagnose({ app: () => new Response(), words })).faults).toEqual(['E-HMAC', 'E-RAWBODY'])
    const handler = expressHandler({ secrets: clientSecret, onResult: () => undefined })
    const parsed = await listen(express().use(express.json()).post('/{*path}', handler))
    expect((await diagnose({ app: parsed, words })).faults).toEqual(['E-RAWBODY'])
    const reserialising = (request: Request) =>
      request.text().then((text) => new Response(null, { status: isJson(text) ? 200 : 401 }))
    expect((await diagnose({ app: reserialising, words })).faults).toEqual(['E-RAWBODY'])
  })

  it('does not blame the secret where good and bad deliveries alike get a 500', async () => {
    const app = () => new Response('Unexpected Server Error', { status: 500 })
    const { faults, findings, exitCode } = await diagnose({ app, words })
    expect(faults).toEqual(['E-WEBHOOK'])
    expect(findings.find(({ id }) => id === 'E-WEBHOOK').detail).toContain('The secret is not the cause.')
    expect(exitCode).toBe(1)
  })

  it('says where to look when the route fails after a right signature', async () => {
    const verified = handleUninstall({ secrets: clientSecret, onResult: () => undefined })
    const app = async (request: Request) =>
      (await verified(request)).ok ? new Response(null, { status: 503 }) : new Response(null, { status: 401 })
    const { faults, output } = await diagnose({ app, words })
    expect(faults).toEqual(['E-WEBHOOK'])
    expect(output).toContain('it comes after the verification')
  })

  it.each([
    ['ledger_failed', 'E-TABLE'],
    ['ledger_table_missing', 'E-TABLE'],
    ['cleanup_failed', 'E-WEBHOOK'],
  ])('reads what the handlers call %s as %s', async (code, id) => {
    const app = () => Response.json({ code }, { status: 500 })
    expect((await diagnose({ app, words })).faults).toEqual([id])
  })

  it('tells of a running app whose ledger has no table', async () => {
    const ledger = createSqlLedger({ dialect: 'sqlite', client: new DatabaseSync(':memory:') })
    const app = handleUninstall({ secrets: clientSecret, ledger, onResult: () => undefined })
    expect((await diagnose({ app, words })).faults).toEqual(['E-TABLE'])
  })

  it('tells of a running app that has no secret', async () => {
    const app = handleUninstall({ secrets: [], onResult: () => undefined })
    expect((await diagnose({ app, words })).faults).toEqual(['E-SECRET'])
  })

  it.each([302, 404, 405])('tells of an address that gives %s', async (status) => {
    const app = () => new Response(null, { status, headers: { Location: '/auth' } })
    const { faults, output } = await diagnose({ app, words })
    expect(faults).toEqual(['E-WEBHOOK'])
    expect(output).toContain(status === 302 ? 'no redirect' : 'Check the address')
  })

  it('tells of an app that does not run', async () => {
    const app = () => Promise.reject(new TypeError('fetch failed'))
    expect((await diagnose({ app, words })).faults).toEqual(['E-WEBHOOK'])
  })

  function isJson(text: string): boolean {
    try {
      return Boolean(JSON.parse(text))
    } catch {
      return false
    }
  }
})

describe('doctor on the running app', () => {
  const appUrl = 'http://localhost:3000'
  const words = ['--offline', '--app-url', appUrl]
  const webhook = handleUninstall({ secrets: clientSecret, onResult: () => undefined })
  const compliance = handleCompliance({ secrets: clientSecret, onResult: () => undefined })
  const serve = (pages: Readonly<Record<string, string>>) => (request: Request) => {
    const { pathname } = new URL(request.url)
    if (pathname === '/webhooks/app/uninstalled') return webhook(request)
    if (pathname === '/webhooks/compliance') return compliance(request)
    const text = pages[pathname]
    return new Response(text ?? null, { status: text === undefined ? 404 : 200 })
  }

  it('asks the webhook that shopify.app.toml names, the page and its scripts', async () => {
    const page = '<script src="/assets/entry.js"></script><script src="https://cdn.example/x.js"></script>'
    const { faults, findings, requests } = await diagnose({
      app: serve({ '/': page, '/assets/entry.js': 'go()' }),
      words,
    })
    expect(faults).toEqual([])
    expect(findings.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['OK-APP', 'OK-HMAC', 'OK-COMPLIANCE']),
    )
    expect([...new Set(requests.map(({ url }) => url))]).toEqual([
      `${appUrl}/`,
      `${appUrl}/assets/entry.js`,
      `${appUrl}/webhooks/compliance`,
      webhookUrl,
    ])
  })

  it.each([
    [404, 'E-COMPLIANCE'],
    [302, 'E-COMPLIANCE'],
    [500, 'E-COMPLIANCE'],
    [200, 'E-HMAC'],
  ])('takes %s for a compliance topic with a wrong signature for %s [D236]', async (status, id) => {
    const app = (request: Request) =>
      request.url.endsWith('/compliance') ? new Response(null, { status }) : serve({ '/': '' })(request)
    expect((await diagnose({ app, words })).faults).toEqual([id])
  })

  it('finds a key in the page and a secret in a script, and prints neither [5-7]', async () => {
    const pages = {
      '/': `<script>x = "${apiKey}"</script><link rel="modulepreload" href="/assets/root.js?v=1"/>`,
      '/assets/root.js': `const s = "${clientSecret}"`,
    }
    const { faults, output } = await diagnose({ app: serve(pages), words })
    expect(faults).toEqual([`E-EXPOSED ${appUrl}/`, `E-EXPOSED ${appUrl}/assets/root.js`])
    expect(output).not.toContain(apiKey)
    expect(output).not.toContain(clientSecret)
  })

  it('tells of an app that does not run, and of a configuration that names no webhook', async () => {
    const app = () => Promise.reject(new TypeError('fetch failed'))
    expect((await diagnose({ app, words })).faults).toEqual(['E-APP', 'E-WEBHOOK'])
    const files = { 'shopify.app.toml': 'client_id = ""\n' }
    const { faults } = await diagnose({ app: serve({ '/': '' }), words, files })
    expect(faults).toEqual(['W-WEBHOOK', 'E-SUBSCRIPTION shopify.app.toml', 'W-COMPLIANCE shopify.app.toml'])
  })
})

describe('doctor on what was built', () => {
  it.each(['build/client/assets/root-1.js', 'web/frontend/dist/index.html', 'public/config.json'])(
    'finds a key in %s, and the value of a secret',
    async (path) => {
      for (const secret of [apiKey, clientSecret]) {
        const files = { [path]: `{"x":"${secret}"}`, 'build/server/index.js': `"${secret}"` }
        const { faults, output } = await diagnose({ files, words: ['--offline'] })
        expect(faults).toEqual([`E-EXPOSED ${path}`])
        expect(output).not.toContain(secret)
      }
    },
  )

  it('takes a short value, and a key with a wrong checksum, for no secret', async () => {
    const files = { 'build/client/a.js': `"short" "${apiKey.slice(0, -1)}0"` }
    const { faults } = await diagnose({
      env: { ...env, SHOPIFY_API_SECRET: 'short' },
      files,
      words: ['--offline'],
    })
    expect(faults).toEqual([])
  })
})
