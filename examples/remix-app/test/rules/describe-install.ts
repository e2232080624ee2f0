import { responses } from '@affiliate-platform/sdk/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { runToEnd, useFakeClock } from './fake-clock.ts'
import type { Stage } from './stage.ts'

/** Interface 4.4 rule 2, through the routes of an app that identifies at install. */
export function describeInstall(stage: Stage): void {
  describe('an install', () => {
    let before = 0

    beforeEach(() => {
      before = stage.identified().length
    })

    it('is identified with domain, app id and the transient token when the merchant opens the app [4.4-2]', async () => {
      const shop = stage.addShop()
      await stage.open(shop)
      await stage.settle()
      const session = await stage.routes.sessionStorage.loadSession(`offline_${shop}`)
      expect(stage.identified(before)).toEqual([
        { myshopifyDomain: shop, accessToken: session?.accessToken, appId: process.env['AFFILIATE_APP_ID'] },
      ])
    })

    it('is not sent again when the merchant comes back or the token is renewed [4.4-2]', async () => {
      const shop = stage.addShop()
      await stage.open(shop)
      await stage.settle()
      await stage.open(shop)
      await stage.expireToken(shop)
      await stage.open(shop)
      await stage.settle()
      expect(stage.identified(before)).toHaveLength(1)
    })

    it('is sent again, once, at a reinstall [4.4-2]', async () => {
      const shop = stage.addShop()
      await stage.open(shop)
      await stage.settle()
      stage.simulator.uninstall(shop)
      expect((await stage.uninstalled(shop)).status).toBe(200)
      stage.reinstall(shop)
      await stage.open(shop)
      await stage.expireToken(shop)
      await stage.open(shop)
      await stage.settle()
      expect(stage.identified(before)).toHaveLength(2)
    })

    it('does not keep the merchant waiting while the platform hangs, and ends after 5,000 ms [4.4-2]', async () => {
      useFakeClock()
      const shop = stage.addShop()
      stage.service.script('identify', responses.hang())
      // No timer is moved on: the page is there although the platform never responds.
      await stage.open(shop)
      // The client's own time counts what really passes, and may end a moment earlier.
      expect(Math.ceil((await runToEnd(stage.settle())) / 1000)).toBe(5)
    })

    it.each([
      ['responds with 500', responses.status(500)],
      ['rejects the key', responses.rejection('invalid_credential')],
      ['says that it is not ok', responses.notOk()],
      ['cannot be reached', responses.networkError()],
    ])(
      'lets the merchant in when the platform %s, and tries again with the next token [4.4-2]',
      async (_, response) => {
        const shop = stage.addShop()
        stage.service.script('identify', response)
        await stage.open(shop)
        await stage.settle()
        await stage.expireToken(shop)
        await stage.open(shop)
        await stage.settle()
        await stage.expireToken(shop)
        await stage.open(shop)
        await stage.settle()
        // The hook also sends the shops again that earlier tests left missed.
        const own = stage.identified(before).filter(({ myshopifyDomain }) => myshopifyDomain === shop)
        expect(own).toHaveLength(2)
      },
    )

    it('is handed to the background lifecycle of a serverless host [4.4-2]', async () => {
      const shop = stage.addShop()
      await stage.open(shop)
      expect(stage.identified(before)).toEqual([])
      await stage.settle()
      expect(stage.identified(before)).toHaveLength(1)
    })

    it('is all that is sent: the uninstall sends nothing [4.4-1]', async () => {
      const shop = stage.addShop()
      await stage.open(shop)
      await stage.settle()
      expect((await stage.uninstalled(shop)).status).toBe(200)
      await stage.settle()
      expect(stage.identified(before)).toHaveLength(1)
    })
  })
}
