import { expect, it } from 'vitest'
import type { Stage } from '../support/stage.ts'
import { app } from '../support/world.ts'

/** What must happen at an install, and must not at a renewal. */
export function describeInstall(getStage: () => Stage): void {
  it('identifies a shop once, with an offline token, and shows the page [4.3-install, 4.4-2]', async () => {
    const { addShop, open, expectIdentified, world } = getStage()
    const shop = addShop()
    expect(await open(shop)).toMatchObject({ status: 200 })
    await expectIdentified(shop)
    const [call] = world.platform.calls(shop)
    const appId = world.environment['AFFILIATE_APP_ID']
    const accessToken = expect.toBeOneOf(world.sessions.offlineTokens(shop))
    expect(call?.body).toEqual({ myshopifyDomain: shop, appId, accessToken })
  })

  it('does not identify it again when its token is renewed [4.4-2, D38]', async () => {
    const { addShop, open, renew, expectIdentified, world } = getStage()
    const shop = addShop()
    await open(shop)
    await expectIdentified(shop)
    for (let count = 0; count < 3; count += 1) expect(await renew(shop)).toMatchObject({ status: 200 })
    // Another shop's install comes after all of these, and is through.
    const next = addShop()
    await open(next)
    await expectIdentified(next)
    expect(world.platform.calls(shop)).toHaveLength(1)
  })

  it('identifies it again when it installs again [4.4-2]', async () => {
    const { addShop, open, deliver, expectIdentified, world } = getStage()
    const shop = addShop()
    await open(shop)
    await expectIdentified(shop)
    world.simulator.uninstall(shop)
    expect(await deliver(shop)).toMatchObject({ status: 200 })
    world.simulator.install(shop, app)
    expect(await open(shop)).toMatchObject({ status: 200 })
    await expectIdentified(shop, 2)
  })
}
