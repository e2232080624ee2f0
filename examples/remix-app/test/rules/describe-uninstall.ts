import { responses } from '@affiliate-platform/sdk/testing'
import { uninstallPayload } from '@affiliate-platform/shopify-recipes/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { runToEnd, useFakeClock } from './fake-clock.ts'
import type { Stage } from './stage.ts'

const faults = [
  'wrong_secret',
  'missing_signature',
  'empty_signature',
  'changed_byte',
  'reserialised_body',
] as const

/** What every uninstall webhook does, whichever variant the app has chosen. */
export function describeUninstall(stage: Stage): void {
  describe('an uninstall', () => {
    const hasSession = async (shop: string) =>
      (await stage.routes.sessionStorage.loadSession(`offline_${shop}`)) !== undefined

    it.each(faults)('with a %s gets 401, and nothing is done [5-7]', async (fault) => {
      const shop = stage.addShop()
      await stage.addSession(shop)
      const before = stage.identified().length
      expect((await stage.uninstalled(shop, { fault })).status).toBe(401)
      expect(await hasSession(shop)).toBe(true)
      expect(stage.identified(before)).toEqual([])
    })

    it('with an expired token, whose refresh is rejected, gets 200 [4.4-3]', async () => {
      const shop = stage.addShop()
      await stage.addSession(shop)
      await stage.expireToken(shop)
      stage.simulator.uninstall(shop)
      stage.simulator.setRefreshBehaviour(shop, 'invalid_grant')
      expect((await stage.uninstalled(shop)).status).toBe(200)
      expect(await hasSession(shop)).toBe(false)
    })
  })
}

/** Interface 4.4 rules 1 and 3, through the routes of an app that forwards uninstalls. */
export function describeForward(stage: Stage): void {
  describe('a forwarded uninstall', () => {
    let before = 0

    beforeEach(() => {
      before = stage.identified().length
    })

    it('is all that is sent: the install sends nothing [4.4-1]', async () => {
      const shop = stage.addShop()
      await stage.open(shop)
      await stage.settle()
      expect(stage.identified(before)).toEqual([])
    })

    it('carries domain and contact of the payload, and neither phone nor token [4.4-3]', async () => {
      const shop = stage.addShop()
      const payload = uninstallPayload({ myshopify_domain: shop })
      expect((await stage.uninstalled(shop, { payload })).status).toBe(200)
      expect(stage.identified(before)).toEqual([
        {
          myshopifyDomain: shop,
          email: payload['email'],
          ownerName: payload['shop_owner'],
          country: payload['country_name'],
          shopifyPlan: payload['plan_display_name'],
        },
      ])
    })

    it.each([
      ['responds with 500', responses.status(500)],
      ['says that it is not ok', responses.notOk()],
      ['cannot be reached', responses.networkError()],
    ])(
      'does not fail the webhook when the platform %s, and the session goes [4.4-3]',
      async (_, response) => {
        const shop = stage.addShop()
        await stage.addSession(shop)
        stage.service.script('identify', response)
        expect((await stage.uninstalled(shop)).status).toBe(200)
        expect(await stage.routes.sessionStorage.loadSession(`offline_${shop}`)).toBeUndefined()
      },
    )

    it('does not keep the platform of the shop waiting when ours hangs [4.4-3] [D39]', async () => {
      useFakeClock()
      const shop = stage.addShop()
      stage.service.script('identify', responses.hang())
      const responded = stage.uninstalled(shop)
      expect(await runToEnd(responded)).toBeLessThan(5000)
      expect((await responded).status).toBe(200)
    })
  })
}
