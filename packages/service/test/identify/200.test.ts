import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { addShop, buildUninstall, identify, readWritten } from './identify-calls.ts'

const contact = {
  email: 'owner@sent.example',
  ownerName: 'Sent Owner',
  country: 'Norway',
  shopifyPlan: 'Shopify Plus',
}

let service: TestService

beforeAll(async () => {
  service = await createTestService()
})

afterAll(() => service.close())

/** A shop in which the demo's second app is installed, told where that app's uninstall goes. */
async function addSecondAppShop(uninstallUrl: string | null) {
  const text = 'update apps set uninstall_url = $2 where id = $1'
  const appId = service.ids.otherAppId
  await service.database.query({ name: 'test_set_uninstall_url', text }, [appId, uninstallUrl])
  const apps = [{ clientId: 'affiliate-demo-second-app', clientSecret: 'secret' }]
  return { ...addShop(service, { apps }), appId }
}

describe('the install-time variant', () => {
  it('reads the contact, registers the watch and responds with its receipt [4.3]', async () => {
    const install = addShop(service)
    const response = await identify(service, install)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('no-store')
    const [receipt] = (await readWritten(service, install.myshopifyDomain)).receipts
    expect(await response.json()).toEqual({
      ok: true,
      requestId: response.headers.get('x-request-id'),
      receiptId: receipt?.['id'],
      contact: 'read',
      uninstallWatch: 'registered',
    })
  })

  it('attributes nothing: no referral, no commission [1-attribution]', async () => {
    const before = [await service.count('referrals'), await service.count('commissions')]
    expect((await identify(service, addShop(service))).status).toBe(200)
    expect([await service.count('referrals'), await service.count('commissions')]).toEqual(before)
  })

  it('stores contact, watch and receipt [D31] [D35]', async () => {
    const install = addShop(service, { contact: { email: 'owner@maple.example' } })
    const response = await identify(service, install)
    const of = { workspace_id: service.ids.workspaceId, shop_domain: install.myshopifyDomain }
    const now = new Date(service.clock.now())
    const { contacts, watches, receipts } = await readWritten(service, install.myshopifyDomain)
    expect(contacts).toEqual([
      {
        ...of,
        email: 'owner@maple.example',
        owner_name: 'Robin Example',
        country: 'Canada',
        shopify_plan: 'Basic',
        phone: null,
        created_at: now,
        updated_at: now,
      },
    ])
    const uri = 'https://demo-app.example/webhooks/app/uninstalled'
    expect(watches).toEqual([{ ...of, app_id: install.appId, uri, registered_at: now }])
    expect(receipts).toMatchObject([
      {
        ...of,
        app_id: install.appId,
        sent: 'token',
        outcome: 'identified',
        uninstall_watch: 'registered',
        request_id: response.headers.get('x-request-id'),
        created_at: now,
      },
    ])
  })

  it('asks for announcements at the address of the app, never of this service [6-watch] [D31]', async () => {
    const install = addShop(service)
    await identify(service, install)
    expect(service.simulator.subscriptions(install.myshopifyDomain)).toMatchObject([
      { topic: 'APP_UNINSTALLED', uri: 'https://demo-app.example/webhooks/app/uninstalled' },
    ])
  })

  it('is harmless when repeated, and leaves a receipt each time [D35]', async () => {
    const install = addShop(service)
    await identify(service, install)
    const repeated = await (await identify(service, install)).json()
    expect(repeated).toMatchObject({ ok: true, contact: 'read', uninstallWatch: 'already_registered' })
    const { contacts, watches, receipts } = await readWritten(service, install.myshopifyDomain)
    expect([contacts.length, watches.length, receipts.length]).toEqual([1, 1, 2])
  })

  it('takes the domain case-insensitively and stores it in lower case [D30]', async () => {
    const install = addShop(service)
    const myshopifyDomain = install.myshopifyDomain.replace('.myshopify', '.MyShopify').toUpperCase()
    expect((await identify(service, { ...install, myshopifyDomain })).status).toBe(200)
    expect((await readWritten(service, install.myshopifyDomain)).contacts).toHaveLength(1)
  })

  it('gives both of the platform calls one budget of 3.5 s [D32]', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    const install = addShop(service)
    await identify(service, install)
    expect(timeout.mock.calls).toEqual([[3500]])
    timeout.mockRestore()
    expect(
      service.simulator.requests.filter(({ domain }) => domain === install.myshopifyDomain),
    ).toHaveLength(2)
  })

  it('registers no watch for an app without an address [D31]', async () => {
    const install = await addSecondAppShop(null)
    const response = await (await identify(service, install)).json()
    expect(response).toMatchObject({ ok: true, contact: 'read', uninstallWatch: 'not_configured' })
    expect(service.simulator.subscriptions(install.myshopifyDomain)).toEqual([])
    expect((await readWritten(service, install.myshopifyDomain)).watches).toEqual([])
  })

  it('keeps the contact when the watch fails [D31]', async () => {
    const install = await addSecondAppShop('https://localhost/uninstalled')
    const response = await (await identify(service, install)).json()
    expect(response).toMatchObject({ ok: true, contact: 'read', uninstallWatch: 'failed' })
    const { contacts, watches, receipts } = await readWritten(service, install.myshopifyDomain)
    expect([contacts.length, watches.length]).toEqual([1, 0])
    expect(receipts).toMatchObject([{ outcome: 'identified', uninstall_watch: 'failed' }])
  })
})

