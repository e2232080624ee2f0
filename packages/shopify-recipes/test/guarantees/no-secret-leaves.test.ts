import {
  backfillRoute,
  createMemoryLedger,
  forwardUninstall,
  identifyOnInstall,
} from '@affiliate-platform/shopify-recipes'
import { expect, it, onTestFinished, vi } from 'vitest'
import { accessToken, apiKey, appId, buildRequest, phone, secret, shop } from '../support/fixtures.ts'

const secrets = [accessToken, apiKey, phone, secret, 'owner@maple-lantern.example']

/** An error that quotes all it was given, as careless clients do. */
function quote(): Error {
  const text = secrets.join(' ')
  return Object.assign(new Error(text), {
    code: text,
    body: text,
    request: { headers: text },
    cause: new Error(text),
  })
}

function expectNoSecret(written: readonly unknown[]): void {
  const text = written.map((value) => JSON.stringify(value)).join('\n')
  expect(written.length).toBeGreaterThan(0)
  for (const value of secrets) expect(text).not.toContain(value)
}

it('keeps tokens, keys and phones out of results, responses and warnings', async () => {
  const warnings = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
  onTestFinished(() => warnings.mockRestore())
  const written: unknown[] = []
  const onResult = (result: unknown) => void written.push(result)
  const client = { identify: () => Promise.reject(quote()) }
  const pending: Promise<unknown>[] = []
  const waitUntil = (promise: Promise<unknown>) => void pending.push(promise)
  const session = { shop, isOnline: false, accessToken }

  for (const report of [{ onResult }, {}]) {
    const install = { client, appId, waitUntil, ...report }
    identifyOnInstall({ ...install, client: { ...client }, ledger: createMemoryLedger() })({ session })
    const ledger = { ...createMemoryLedger(), claim: () => Promise.reject(quote()) }
    identifyOnInstall({ ...install, client: { ...client }, ledger })({ session })
    const onUninstalled = () => Promise.reject(quote())
    const route = forwardUninstall({
      client: { ...client },
      secrets: secret,
      includePhone: true,
      onUninstalled,
      ...report,
    })
    const response = await route(buildRequest())
    written.push(await response.text(), Object.fromEntries(response.headers))
  }
  await Promise.all(pending)

  const readShop = async (domain: string) => {
    if (domain === shop) throw quote()
    return { accessToken, phone }
  }
  const listShops = async () => [shop, 'other.myshopify.com']
  const route = backfillRoute({ client, apiKey, appId, listShops, readShop, includePhone: true })
  const headers = { Authorization: `Bearer ${apiKey}` }
  const response = await route(new Request('https://my-app.example', { method: 'POST', headers }))
  const page = await response.json()
  expect(page).toMatchObject({ failed: 2 })
  written.push(page)

  expect(warnings.mock.calls.length).toBeGreaterThan(0)
  expectNoSecret([...written, ...warnings.mock.calls])
})
