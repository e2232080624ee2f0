import {
  createMemoryLedger,
  forwardUninstall,
  handleUninstall,
  identifyOnInstall,
  type UninstallResult,
} from '@affiliate-platform/shopify-recipes'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { createFakeBridge } from './support/fake-bridge.ts'
import { useFakeClock } from './support/fake-clock.ts'
import { buildRejection, createFakeIdentify, hang } from './support/fake-identify.ts'
import { accessToken, appId, buildRequest, secret, shop } from './support/fixtures.ts'

beforeEach(useFakeClock)

function setUp(bridge = createFakeBridge()) {
  const results: UninstallResult[] = []
  const onResult = (result: UninstallResult) => void results.push(result)
  const handed: Promise<unknown>[] = []
  const waitUntil = (promise: Promise<unknown>) => void handed.push(promise)
  const options = { secrets: secret, ledger: createMemoryLedger(), onResult, bridge, appId }
  return { bridge, results, handed, options, client: createFakeIdentify(), waitUntil }
}

it('reports an uninstall with the time of the delivery, once however often it is delivered [D331]', async () => {
  const { bridge, results, options } = setUp()
  const uninstall = handleUninstall(options)
  const triggeredAtMs = Date.now() - 60_000
  for (let delivery = 0; delivery < 2; delivery += 1) await uninstall(buildRequest({ triggeredAtMs }))
  await expect.poll(() => results).toHaveLength(3)
  expect(bridge.sent).toEqual([
    { appId, myshopifyDomain: shop, kind: 'uninstalled', occurredAt: new Date(triggeredAtMs) },
  ])
})

it('lets neither the response nor the cleanup wait for a report that hangs [D39] [D331]', async () => {
  for (const make of [handleUninstall, forwardUninstall]) {
    const { bridge, results, handed, waitUntil, options, client } = setUp(createFakeBridge(hang))
    const onUninstalled = vi.fn()
    // No time passes: a timer that is waited for would never end.
    const response = await make({ ...options, client, onUninstalled, waitUntil })(buildRequest())
    expect(response.status).toBe(200)
    expect(onUninstalled).toHaveBeenCalledOnce()
    expect(bridge.sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(3499)
    expect(results).not.toContainEqual(expect.objectContaining({ outcome: 'report_failed' }))
    await vi.advanceTimersByTimeAsync(1)
    // The host was told to wait for it.
    await Promise.all(handed)
    expect(results).toContainEqual({ outcome: 'report_failed', shop, code: 'timeout', status: null })
  }
})

it('forwards although the report fails, and reports although the forward fails [D39] [D331]', async () => {
  const down = () => Promise.reject(buildRejection(500, 'internal_error'))
  const reportDown = setUp(createFakeBridge(down))
  await forwardUninstall({ ...reportDown.options, client: reportDown.client })(buildRequest())
  await expect
    .poll(() => reportDown.results.map(({ outcome }) => outcome).sort())
    .toEqual([...['forwarded', 'handled', 'report_failed']])
  const forwardDown = setUp()
  await forwardUninstall({ ...forwardDown.options, client: createFakeIdentify(down) })(buildRequest())
  await expect
    .poll(() => forwardDown.results.map(({ outcome }) => outcome).sort())
    .toEqual([...['forward_failed', 'handled', 'reported']])
})

it('reports nothing of a delivery that is not the platform’s [5-7] [D331]', async () => {
  const { bridge, options } = setUp()
  expect((await handleUninstall(options)(buildRequest({ secret: 'wrong' }))).status).toBe(401)
  expect(bridge.sent).toEqual([])
})

it('reports a shop that returned before its uninstall was delivered as gone, and back [D260] [D331]', async () => {
  const { bridge, options } = setUp()
  const uninstalledAtMs = Date.now()
  const sessionStorage = { loadSession: async () => ({ shop, accessToken }) }
  const client = createFakeIdentify()
  const onResult = () => undefined
  const afterAuth = identifyOnInstall({ ...options, client, sessionStorage, onResult })
  afterAuth({ session: { shop, accessToken } })
  await expect.poll(() => bridge.sent).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(3_600_000)
  afterAuth({ session: { shop, accessToken } })
  await vi.advanceTimersByTimeAsync(0)
  await handleUninstall(options)(buildRequest({ triggeredAtMs: uninstalledAtMs + 60_000 }))
  await expect
    .poll(() => bridge.sent.map((sent) => 'kind' in sent && sent.kind))
    .toEqual([...['installed', 'uninstalled', 'installed']])
})

it('goes with forwardUninstall where the hook identifies nobody, and then ends installs without a warning [D83] [D331]', async () => {
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
  onTestFinished(() => warn.mockRestore())
  vi.resetModules()
  const recipes = await import('@affiliate-platform/shopify-recipes')
  const { bridge, options, client } = setUp()
  const afterAuth = recipes.identifyOnInstall({ ...options, identify: false, onResult: () => undefined })
  const uninstall = recipes.forwardUninstall({ ...options, client })
  for (const eventId of ['first', 'second']) {
    const count = bridge.sent.length
    afterAuth({ session: { shop } })
    await expect.poll(() => bridge.sent).toHaveLength(count + 1)
    await vi.advanceTimersByTimeAsync(60_000)
    await uninstall(buildRequest({ eventId, triggeredAtMs: Date.now() }))
    await vi.advanceTimersByTimeAsync(60_000)
  }
  expect(bridge.sent.map((sent) => 'kind' in sent && sent.kind)).toEqual([
    ...['installed', 'uninstalled', 'installed', 'uninstalled'],
  ])
  expect(client.sent).toHaveLength(2)
  expect(warn).not.toHaveBeenCalled()
})
