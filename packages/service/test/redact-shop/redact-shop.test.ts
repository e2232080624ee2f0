import { describeServiceOnEachEngine } from '@affiliate-platform/test-support/each-engine'
import { expect, test } from 'vitest'

const path = '/api/compliance/shop-redact'
const myshopifyDomain = 'harbour.myshopify.com'

describeServiceOnEachEngine('POST /api/compliance/shop-redact', {}, (service) => {
  const redact = (json: unknown, key = service().keys.workspace) =>
    service().fetch(path, { method: 'POST', key, json })

  const identify = (domain: string) =>
    service().fetch('/api/identify', {
      method: 'POST',
      key: service().keys.workspace,
      json: { myshopifyDomain: domain, email: 'owner@harbour.example' },
    })

  test('erases the contact, keeps the receipt without the domain, and can be repeated [D75]', async () => {
    await identify(myshopifyDomain)
    await identify('other.myshopify.com')
    const [contacts, receipts] = [await service().count('contacts'), await service().count('receipts')]

    for (const sent of [myshopifyDomain, 'HARBOUR.myshopify.com']) {
      const response = await redact({ myshopifyDomain: sent })
      expect(response.status).toBe(200)
      expect(await response.json()).toEqual({ ok: true, requestId: response.headers.get('X-Request-Id') })
    }
    expect(await service().count('contacts')).toBe(contacts - 1)
    expect(await service().count('receipts')).toBe(receipts)
    const text =
      'select shop_domain, shop_hash is not null as hashed from receipts order by created_at desc, id desc limit 2'
    expect(await service().database.query({ name: 'test_receipts', text }, [])).toEqual([
      { shop_domain: 'other.myshopify.com', hashed: false },
      { shop_domain: null, hashed: true },
    ])
  })

  test('says in the audit which key it was [D65]', async () => {
    await redact({ myshopifyDomain })
    const text = 'select actor from audit_entries where subject = $1'
    const rows = await service().database.query({ name: 'test_actors', text }, ['erasure'])
    expect(rows).toContainEqual({ actor: expect.stringMatching(/^key:[\da-f-]{36}$/) })
  })

  test.each([
    ['nothing', {}],
    ['a domain with a path', { myshopifyDomain: `${myshopifyDomain}/x` }],
    ['an unknown field', { myshopifyDomain, shop_id: 1 }],
  ])('rejects %s and erases nothing', async (_title, json) => {
    await identify(myshopifyDomain)
    const contacts = await service().count('contacts')
    const response = await redact(json)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'invalid_request' })
    expect(await service().count('contacts')).toBe(contacts)
  })

  test('takes a workspace key and no other [5-4]', async () => {
    expect((await redact({ myshopifyDomain }, service().keys.affiliate)).status).toBe(401)
    expect((await service().fetch(path, { method: 'POST', json: { myshopifyDomain } })).status).toBe(401)
    expect((await service().fetch(path, { key: service().keys.workspace })).status).toBe(404)
  })

  test('notes when a key was last used, at most once a minute [D65]', async () => {
    const lastUsed = async () => {
      const text = `select max(last_used_at) as at from api_keys where kind = 'workspace'`
      const [row] = await service().database.query<{ at: Date }>({ name: 'test_last_used', text }, [])
      return row?.at.getTime()
    }
    const { clock } = service()
    clock.advance(120_000)
    await redact({ myshopifyDomain })
    const at = clock.now()
    await expect.poll(lastUsed).toBe(at)
    clock.advance(59_000)
    await redact({ myshopifyDomain })
    await redact({ myshopifyDomain })
    expect(await lastUsed()).toBe(at)
    clock.advance(2000)
    await redact({ myshopifyDomain })
    await expect.poll(lastUsed).toBe(at + 61_000)
  })
})
