import { fakeApiKeys, responses } from '@affiliate-platform/sdk/testing'
import type { BackfillPage } from '@affiliate-platform/shopify-recipes'
import { beforeEach, describe, expect, it } from 'vitest'
import { runToEnd, useFakeClock } from './fake-clock.ts'
import type { Stage } from './stage.ts'

/** Interface 4.4 rules 4 to 6, through the app's own route. */
export function describeBackfill(stage: Stage): void {
  describe('the backfill', () => {
    beforeEach(() => stage.deleteSessions())

    async function addShops(count: number): Promise<readonly string[]> {
      const shops: string[] = []
      for (let added = 0; added < count; added += 1) {
        const shop = stage.addShop()
        await stage.addSession(shop)
        shops.push(shop)
      }
      return shops
    }

    const runPage = async (offset = 0): Promise<BackfillPage> =>
      (await (await stage.backfill(`offset=${offset}`)).json()) as BackfillPage

    it.each([
      ['without a key', 'offset=0', null],
      ['with a wrong key', 'offset=0', `Bearer ${fakeApiKeys.unknownWorkspace}`],
      ['with the key in the query string', `offset=0&key=${fakeApiKeys.workspace}`, null],
    ])('is rejected with 401 %s [4.4-4]', async (_, query, authorization) => {
      await addShops(1)
      const before = stage.identified().length
      expect((await stage.backfill(query, authorization)).status).toBe(401)
      expect(stage.identified(before)).toEqual([])
    })

    it('sends 137 shops in pages of 50, each once [4.4-4]', async () => {
      const shops = await addShops(137)
      const before = stage.identified().length
      const pages = [await runPage(0), await runPage(50), await runPage(100)]
      expect(pages.map(({ processed, nextOffset }) => [processed, nextOffset])).toEqual([
        [50, 50],
        [50, 100],
        [37, null],
      ])
      const sent = stage.identified(before).map(({ myshopifyDomain }) => myshopifyDomain)
      expect(sent.toSorted()).toEqual(shops.toSorted())
    })

    it('sends contact, token and app id, and no phone [4.3]', async () => {
      const [shop = ''] = await addShops(1)
      const before = stage.identified().length
      await runPage()
      const { email, ownerName, country, plan } = stage.simulator.shop(shop).contact
      const session = await stage.routes.sessionStorage.loadSession(`offline_${shop}`)
      expect(stage.identified(before)).toEqual([
        {
          myshopifyDomain: shop,
          appId: process.env['AFFILIATE_APP_ID'],
          accessToken: session?.accessToken,
          email,
          ownerName,
          country,
          shopifyPlan: plan,
        },
      ])
    })

    it('responds with exactly the fields of the interface [4.4-5]', async () => {
      await addShops(2)
      expect(await runPage()).toEqual({
        processed: 2,
        offset: 0,
        sent: 2,
        skipped: 0,
        failed: 0,
        failures: [],
        nextOffset: null,
        paginationComplete: true,
        done: true,
        retryOffset: null,
        next: expect.any(String),
      })
    })

    it('skips a shop whose token is revoked [4.4-4]', async () => {
      const [shop = ''] = await addShops(2)
      stage.simulator.setBehaviour(shop, 'revoked')
      expect(await runPage()).toMatchObject({ sent: 1, skipped: 1, failed: 0, done: true })
    })

    it('lists a shop that cannot be read or identified with domain, stage and status [4.4-4]', async () => {
      const [unread = '', unidentified = ''] = await addShops(2)
      stage.simulator.setBehaviour(unread, 'server_error')
      stage.service.script('identify', responses.status(500))
      const { failures, ...page } = await runPage()
      expect(page).toMatchObject({ processed: 2, sent: 0, failed: 2, done: false, retryOffset: 0 })
      expect(failures).toEqual([
        { domain: unread, stage: 'shop_read', status: 500 },
        { domain: unidentified, stage: 'identify', status: 500 },
      ])
    })

    it.each([
      ['reading a shop', 'shop_read'],
      ['identifying it', 'identify'],
    ] as const)('gives %s 10 s [4.4-4]', async (_, stageName) => {
      useFakeClock()
      const [shop = ''] = await addShops(1)
      if (stageName === 'shop_read') stage.simulator.setBehaviour(shop, 'hang')
      else stage.service.script('identify', responses.hang())
      const running = runPage()
      // The client's own time counts what really passes, and may end a moment earlier.
      expect(Math.ceil((await runToEnd(running)) / 1000)).toBe(10)
      expect((await running).failures).toEqual([{ domain: shop, stage: stageName, status: null }])
    })

    it('is not done at its last page but after the failures were retried [4.4-6]', async () => {
      const [, , troubled = ''] = await addShops(3)
      stage.simulator.setBehaviour(troubled, 'server_error')
      const first = await runPage()
      expect(first).toMatchObject({ paginationComplete: true, done: false, retryOffset: 0 })
      stage.simulator.setBehaviour(troubled, 'ok')
      expect(await runPage(first.retryOffset ?? -1)).toMatchObject({
        sent: 3,
        failed: 0,
        done: true,
        retryOffset: null,
      })
    })
  })
}
