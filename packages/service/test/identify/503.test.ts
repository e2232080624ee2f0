import type { ShopOptions } from '@affiliate-platform/shopify-simulator'
import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { addShop, expectRejection, identify, readWritten } from './identify-calls.ts'

let service: TestService

beforeAll(async () => {
  service = await createTestService()
})

afterAll(() => service.close())

/** Checks the rejection of an install-time request, and that its receipt is all that was written. */
async function expectOnlyReceipt(shop: Partial<ShopOptions>, retryAfter: string) {
  const install = addShop(service, shop)
  const response = await identify(service, install)
  const problem = await expectRejection(response, 'platform_unavailable')
  expect(response.headers.get('retry-after')).toBe(retryAfter)
  const { contacts, watches, receipts } = await readWritten(service, install.myshopifyDomain)
  expect([contacts, watches]).toEqual([[], []])
  expect(receipts).toMatchObject([
    {
      sent: 'token',
      outcome: 'platform_unavailable',
      uninstall_watch: 'failed',
      request_id: problem.requestId,
    },
  ])
}

it.each(['throttled', 'server_error', 'html_error', 'redirect', 'reset'] as const)(
  'asks for timeouts when the shop meets %s [D32]',
  async (behaviour) => {
    await expectOnlyReceipt({ behaviour }, '5')
    expect(service.simulator.outsideRequests()).toEqual([])
  },
)

it('passes on how long the platform wants to be left alone [D32]', () =>
  expectOnlyReceipt({ behaviour: 'rate_limited', behaviourDetails: { retryAfterSeconds: 7 } }, '7'))

it.each(['slow', 'hang'] as const)('gives up on %s after 3.5 s [D32]', async (behaviour) => {
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(endAtOnce)
  await expectOnlyReceipt({ behaviour }, '5')
  expect(timeout.mock.calls).toEqual([[3500]])
  timeout.mockRestore()
})

/** Stands in for the 3.5 s: the time is over as soon as the request is on its way. */
function endAtOnce(): AbortSignal {
  const controller = new AbortController()
  setImmediate(() => controller.abort())
  return controller.signal
}
