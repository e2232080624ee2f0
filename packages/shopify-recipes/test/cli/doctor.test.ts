import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { apiKeyChecksum } from '@affiliate-platform/contract'
import { handleUninstall } from '@affiliate-platform/shopify-recipes'
import { handleUninstall as expressHandler } from '@affiliate-platform/shopify-recipes/express'
import express from 'express'
import { describe, expect, it, vi } from 'vitest'
import { runCommand } from '../../src/cli/run-command.ts'
import { createCommandIo } from '../support/command-io.ts'
import { listen } from '../support/entries.ts'
import { apiKey, appId, secret } from '../support/fixtures.ts'

const env = {
  AFFILIATE_WORKSPACE_API_KEY: apiKey,
  AFFILIATE_BASE_URL: 'https://affiliates.example.com',
  AFFILIATE_APP_ID: appId,
  SHOPIFY_API_SECRET: secret,
}
const webhookUrl = 'http://localhost:3000/webhooks/app/uninstalled'

interface Settings {
  readonly env?: Readonly<Record<string, string>>
  readonly files?: Readonly<Record<string, string>>
  readonly words?: readonly string[]
  /** The service's answer. */
  readonly service?: () => Response | Promise<Response>
  /** The app's answer to a delivery. */
  readonly app?: (request: Request) => Response | Promise<Response>
  readonly nowMs?: number
}

async function diagnose(settings: Settings = {}) {
  const {
    service = () => new Response(null, { status: 400 }),
    app = () => new Response(),
    words = [],
  } = settings
  const requests: Request[] = []
  const command = await createCommandIo({
    env: settings.env ?? env,
    now: () => settings.nowMs ?? 0,
    fetch: async (input, init) => {
      const request = new Request(input, init)
      requests.push(request)
      return request.url.startsWith(env.AFFILIATE_BASE_URL) ? service() : app(request)
    },
  })
  for (const [path, text] of Object.entries(settings.files ?? {})) {
    await mkdir(dirname(join(command.io.folder, path)), { recursive: true })
    await writeFile(join(command.io.folder, path), text)
  }
  const exitCode = await runCommand(['doctor', '--json', ...words], command.io)
  const findings = command.lines()
  const faults = findings
    .filter(({ level }) => level !== 'ok')
    .map(({ id, place }) => (place ? `${id} ${place}` : id))
  return { exitCode, findings, faults, requests, output: command.output() }
}

const healthy = {
  'app/shopify.server.ts': `
    // await identify() in afterAuth would be wrong: forwardUninstall({}) too
    import { identifyOnInstall } from '@affiliate-platform/shopify-recipes/react-router'
    export default shopifyApp({ hooks: { afterAuth: identifyOnInstall({ ledger, appId: "await identify(" }) } })`,
  'app/routes/webhooks.app.uninstalled.tsx': `export const action = handleUninstall({ ledger })`,
  'node_modules/other/index.js': 'backfillRoute({})',
}

describe('doctor', () => {
  it('finds nothing wrong in a healthy app, and ends with 0', async () => {
    const { exitCode, faults, findings } = await diagnose({ files: healthy })
    expect(faults).toEqual([])
    expect(findings.map(({ id }) => id)).toEqual(['OK-KEY-KIND', 'OK-BASE-URL', 'OK-KEY'])
    expect(exitCode).toBe(0)
  })

  it('gives every fault a remedy, and shows no key or secret', async () => {
    const affiliate = `aff_affiliate_${'k'.repeat(32)}`
    const wrong = `${affiliate}_${apiKeyChecksum(affiliate)}`
    const { findings, output, exitCode } = await diagnose({
      env: { AFFILIATE_WORKSPACE_API_KEY: wrong, VITE_AFFILIATE_API_KEY: wrong, SHOPIFY_API_SECRET: secret },
    })
    expect(findings.every(({ level, remedy }) => level === 'ok' || remedy)).toBe(true)
    expect(output).not.toContain(wrong)
    expect(output).not.toContain(secret)
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
    ['no base URL', { AFFILIATE_BASE_URL: '' }, ['E-BASE-URL']],
    ['a base URL with a query', { AFFILIATE_BASE_URL: 'https://affiliates.example.com?x=1' }, ['E-BASE-URL']],
    ['an app id that is none', { AFFILIATE_APP_ID: 'my-app' }, ['E-APP-ID']],
    ['no client secret', { SHOPIFY_API_SECRET: '' }, ['W-SECRET']],
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
    [302, 'E-REDIRECT'],
    [404, 'E-BASE-URL'],
    [503, 'W-SERVICE'],
  ])('judges an answer of %s as %s', async (status, id) => {
    expect((await diagnose({ service: () => new Response(null, { status }) })).faults).toEqual([id])
  })

  it('asks once, with a request that identifies nothing, and not when offline', async () => {
    const { requests } = await diagnose()
    expect(requests.map(({ url }) => url)).toEqual(['https://affiliates.example.com/api/identify'])
    expect(await requests[0]?.text()).toBe('{}')
    expect((await diagnose({ words: ['--offline'] })).requests).toEqual([])
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
    const app = handleUninstall({ secrets: secret, onUninstalled, onResult: () => undefined })
    const { faults, findings } = await diagnose({ app, words })
    expect(faults).toEqual([])
    expect(findings.at(-1).id).toBe('OK-HMAC')
    expect(onUninstalled).not.toHaveBeenCalled()
  })

  it('tells of a wrong secret, of a route that verifies nothing, and of one that parses first', async () => {
    const wrong = handleUninstall({ secrets: 'other', onResult: () => undefined })
    expect((await diagnose({ app: wrong, words })).faults).toEqual(['E-HMAC'])
    expect((await diagnose({ app: () => new Response(), words })).faults).toEqual(['E-HMAC', 'E-RAWBODY'])
    const handler = expressHandler({ secrets: secret, onResult: () => undefined })
    const parsed = await listen(express().use(express.json()).post('/{*path}', handler))
    expect((await diagnose({ app: parsed, words })).faults).toContain('E-HMAC')
    const reserialising = (request: Request) =>
      request.text().then((text) => new Response(null, { status: isJson(text) ? 200 : 401 }))
    expect((await diagnose({ app: reserialising, words })).faults).toEqual(['E-RAWBODY'])
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
