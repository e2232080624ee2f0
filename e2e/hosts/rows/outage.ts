import { describe, expect, it, vi } from 'vitest'
import { type Failure, failures } from '../support/failures.ts'
import type { Stage } from '../support/stage.ts'

const failureNames = Object.keys(failures) as readonly Failure[]

// Far more than a page takes, and less than a call that hangs: a page that waited for the call shows.
const pageTimeMsMax = 4500
// What a busy machine may add to a budget.
const slackMs = 1500

/** An outage of the affiliate platform hurts no merchant, and loses no shop. */
export function describeOutage(getStage: () => Stage): void {
  describe.concurrent('shows the page, ends its call in time and identifies later when the platform', () => {
    it.for(failureNames)('%s [4.4-2, D67]', async (failure, { expect }) => {
      const { addShop, open, expectIdentifiedLater, world } = getStage()
      const shop = addShop()
      world.platform.fail(shop, failure)
      const opened = await open(shop)
      expect(opened.status).toBe(200)
      expect(opened.tookMs).toBeLessThan(pageTimeMsMax)
      await vi.waitUntil(() => world.platform.calls(shop)[0]?.heldMs, { timeout: 60_000 })
      expect(world.platform.calls(shop)[0]?.heldMs).toBeLessThan(5000 + slackMs)
      world.platform.fail(shop, undefined)
      await expectIdentifiedLater(shop)
    })

    it('hangs at the report alone, which identify does not wait for [D67] [D331]', async ({ expect }) => {
      const { addShop, open, expectIdentified, expectIdentifiedLater, world } = getStage()
      const { platform } = world
      const shop = addShop()
      platform.fail(shop, 'hangs', 'reports')
      const opened = await open(shop)
      expect(opened.status).toBe(200)
      expect(opened.tookMs).toBeLessThan(pageTimeMsMax)
      await expectIdentified(shop)
      await vi.waitUntil(() => platform.reports(shop)[0]?.heldMs, { timeout: 60_000 })
      expect(platform.reports(shop)[0]?.heldMs).toBeLessThan(5000 + slackMs)
      platform.fail(shop, undefined)
      await expectIdentifiedLater(shop)
      expect(platform.calls(shop)).toHaveLength(1)
    })
  })
}

/** The same for an app that forwards uninstalls. */
export function describeForward(getStage: () => Stage): void {
  it('forwards the contact of a shop that uninstalls [4.3-uninstall, 4.4-3]', async () => {
    const { addShop, deliver, world } = getStage()
    const shop = addShop()
    expect(await deliver(shop)).toMatchObject({ status: 200 })
    const contact = {
      email: 'owner@paper-harbour.example',
      ownerName: 'Sam Example',
      country: 'Canada',
      shopifyPlan: 'Shopify Plus',
    }
    expect(world.platform.calls(shop)).toMatchObject([
      { body: { myshopifyDomain: shop, ...contact }, isAccepted: true },
    ])
  })

  describe.concurrent('responds with 200 to an uninstall in time when the platform', () => {
    it.for(failureNames)('%s [4.4-3, D39]', async (failure, { expect }) => {
      const { addShop, deliver, world } = getStage()
      const shop = addShop()
      world.platform.fail(shop, failure)
      const startedAtMs = performance.now()
      expect(await deliver(shop)).toMatchObject({ status: 200, body: '{"code":"handled"}' })
      expect(performance.now() - startedAtMs).toBeLessThan(3500 + slackMs)
      await vi.waitUntil(() => world.platform.calls(shop).every(({ heldMs }) => heldMs), { timeout: 60_000 })
    })
  })
}
