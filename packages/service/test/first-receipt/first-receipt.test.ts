import { firstReceipt } from '@affiliate-platform/contract'
import { describeServiceOnEachEngine } from '@affiliate-platform/test-support/each-engine'
import { beforeEach, expect, test } from 'vitest'

const epoch = '1970-01-01T00:00:00Z'

describeServiceOnEachEngine('GET /api/receipts/first', {}, (service) => {
  const ask = (query: Readonly<Record<string, string>>, key = service().keys.workspace) =>
    service().fetch(`${firstReceipt.path}?${new URLSearchParams(query)}`, { key })

  const find = async (since: string) =>
    Object(await (await ask({ appId: service().ids.appId, since })).json())

  const identify = async (myshopifyDomain: string, sent: object = { email: 'owner@harbour.example' }) => {
    const json = { myshopifyDomain, appId: service().ids.appId, ...sent }
    await service().fetch('/api/identify', { method: 'POST', key: service().keys.workspace, json })
  }

  beforeEach(() => service().clock.advance(3_600_000))

  test('tells of the first receipt since the time that the first response names [D268]', async () => {
    await identify('before.myshopify.com')
    service().clock.advance(1000)
    const { asOf, receipt } = await find(epoch)
    expect(receipt).toMatchObject({ shopDomain: 'before.myshopify.com' })
    expect(asOf).toBe(new Date(service().clock.now()).toISOString())
    expect(await find(asOf)).toEqual({ asOf })

    await identify('first.myshopify.com')
    await identify('second.myshopify.com')
    expect((await find(asOf)).receipt).toEqual({
      id: expect.any(String),
      shopDomain: 'first.myshopify.com',
      outcome: 'identified',
      createdAt: asOf,
    })
  })

  test('looks back 15 minutes at most', async () => {
    await identify('long-ago.myshopify.com')
    service().clock.advance(15 * 60_000)
    expect((await find(epoch)).receipt).toBeDefined()
    service().clock.advance(1)
    expect((await find(epoch)).receipt).toBeUndefined()
  })

  test('says how a call was rejected', async () => {
    await identify('harbour.myshopify.com', { accessToken: 'shpat_unknown' })
    expect((await find(epoch)).receipt).toMatchObject({ outcome: expect.stringMatching(/^platform_/) })
  })

  test('knows no app of another workspace, and takes a workspace key alone [5-3] [5-4]', async () => {
    const appId = crypto.randomUUID()
    expect((await ask({ appId, since: epoch })).status).toBe(403)
    const own = { appId: service().ids.appId, since: epoch }
    expect((await ask(own, service().keys.affiliate)).status).toBe(401)
  })

  test.each<[string, Readonly<Record<string, string>>]>([
    ['no app', { since: epoch }],
    ['an app that is no id', { appId: 'mine', since: epoch }],
    ['no time', { appId: crypto.randomUUID() }],
    ['a time that is none', { appId: crypto.randomUUID(), since: 'yesterday' }],
    ['an unknown parameter', { appId: crypto.randomUUID(), since: epoch, shop: 'x' }],
  ])('rejects %s', async (_title, query) => {
    const response = await ask(query)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'invalid_parameter' })
  })
})
