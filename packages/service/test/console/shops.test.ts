import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { invitePerson } from '@affiliate-platform/platform/people'
import { describeServiceOnEachEngine } from '@affiliate-platform/test-support/each-engine'
import { beforeAll, expect, test } from 'vitest'
import { folder, origin, signIn } from './sign-in.ts'

describeServiceOnEachEngine('shops in the console', { console: { place: { origin }, folder } }, (service) => {
  let shop = ''
  let memberId = ''

  const as = async (name: string) => {
    const headers = await signIn(service(), name)
    return async <Value = unknown>(path: string, json?: unknown) => {
      const sent = json === undefined ? { headers } : { headers, method: 'POST', json }
      const response = await service().fetch(`/api/console/v1${path}`, sent)
      return { status: response.status, body: (await response.json()) as Value }
    }
  }
  const read = async (domain = shop, appId?: string) =>
    (
      await (
        await as('Rita')
      )<ConsoleResponse<'readShop'>>(`/shop?shop=${domain}${appId ? `&appId=${appId}` : ''}`)
    ).body

  beforeAll(async () => {
    const { database, ids } = service()
    const { workspaceId, appId } = ids
    const [found] = await database.query<Record<'shop' | 'member', string>>(
      {
        name: '',
        text: `
          select referral.shop_domain as shop, referral.membership_id as member
          from referrals referral
          where workspace_id = $1 and app_id = $2 and voided_at is null and exists (
            select from app_transactions sale
            where sale.workspace_id = $1 and sale.app_id = $2 and sale.shop_domain = referral.shop_domain
          )
          order by shop limit 1`,
      },
      [workspaceId, appId],
    )
    shop = found?.shop ?? ''
    memberId = found?.member ?? ''
    const insert = (text: string, values: readonly unknown[]) => database.query({ name: '', text }, values)
    await insert(
      `insert into contacts (workspace_id, shop_domain, email, owner_name, created_at, updated_at)
        values ($1, $2, 'kim@lantern.example', 'Kim', now(), now())`,
      [workspaceId, shop],
    )
    await insert(
      `insert into receipts (workspace_id, id, shop_domain, sent, outcome, uninstall_watch, request_id, created_at)
        values ($1, gen_random_uuid(), $2, 'contact', 'identified', 'none', 'req-of-the-test', now())`,
      [workspaceId, shop],
    )
    const person = { email: 'sam@bright.example', name: 'Sam', role: 'support' } as const
    await invitePerson(database, { workspaceId, ...person, actor: 'operator:test' })
  })

  test('show installs, who brought them, sales and identify calls, to everybody [D415]', async () => {
    const { appId } = service().ids
    const told = await read(shop, appId)
    expect(told).toMatchObject({ shop, appId, receipts: [{ requestId: 'req-of-the-test', isErased: false }] })
    expect(told.referrals).toContainEqual(
      expect.objectContaining({ member: { id: memberId, name: expect.stringMatching(/./) } }),
    )
    expect(told.sales).toBeGreaterThan(0)
    expect(told.latestSales.length).toBe(Math.min(told.sales, 10))
    const times = told.latestSales.map(({ collectedAt }) => Date.parse(collectedAt))
    expect(times).toEqual(times.toSorted((one, other) => other - one))
    expect(told.installations.length).toBeGreaterThan(0)
    expect(JSON.stringify(told)).not.toContain('kim')
    const unknown = await read('nobody-has-seen-it.myshopify.com')
    expect(unknown).toMatchObject({ installations: [], referrals: [], evidence: [], sales: 0, receipts: [] })
    const ask = await as('Rita')
    expect((await ask('/shop?shop=https://x')).status).toBe(400)
    expect((await ask(`/shop?shop=${shop}&appId=${crypto.randomUUID()}`)).status).toBe(403)
  })

  test('show their contact to owners and support alone, who erase it for good [D415] [D75]', async () => {
    for (const [name, status] of [
      ['Ada', 200],
      ['Sam', 200],
      ['Finn', 403],
      ['Rita', 403],
    ] as const) {
      const told = await (await as(name))(`/shop/contact?shop=${shop}`)
      expect([name, told.status, JSON.stringify(told.body).includes('kim@lantern.example')]).toEqual([
        name,
        status,
        status === 200,
      ])
    }
    expect((await (await as('Finn'))('/shop/erasure', { shop })).status).toBe(403)
    const sam = await as('Sam')
    expect((await sam('/shop/erasure', { shop })).body).toEqual({ hadContact: true, receipts: 1 })
    expect((await sam('/shop/erasure', { shop })).body).toEqual({ hadContact: false, receipts: 0 })
    expect((await sam(`/shop/contact?shop=${shop}`)).body).toEqual({ contact: null })
    const told = await read(shop, service().ids.appId)
    expect(told.receipts).toMatchObject([{ requestId: 'req-of-the-test', isErased: true }])
    expect(told.sales).toBeGreaterThan(0)
  })
})
