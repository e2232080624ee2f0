import { setTimeout as sleep } from 'node:timers/promises'
import { describe, it } from 'vitest'
import type { Host } from '../support/host.ts'
import { findFreePort } from '../support/listen.ts'
import { createStage } from '../support/stage.ts'
import type { World } from '../support/world.ts'

/** Failures without any connection. They lie in the settings, so each has processes of its own. */
const settings = {
  'refuses connections': async () => ({ AFFILIATE_BASE_URL: `http://127.0.0.1:${await findFreePort()}` }),
  'has no address': async () => ({ AFFILIATE_BASE_URL: 'https://affiliates.invalid' }),
  'has given no key': async () => ({ AFFILIATE_WORKSPACE_API_KEY: '' }),
}

const pageTimeMsMax = 4500

/** The same promises as in an outage. What is to be sent later is sent after a restart with the right settings. */
export function describeUnreachable(host: Host, getWorld: () => World): void {
  describe.concurrent('shows the page, lives on and identifies later when the platform', () => {
    it.for(Object.entries(settings))('%s [4.4-2, D67]', async ([, change], { expect, onTestFinished }) => {
      const world = getWorld()
      const { addShop, app, open, listReported } = await createStage(host, world, await change())
      onTestFinished(app.stop)
      const shop = addShop()
      const opened = await open(shop)
      // The time that a call may take: what ends the process would have ended it by then.
      await sleep(5500)
      const isRunning = app.isRunning()
      await app.stop()
      expect(opened.status).toBe(200)
      expect(opened.tookMs).toBeLessThan(pageTimeMsMax)
      expect(isRunning).toBe(true)
      expect(world.platform.calls(shop)).toEqual([])
      const told = listReported(shop)
      const restarted = await createStage(host, world)
      onTestFinished(restarted.app.stop)
      await restarted.expectIdentifiedLater(shop)
      expect(world.platform.calls(shop)).toHaveLength(1)
      // Whoever lost the ledger in memory tells it once more.
      await restarted.expectReported(shop, [...told, 'installed'])
    })
  })
}
