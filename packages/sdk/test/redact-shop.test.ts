import { callDetails, IdentifyClient } from '@affiliate-platform/sdk'
import {
  createFakeService,
  createFakeTime,
  fakeIds,
  responses,
  withFakeTime,
} from '@affiliate-platform/sdk/testing'
import { expect, test } from 'vitest'
import { errorOf } from './error-of.ts'

const myshopifyDomain = 'example.myshopify.com'

function start() {
  const service = createFakeService()
  return { service, shops: new IdentifyClient(withFakeTime(service.identifyOptions, createFakeTime())) }
}

test('a shop is erased, and its uninstall watch with it [D75] [D208]', async () => {
  const { service, shops } = start()
  const install = { myshopifyDomain, accessToken: 'shpat_1', appId: fakeIds.appId }
  const watch = async () => (await shops.identify(install)).uninstallWatch
  expect([await watch(), await watch()]).toEqual(['registered', 'already_registered'])

  const response = await shops.redactShop('Example.MyShopify.com')

  expect(response).toEqual({ ok: true, requestId: callDetails(response)?.requestId })
  expect(await watch()).toBe('registered')
  expect(service.requests[2]).toMatchObject({ operation: 'redactShop', method: 'POST' })
})

test('erasing is retried like a read, and only `ok: true` is a success [4.3] [D208]', async () => {
  const { service, shops } = start()
  service.script('redactShop', responses.status(502), responses.networkError())
  expect(callDetails(await shops.redactShop(myshopifyDomain))).toMatchObject({ attempts: 3 })

  service.script('redactShop', responses.notOk())
  expect(await errorOf(shops.redactShop(myshopifyDomain))).toMatchObject({ code: 'not_ok' })
})

test('what is no domain of a shop is never sent [D208]', async () => {
  const { service, shops } = start()
  for (const wrong of ['', 'example.com', `https://${myshopifyDomain}`, undefined as never])
    expect(await errorOf(shops.redactShop(wrong))).toMatchObject({
      kind: 'invalid_request',
      issues: [{ pointer: '/myshopifyDomain' }],
    })
  expect(service.requests).toEqual([])
})
