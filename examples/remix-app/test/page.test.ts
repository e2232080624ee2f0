import { fakeApiKeys, responses } from '@affiliate-platform/sdk/testing'
import { describe, expect, it } from 'vitest'
import { loadApp } from './load-app.ts'
import { startStage } from './rules/stage.ts'

const owner = 'owners-own.myshopify.com'

let query = ''
const stage = await startStage({ OPERATOR_SHOPS: `other.myshopify.com, ${owner}` }, async () => {
  const { loader } = await import('../app/routes/app._index.tsx')
  const open = async (request: Request) => {
    const { data } = await loader({
      request: new Request(`${request.url}${query}`, request),
      params: {},
      context: {},
    })
    const { preview, payouts, ...rest } = data
    return { ...rest, preview: await preview, payouts: await payouts }
  }
  return { ...(await loadApp()), open }
})
const { action } = await import('../app/routes/app.backfill.tsx')
const { readInstallStatus } = await import('../app/status.server.ts')

stage.addShop({ domain: owner })

async function open(filters = '') {
  query = filters
  return stage.open(owner)
}

describe('the page', () => {
  it('shows when and under which receipt the shop was identified, and how often it was asked since', async () => {
    const shop = stage.addShop()
    await stage.open(shop)
    await stage.settle()
    await stage.expireToken(shop)
    await stage.open(shop)
    await stage.settle()
    expect(readInstallStatus(shop)).toMatchObject({
      state: 'identified',
      receiptId: expect.any(String),
      renewals: 1,
    })
  })

  it('shows a failure until the next try, and waits anew after a reinstall', async () => {
    const shop = stage.addShop()
    stage.service.script('identify', responses.status(503))
    expect(readInstallStatus(shop)).toEqual({ state: 'waiting' })
    await stage.open(shop)
    await stage.settle()
    expect(readInstallStatus(shop)).toMatchObject({ state: 'failed', stage: 'identify' })
    await stage.uninstalled(shop)
    expect(readInstallStatus(shop)).toEqual({ state: 'waiting' })
  })

  it('previews what would be sent, without a phone [4.3]', async () => {
    const { contact } = stage.simulator.shop(owner)
    const { email, ownerName, country, plan: shopifyPlan } = contact
    expect(await open()).toMatchObject({ preview: { email, ownerName, country, shopifyPlan } })
    expect(JSON.stringify(await open())).not.toContain(contact.phone)
  })

  it('lists payouts with exact amounts, filtered by the address [4.2]', async () => {
    expect(await open()).toMatchObject({ payouts: { ok: true, nextCursor: null } })
    expect(await open('&status=voided&currency=XXX')).toEqual(
      expect.objectContaining({ payouts: { ok: true, rows: [], nextCursor: null } }),
    )
  })

  it('says what is wrong with filters, and with a platform that fails', async () => {
    expect(await open('&cursor=made-up')).toMatchObject({ payouts: { ok: false } })
    stage.service.script('listPayouts', responses.status(500), responses.status(500))
    expect(await open()).toMatchObject({
      payouts: { ok: false, message: expect.stringContaining('no usable response') },
    })
  })

  it('shows other shops and payouts to the owner of the app alone', async () => {
    expect(await stage.open(stage.addShop())).toMatchObject({
      uninstalls: null,
      backfill: null,
      payouts: null,
    })
    expect(await open()).toMatchObject({ backfill: { shops: expect.any(Number) } })
  })

  it('holds no token, key or secret', async () => {
    const text = JSON.stringify(await open())
    for (const secret of [
      fakeApiKeys.workspace,
      fakeApiKeys.affiliate,
      'client-secret',
      'shpat_',
      'shprt_',
    ]) {
      expect(text).not.toContain(secret)
    }
  })
})

describe('its backfill', () => {
  const run = async (shop: string) => {
    const { signSessionToken } = await import('@affiliate-platform/shopify-recipes/testing')
    const token = signSessionToken({ clientId: 'client-id', clientSecret: 'client-secret', shop })
    const body = new URLSearchParams({ offset: '0', dryRun: '0' })
    const headers = { Authorization: `Bearer ${token}` }
    const request = new Request('https://my-app.example/app/backfill', { method: 'POST', headers, body })
    return action({ request, params: {}, context: {} })
  }

  it('runs on the server, which keeps the key, and names what became of each shop', async () => {
    await stage.deleteSessions()
    const [fine, revoked, troubled] = [stage.addShop(), stage.addShop(), stage.addShop()]
    for (const shop of [fine, revoked, troubled]) await stage.addSession(shop)
    stage.simulator.setBehaviour(revoked, 'revoked')
    stage.simulator.setBehaviour(troubled, 'server_error')
    const { pages, fault } = await (await run(owner)).json()
    expect(fault).toBeNull()
    expect(pages[0]?.shops).toEqual(
      expect.arrayContaining([
        { domain: fine, outcome: 'sent' },
        { domain: revoked, outcome: 'skipped' },
        { domain: troubled, outcome: 'failed' },
      ]),
    )
  })

  it('is closed to other merchants', async () => {
    await expect(run(stage.addShop())).rejects.toMatchObject({ status: 403 })
  })
})
