import { createMemoryLedger, forwardUninstall } from '@affiliate-platform/shopify-recipes'
import { beforeEach, expect, it, vi } from 'vitest'
import { useFakeClock } from './support/fake-clock.ts'
import { createFakeIdentify } from './support/fake-identify.ts'
import { accessToken, buildRequest, secret, shop } from './support/fixtures.ts'

const minute = 60_000
const hour = 60 * minute

beforeEach(useFakeClock)

it.each([
  ['obtained after the uninstall', async () => ({ expires: new Date(Date.now() + hour) }), true],
  ['obtained at the uninstall', async () => ({ expires: new Date(Date.now() - minute + hour) }), false],
  ['that never expires', async () => ({}), false],
  ['that is gone', async () => undefined, false],
  ['that cannot be read', () => Promise.reject(new Error('down')), false],
  ['whose storage throws', throwDown, false],
])('tells of a late delivery by a token %s, without a hook [4.4-3, D260]', async (_, load, isBack) => {
  const triggeredAt = new Date(Date.now() - minute)
  const onUninstalled = vi.fn()
  const client = createFakeIdentify()
  const forward = forwardUninstall({
    client,
    secrets: secret,
    ledger: createMemoryLedger(),
    sessionStorage: {
      loadSession: async (id) => {
        const session = await load()
        return id === `offline_${shop}` && session ? { shop, accessToken, ...session } : undefined
      },
    },
    onUninstalled,
    onResult: () => undefined,
  })
  const response = await forward(buildRequest({ triggeredAtMs: triggeredAt.getTime() }))
  expect(await response.json()).toEqual({ code: isBack ? 'superseded' : 'handled' })
  expect(onUninstalled).toHaveBeenCalledExactlyOnceWith({ shop, triggeredAt, isBack })
  expect(client.sent).toHaveLength(1)
})

function throwDown(): never {
  throw new Error('down')
}
