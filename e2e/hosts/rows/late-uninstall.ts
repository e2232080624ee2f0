import { afterEach, expect, it } from 'vitest'
import type { Stage } from '../support/stage.ts'
import { app } from '../support/world.ts'

const second = 1000
const hour = 3600 * second

/** What must happen when an uninstall is delivered after the shop has come back. */
export function describeLateUninstall(getStage: () => Stage): void {
  afterEach(() => getStage().moveClocks(0))

  it.each([2, 5, 40, 7200])(
    'keeps the session of a reinstall from an uninstall that comes %i s late, and tells both [4.4-2, D260]',
    async (lateSeconds) => {
      const { addShop, open, renew, deliver, moveClocks, expectIdentified, expectReported, world } =
        getStage()
      const { simulator, sessions } = world
      const shop = addShop()
      await open(shop)
      await expectIdentified(shop)
      await moveClocks(hour)
      const triggeredAt = new Date()
      simulator.uninstall(shop)
      simulator.install(shop, app)
      await moveClocks(hour + (lateSeconds / 2) * second)
      expect(await renew(shop)).toMatchObject({ status: 200 })
      await moveClocks(hour + lateSeconds * second)
      // Another shop's install comes after the run of the hook, and is through.
      const next = addShop()
      await open(next)
      await expectIdentified(next)
      // By their ids: to send the reinstall, an app may refresh its token.
      const listIds = () => sessions.ofShop(shop).map((entries) => Object.fromEntries(entries)['id'])
      const kept = listIds()
      expect(kept).not.toEqual([])
      expect(await deliver(shop, { triggeredAt })).toMatchObject({
        status: 200,
        body: '{"code":"superseded"}',
      })
      expect(listIds()).toEqual(kept)
      await renew(shop)
      await expectIdentified(shop, 2)
      await expectReported(shop, ['installed', 'uninstalled', 'installed'])
      expect(sessions.events(shop)).toEqual(['installed', 'uninstalled', 'reinstalled'])
    },
  )
}