describe('the backfill variant', () => {
  it('lets the platform win and keeps what only the caller sent [D33]', async () => {
    const phone = '+47 22 00 00 00'
    const install = addShop(service, { contact: { email: 'owner@maple.example' } })
    const response = await (await identify(service, { ...install, ...contact, phone })).json()
    expect(response).toMatchObject({ ok: true, contact: 'read', uninstallWatch: 'registered' })
    const { contacts, receipts } = await readWritten(service, install.myshopifyDomain)
    expect(contacts).toMatchObject([
      { email: 'owner@maple.example', country: 'Canada', shopify_plan: 'Basic', phone },
    ])
    expect(receipts).toMatchObject([{ sent: 'token_and_contact' }])
  })

  it.each([
    ['revoked', 'denied'],
    ['forbidden', 'denied'],
    ['mismatch', 'denied'],
    ['frozen', 'failed'],
    ['gone', 'failed'],
    ['locked', 'failed'],
    ['rate_limited', 'failed'],
    ['throttled', 'failed'],
    ['server_error', 'failed'],
    ['html_error', 'failed'],
    ['redirect', 'failed'],
    ['reset', 'failed'],
  ] as const)(
    'stores what was sent when the shop meets %s; the watch is %s [D33]',
    async (behaviour, watch) => {
      const install = addShop(service, { behaviour })
      const response = await identify(service, { ...install, ...contact })
      expect(response.status).toBe(200)
      expect(await response.json()).toMatchObject({ ok: true, contact: 'provided', uninstallWatch: watch })
      const { contacts, watches, receipts } = await readWritten(service, install.myshopifyDomain)
      expect(contacts).toMatchObject([{ email: 'owner@sent.example', shopify_plan: 'Plus' }])
      expect(watches).toEqual([])
      expect(receipts).toMatchObject([
        { sent: 'token_and_contact', outcome: 'identified', uninstall_watch: watch },
      ])
    },
  )
})

describe('the uninstall variant', () => {
  it('stores the contact and calls no platform [4.3]', async () => {
    const uninstall = { ...buildUninstall(), ...contact }
    const asked = service.simulator.requests.length
    const response = await identify(service, uninstall)
    expect(response.status).toBe(200)
    const body = await response.json()
    expect(body).toMatchObject({ ok: true, contact: 'provided', uninstallWatch: 'not_requested' })
    expect(service.simulator.requests).toHaveLength(asked)
    const { contacts, receipts } = await readWritten(service, uninstall.myshopifyDomain)
    expect(contacts).toMatchObject([
      { email: 'owner@sent.example', owner_name: 'Sent Owner', country: 'Norway', phone: null },
    ])
    expect(receipts).toMatchObject([
      { sent: 'contact', app_id: null, outcome: 'identified', uninstall_watch: 'not_requested' },
    ])
  })

  it('may name the app [D30]', async () => {
    const uninstall = { ...buildUninstall(), appId: service.ids.appId }
    expect((await identify(service, uninstall)).status).toBe(200)
    const { receipts } = await readWritten(service, uninstall.myshopifyDomain)
    expect(receipts).toMatchObject([{ app_id: service.ids.appId }])
  })

  it.each([
    ['email', 'owner@sent.example', 'email'],
    ['ownerName', 'Sent Owner', 'owner_name'],
    ['country', 'Norway', 'country'],
    ['shopifyPlan', 'Basic', 'shopify_plan'],
    ['phone', '+47 22 00 00 00', 'phone'],
  ])('is content with %s alone, trimmed [D30]', async (field, value, column) => {
    const { myshopifyDomain } = buildUninstall()
    const response = await identify(service, { myshopifyDomain, [field]: ` ${value} ` })
    expect(response.status).toBe(200)
    expect((await readWritten(service, myshopifyDomain)).contacts).toMatchObject([{ [column]: value }])
  })

  it('blanks no field that is known [1-contact] [D35]', async () => {
    const uninstall = buildUninstall()
    await identify(service, { ...uninstall, ...contact, phone: '+47 22 00 00 00' })
    const created_at = new Date(service.clock.now())
    service.clock.advance(1000)
    await identify(service, { ...uninstall, email: 'new@sent.example' })
    expect((await readWritten(service, uninstall.myshopifyDomain)).contacts).toMatchObject([
      {
        email: 'new@sent.example',
        owner_name: 'Sent Owner',
        country: 'Norway',
        shopify_plan: 'Plus',
        phone: '+47 22 00 00 00',
        created_at,
        updated_at: new Date(service.clock.now()),
      },
    ])
  })

  it('keeps a known e-mail when the next call sends none [1-contact] [D35]', async () => {
    const uninstall = buildUninstall()
    await identify(service, { ...uninstall, ...contact })
    await identify(service, { ...uninstall, country: 'Sweden' })
    const { contacts } = await readWritten(service, uninstall.myshopifyDomain)
    expect(contacts).toMatchObject([{ email: contact.email, country: 'Sweden' }])
  })

  it('infers no uninstall: the watch stays [D35]', async () => {
    const install = addShop(service)
    await identify(service, install)
    await identify(service, { ...contact, myshopifyDomain: install.myshopifyDomain })
    expect((await readWritten(service, install.myshopifyDomain)).watches).toHaveLength(1)
  })

  it('keeps the workspaces apart [5-3]', async () => {
    const uninstall = buildUninstall()
    await identify(service, uninstall)
    const key = service.keys.workspaceOther
    await identify(service, { ...uninstall, email: 'other@sent.example' }, { key })
    const { contacts } = await readWritten(service, uninstall.myshopifyDomain)
    expect(contacts).toHaveLength(2)
    expect(contacts).toContainEqual(
      expect.objectContaining({ workspace_id: service.ids.workspaceId, email: 'owner@sent.example' }),
    )
  })
})
