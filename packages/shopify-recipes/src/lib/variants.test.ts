import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'

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
