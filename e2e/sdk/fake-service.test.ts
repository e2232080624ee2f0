import { buildPayout, createFakeService, fakeApiKeys, fakeIds } from '@affiliate-platform/sdk/testing'
import { setupServer } from 'msw/node'
import { describeClients } from './client-suite/describe-clients.ts'
import type { MakeTarget, TargetOptions } from './client-suite/target.ts'

const yen = { amountMinor: '1500', currency: 'JPY' }
const payouts = [
  buildPayout(1, { status: 'confirmed' }),
  buildPayout(2, { status: 'confirmed', amount: yen, unpaid: yen }),
  buildPayout(3),
  buildPayout(4, { amount: yen, unpaid: yen }),
  buildPayout(5),
]

function startFake({ quotaRequestsMax = 120 }: TargetOptions = {}) {
  const service = createFakeService({ payouts, quotaRequestsMax })
  const { baseUrl, fetch } = service
  return {
    service,
    baseUrl,
    fetch,
    apiKeys: fakeApiKeys,
    ...fakeIds,
    filters: { membershipId: fakeIds.membershipId },
    payoutIds: payouts.map(({ payout }) => payout.id).reverse(),
    filtered: { status: 'confirmed' as const, currency: 'JPY', ids: [buildPayout(2).payout.id] },
  }
}

const makeDirectTarget: MakeTarget = async (options) => ({
  ...startFake(options),
  [Symbol.asyncDispose]: async () => undefined,
})

const makeMswTarget: MakeTarget = async (options) => {
  const fake = startFake(options)
  const server = setupServer(...fake.service.handlers)
  server.listen({ onUnhandledFrame: 'error' })
  return {
    ...fake,
    fetch: (...input) => globalThis.fetch(...input),
    [Symbol.asyncDispose]: async () => server.close(),
  }
}

describeClients('the fake service, called directly', makeDirectTarget, 1000)
describeClients('the fake service behind msw', makeMswTarget, 100)
