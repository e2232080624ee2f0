import { fakeApiKeys, responses } from '@affiliate-platform/sdk/testing'
import { signSessionToken } from '@affiliate-platform/shopify-recipes/testing'
import { expect, it } from 'vitest'
import { startStage } from '../../remix-app/test/rules/stage.ts'
import { loadApp } from './load-app.ts'

const stage = await startStage({ AFFILIATE_INSTALL_BRIDGE_KEY: fakeApiKeys.installBridge }, loadApp)
const { action } = await import('../app/routes/app._index.tsx')

const shop = stage.addShop()

async function type(code: string) {
  const token = signSessionToken({ clientId: 'client-id', clientSecret: 'client-secret', shop })
  const headers = { Authorization: `Bearer ${token}` }
  const body = new URLSearchParams({ code, shop: 'another.myshopify.com' })
  const url = new URL('https://my-app.example/app?index')
  const request = new Request(url, { method: 'POST', headers, body })
  return action({ request, url, params: {}, context: {}, pattern: '/app' })
}

it('reports the install, and the code that the merchant types for the shop of the session [D331] [D332]', async () => {
  await stage.open(shop)
  await stage.settle()
  expect(await type('mia')).toEqual({ outcome: 'accepted' })
  const reports = stage.service.requests.filter(({ operation }) => operation?.startsWith('report'))
  expect(reports.map(({ body }) => JSON.parse(body))).toMatchObject([
    { myshopifyDomain: shop, kind: 'installed' },
    { myshopifyDomain: shop, code: 'mia' },
  ])
})

it('says that nobody has a code, and that a platform that fails is to be tried later [D332]', async () => {
  expect(await type('nobody')).toEqual({ outcome: 'unknown' })
  stage.service.script('reportEvidence', responses.status(500))
  expect(await type('mia')).toEqual({ outcome: 'later' })
})
