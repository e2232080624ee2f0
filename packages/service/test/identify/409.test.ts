import type { ErrorCode } from '@affiliate-platform/contract'
import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addShop, expectRejection, identify, readWritten } from './identify-calls.ts'

let service: TestService

beforeAll(async () => {
  service = await createTestService()
})

afterAll(() => service.close())

/** Checks the rejection of an install-time request, and that its receipt is all that was written. */
async function expectOnlyReceipt(
  install: { readonly myshopifyDomain: string },
  code: ErrorCode,
  watch: 'denied' | 'failed',
) {
  const response = await identify(service, install)
  const problem = await expectRejection(response, code)
  expect(response.headers.has('retry-after')).toBe(false)
  const { contacts, watches, receipts } = await readWritten(service, install.myshopifyDomain)
  expect([contacts, watches]).toEqual([[], []])
  expect(receipts).toMatchObject([
    { sent: 'token', outcome: code, uninstall_watch: watch, request_id: problem.requestId },
  ])
}

it('says that the platform denied access [D32]', () =>
  expectOnlyReceipt(addShop(service, { behaviour: 'forbidden' }), 'platform_access_denied', 'denied'))

it.each(['frozen', 'gone', 'locked'] as const)('says that a shop is %s [D32]', (behaviour) =>
  expectOnlyReceipt(addShop(service, { behaviour }), 'platform_shop_unavailable', 'failed'),
)

it('says that the platform knows no such shop [D32]', () =>
  expectOnlyReceipt(
    { ...addShop(service), myshopifyDomain: 'never-added.myshopify.com' },
    'platform_shop_unavailable',
    'failed',
  ))

it('says that the platform responded for another shop [D32] [D36]', () =>
  expectOnlyReceipt(addShop(service, { behaviour: 'mismatch' }), 'platform_shop_mismatch', 'denied'))

it('says that the token is of another app, and registers no watch with it [D32] [D36]', async () => {
  const install = { ...addShop(service), appId: service.ids.otherAppId }
  await expectOnlyReceipt(install, 'platform_shop_mismatch', 'denied')
  expect(service.simulator.subscriptions(install.myshopifyDomain)).toEqual([])
})

it('leaves a contact that is known as it is [D35]', async () => {
  const install = addShop(service)
  await identify(service, install)
  const { contacts } = await readWritten(service, install.myshopifyDomain)
  service.clock.advance(1000)
  service.simulator.setBehaviour(install.myshopifyDomain, 'frozen')
  await expectRejection(await identify(service, install), 'platform_shop_unavailable')
  expect((await readWritten(service, install.myshopifyDomain)).contacts).toEqual(contacts)
})
