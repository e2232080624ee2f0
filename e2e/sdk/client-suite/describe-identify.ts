import { describe, expect, test } from 'vitest'
import { errorOf } from '../error-of.ts'
import { clientsOf } from './clients-of.ts'
import type { MakeTarget } from './target.ts'

const myshopifyDomain = 'example.myshopify.com'
const contact = {
  email: 'owner@example.com',
  ownerName: 'Ada Example',
  country: 'Iceland',
  shopifyPlan: 'Basic',
}

/** Identifying a shop's contact without a token (interface 4.3); what a token does depends on the platform. */
export function describeIdentify(makeTarget: MakeTarget): void {
  describe('identify', () => {
    test('stores the contact of the uninstall variant [D31] [D34]', async () => {
      await using target = await makeTarget()

      const response = await clientsOf(target).identify.identify({ myshopifyDomain, ...contact })

      expect(response).toEqual({
        ok: true,
        requestId: expect.any(String),
        receiptId: expect.any(String),
        contact: 'provided',
        uninstallWatch: 'not_requested',
      })
    })

    test('gives every call its own receipt [D35]', async () => {
      await using target = await makeTarget()
      const { identify } = clientsOf(target)

      const first = await identify.identify({ myshopifyDomain, ...contact })
      const second = await identify.identify({ myshopifyDomain, country: 'Norway' })

      expect(second.receiptId).not.toBe(first.receiptId)
    })

    test('needs a known workspace key, and an app of its workspace [5-6] [D30]', async () => {
      await using target = await makeTarget()
      const { identify, unknownWorkspace } = clientsOf(target)
      const foreign = { myshopifyDomain, ...contact, appId: '99999999-9999-4999-8999-999999999999' }

      expect(await errorOf(unknownWorkspace.identify({ myshopifyDomain, ...contact }))).toMatchObject({
        name: 'AuthenticationError',
        body: { ok: false },
      })
      expect(await errorOf(identify.identify(foreign))).toMatchObject({
        name: 'PermissionError',
        code: 'access_denied',
        body: { ok: false },
      })
    })

    test('reports instead of throwing when asked to', async () => {
      await using target = await makeTarget()
      const { identify, unknownWorkspace } = clientsOf(target)

      expect(await identify.tryIdentify({ myshopifyDomain, ...contact })).toMatchObject({
        ok: true,
        response: { ok: true },
      })
      expect(await unknownWorkspace.tryIdentify({ myshopifyDomain, ...contact })).toMatchObject({
        ok: false,
        error: { name: 'AuthenticationError' },
      })
      expect(await identify.tryIdentify({ myshopifyDomain: 'example.com' } as never)).toMatchObject({
        ok: false,
        error: { name: 'InvalidRequestError', attempts: 0 },
      })
    })
  })
}
