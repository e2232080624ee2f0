import { fakeApiKeys, responses } from '@affiliate-platform/sdk/testing'
import { signSessionToken } from '@affiliate-platform/shopify-recipes/testing'
import { expect, it } from 'vitest'
import { loadApp } from './load-app.ts'
import { startStage } from './rules/stage.ts'

const stage = await startStage({ AFFILIATE_INSTALL_BRIDGE_KEY: fakeApiKeys.installBridge }, async () => {
  const { loader } = await import('../app/routes/app._index.tsx')
  const open = async (request: Request) => (await loader({ request, params: {}, context: {} })).data
  return { ...(await loadApp()), open }
})
const { action } = await import('../app/routes/app.referrer.tsx')
const { readInstallStatus } = await import('../app/status.server.ts')

const shop = stage.addShop()

const reports = () =>
  stage.service.requests
    .filter(({ operation }) => operation === 'reportInstallEvent' || operation === 'reportEvidence')
    .map(({ body }) => JSON.parse(body) as Readonly<Record<string, unknown>>)

async function type(code: string) {
  const token = signSessionToken({ clientId: 'client-id', clientSecret: 'client-secret', shop })
  const headers = { Authorization: `Bearer ${token}` }
  const body = new URLSearchParams({ code, shop: 'another.myshopify.com' })
  const request = new Request('https://my-app.example/app/referrer', { method: 'POST', headers, body })
  return (await action({ request, params: {}, context: {} })).json()
}

it('reports the install, the code that the merchant types, and the uninstall [D331] [D332]', async () => {
  expect(await stage.open(shop)).toMatchObject({ asksReferrer: true })
  await stage.settle()
  expect(await type(' MIA ')).toEqual({ outcome: 'accepted' })
  await stage.uninstalled(shop)
  await stage.settle()
  expect(reports()).toMatchObject([
    { myshopifyDomain: shop, kind: 'installed' },
    // The shop of the session, not of the form.
    { myshopifyDomain: shop, code: ' MIA ' },
    { myshopifyDomain: shop, kind: 'uninstalled' },
  ])
})

it('says that nobody has a code, and that a platform that fails is to be tried later [D332]', async () => {
  expect(await type('nobody')).toEqual({ outcome: 'unknown' })
  stage.service.script('reportEvidence', responses.status(500))
  expect(await type('mia')).toEqual({ outcome: 'later' })
})

it('is closed to who shows no session', async () => {
  const request = new Request('https://my-app.example/app/referrer', { method: 'POST' })
  await expect(action({ request, params: {}, context: {} })).rejects.toBeInstanceOf(Response)
})

it('shows an install as identified whose report fails [D331]', async () => {
  const other = stage.addShop()
  stage.service.script('reportInstallEvent', responses.status(500))
  await stage.open(other)
  await stage.settle()
  expect(readInstallStatus(other)).toMatchObject({ state: 'identified', renewals: 0 })
})
