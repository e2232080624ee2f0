import { inspect } from 'node:util'
import { AffiliateClient, IdentifyClient, InstallBridgeClient } from '@affiliate-platform/sdk'
import { createFakeService, fakeApiKeys, fakeIds } from '@affiliate-platform/sdk/testing'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { errorOf } from '../error-of.ts'

describe('configuration', () => {
  afterEach(() => {
    vi.unstubAllEnvs()
    vi.unstubAllGlobals()
  })

  const baseUrl = 'https://affiliates.test'
  const { affiliate, workspace, installBridge } = fakeApiKeys

  test('takes keys and base URL from the environment', async () => {
    const service = createFakeService()
    vi.stubEnv('AFFILIATE_BASE_URL', `${baseUrl}/`)
    vi.stubEnv('AFFILIATE_API_KEY', affiliate)
    vi.stubEnv('AFFILIATE_WORKSPACE_API_KEY', workspace)
    vi.stubEnv('AFFILIATE_INSTALL_BRIDGE_KEY', installBridge)

    await new AffiliateClient({ fetch: service.fetch }).payouts.listPage()
    await new IdentifyClient({ fetch: service.fetch }).identify({
      myshopifyDomain: 'a.myshopify.com',
      country: 'Peru',
    })
    await new InstallBridgeClient({ fetch: service.fetch }).reportEvidence({
      ...{ appId: fakeIds.appId, myshopifyDomain: 'a.myshopify.com', code: 'mia' },
    })

    expect(service.requests.map(({ headers }) => headers['authorization'])).toEqual([
      `Bearer ${affiliate}`,
      `Bearer ${workspace}`,
      `Bearer ${installBridge}`,
    ])
    expect(service.requests[0]?.url).toBe(`${baseUrl}/api/affiliate-platform/v1/payouts`)
  })

  const clients = [
    ['AffiliateClient', AffiliateClient, 'AFFILIATE_API_KEY', affiliate],
    ['IdentifyClient', IdentifyClient, 'AFFILIATE_WORKSPACE_API_KEY', workspace],
    ['InstallBridgeClient', InstallBridgeClient, 'AFFILIATE_INSTALL_BRIDGE_KEY', installBridge],
  ] as const
  test.each(clients)('rejects a missing key and names the variable: %s', (_, Client, variable) => {
    const error = constructionError(() => new Client({ baseUrl }))

    expect(error).toMatchObject({ name: 'ConfigurationError', code: 'missing_api_key' })
    expect(String(error)).toContain(variable)
  })

  test.each([
    ['the workspace key', workspace],
    ['a key that was cut off', affiliate.slice(0, -1)],
    ['a token of another platform', 'shpat_0123456789abcdef'],
  ])('rejects %s in place of the affiliate key, without showing it [5-4]', (_, apiKey) => {
    const error = constructionError(() => new AffiliateClient({ baseUrl, apiKey }))

    expect(error).toMatchObject({ name: 'ConfigurationError', code: 'wrong_api_key' })
    expect(String(error)).not.toContain(apiKey)
  })

  test('rejects the affiliate key in place of the workspace key [5-4]', () => {
    const error = constructionError(() => new IdentifyClient({ baseUrl, apiKey: affiliate }))

    expect(error).toMatchObject({ code: 'wrong_api_key' })
  })

  const hosts = [
    ['a page', 'document', undefined],
    ['a worker', 'importScripts', undefined],
    ['a bundle that brings a process of its own', 'document', { versions: {}, env: {} }],
    ['the window of an Electron app', 'document', { versions: { node: '24.0.0', electron: '40.0.0' } }],
  ] as const
  test.each(hosts)('rejects a browser: %s [5-6]', (_, name, host) => {
    vi.stubGlobal(name, () => undefined)
    vi.stubGlobal('process', host)

    const error = constructionError(() => new AffiliateClient({ baseUrl, apiKey: affiliate }))
    vi.unstubAllGlobals()

    expect(error).toMatchObject({ name: 'ConfigurationError', code: 'browser_rejected' })
  })

  test('takes the document of jsdom or happy-dom in a test for none [5-6]', async () => {
    vi.stubGlobal('window', globalThis)
    vi.stubGlobal('document', {})

    await expect(
      new AffiliateClient(createFakeService().affiliateOptions).payouts.listPage(),
    ).resolves.toMatchObject({ nextCursor: null })
  })

  test.each([
    '',
    'affiliates.test',
    'ftp://a.test',
    'https://a.test?key=1',
    'https://u:p@a.test',
    'https://a.test/#x',
  ])('rejects the base URL %j', (rejected) => {
    const error = constructionError(() => new AffiliateClient({ baseUrl: rejected, apiKey: affiliate }))

    expect(error).toMatchObject({ name: 'ConfigurationError', code: 'invalid_base_url' })
  })

  test.each(clients)(
    'shows no key when it is printed, written or cloned: %s [5-6]',
    (_, Client, _variable, apiKey) => {
      const client = new Client({ baseUrl, apiKey })
      const cloneError = constructionError(() => structuredClone(client))

      const shown = [client, cloneError].map((value) => inspect(value, { depth: 12, showHidden: true }))
      expect([...shown, JSON.stringify(client)].join()).not.toContain(apiKey)
    },
  )

  test('will not be without a base URL', () => {
    const error = constructionError(() => new AffiliateClient({ apiKey: affiliate }))

    expect(error).toMatchObject({ code: 'missing_base_url' })
  })

  test.each([
    { timeoutMs: 0 },
    { totalTimeoutMs: Number.NaN },
    { timeoutMs: 2 ** 31 },
    { retries: -1 },
    { retries: 1.5 },
    { retries: 11 },
  ])('rejects the options %o at construction and at a call', async (options) => {
    const service = createFakeService()
    const atConstruction = constructionError(
      () => new AffiliateClient({ ...service.affiliateOptions, ...options }),
    )
    const atCall = await errorOf(new AffiliateClient(service.affiliateOptions).payouts.listPage({}, options))

    for (const error of [atConstruction, atCall]) expect(error).toMatchObject({ code: 'invalid_option' })
    expect(service.requests).toEqual([])
  })
})

function constructionError(construct: () => unknown): unknown {
  try {
    return construct()
  } catch (error) {
    return error
  }
}
