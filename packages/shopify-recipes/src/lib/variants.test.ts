import { createMemoryLedger, type InstallResult } from '@affiliate-platform/shopify-recipes'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { accessToken, appId, buildRequest, secret, shop } from '../../test/support/fixtures.ts'

const createClient = () => ({ identify: async () => ({ ok: true }) })

beforeEach(() => {
  // Which variants are set up is known once per process.
  vi.resetModules()
})

async function setUp() {
  const emit = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
  onTestFinished(() => emit.mockRestore())
  return { ...(await import('@affiliate-platform/shopify-recipes')), emit }
}

it.each(['identifyOnInstall', 'forwardUninstall'] as const)(
  'warns once, and lets the app start, when both variants are set up, beginning with %s [4.4-1] [D38a]',
  async (first) => {
    const { identifyOnInstall, forwardUninstall, emit } = await setUp()
    const makers = { identifyOnInstall, forwardUninstall }
    makers[first]({ client: createClient() })
    expect(emit).not.toHaveBeenCalled()
    // Also where each recipe has a client of its own.
    identifyOnInstall({ client: createClient() })
    forwardUninstall({ client: createClient() })
    forwardUninstall()
    const remedy = expect.stringContaining('deliberatelyWithIdentifyOnInstall')
    expect(emit).toHaveBeenCalledExactlyOnceWith(remedy, expect.objectContaining({ code: 'both_variants' }))
  },
)

it('warns of nothing for both by the option that says so, and for each alone [D38a] [D83]', async () => {
  const { identifyOnInstall, forwardUninstall, handleUninstall, emit } = await setUp()
  identifyOnInstall()
  identifyOnInstall()
  handleUninstall()
  forwardUninstall({ deliberatelyWithIdentifyOnInstall: true })
  expect(emit).not.toHaveBeenCalled()
})

it('ends the install at an uninstall when both are set up, also without the option [4.4-2] [D83]', async () => {
  const { identifyOnInstall, forwardUninstall } = await setUp()
  const shared = { client: createClient(), ledger: createMemoryLedger() }
  // Begun first, as by a route that is loaded before the hook.
  const uninstall = forwardUninstall({ ...shared, secrets: secret })
  const install = () =>
    new Promise<InstallResult>((onResult) => {
      identifyOnInstall({ ...shared, appId, onResult })({ session: { shop, accessToken } })
    })
  expect(await install()).toMatchObject({ outcome: 'identified' })
  expect((await uninstall(buildRequest())).status).toBe(200)
  expect(await install()).toMatchObject({ outcome: 'identified' })
})

it('writes no install for forwardUninstall alone [D38a]', async () => {
  const { forwardUninstall } = await setUp()
  const ledger = createMemoryLedger()
  const replace = vi.fn(ledger.replace)
  const uninstall = forwardUninstall({
    client: createClient(),
    ledger: { ...ledger, replace },
    secrets: secret,
  })
  expect((await uninstall(buildRequest())).status).toBe(200)
  expect(replace.mock.calls.filter(([key]) => key.startsWith('install:'))).toEqual([])
})
