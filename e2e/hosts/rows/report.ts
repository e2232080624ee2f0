import { expect, it } from 'vitest'
import type { Stage } from '../support/stage.ts'
import { app } from '../support/world.ts'

/** What the affiliate platform must be told of installs, where the app has an install-bridge key. */
export function describeReport(getStage: () => Stage): void {
  it('reports an install once, and none at renewals [D331]', async () => {
    const { addShop, open, renew, expectIdentified, expectReported, world } = getStage()
    const shop = addShop()
    const startedAtMs = Date.now()
    await open(shop)
    await expectReported(shop, ['installed'])
    const [report] = world.platform.reports(shop)
    const occurredAt = expect.stringMatching(/Z$/)
    const appId = world.environment['AFFILIATE_APP_ID']
    expect(report?.body).toEqual({ appId, myshopifyDomain: shop, kind: 'installed', occurredAt })
    expect(Date.parse(String(report?.body['occurredAt']))).toBeGreaterThanOrEqual(startedAtMs)
    for (let count = 0; count < 3; count += 1) expect(await renew(shop)).toMatchObject({ status: 200 })
    // Another shop's install comes after all of these, and is through.
    const next = addShop()
    await open(next)
    await expectIdentified(next)
    await expectReported(next, ['installed'])
    expect(world.platform.reports(shop)).toHaveLength(1)
  })

  it('reports an uninstall and a reinstall, once each [D331]', async () => {
    const { addShop, open, deliver, expectReported, world } = getStage()
    const shop = addShop()
    await open(shop)
    await expectReported(shop, ['installed'])
    world.simulator.uninstall(shop)
    expect(await deliver(shop)).toMatchObject({ status: 200 })
    await expectReported(shop, ['installed', 'uninstalled'])
    world.simulator.install(shop, app)
    await open(shop)
    await expectReported(shop, ['installed', 'uninstalled', 'installed'])
  })
}

/** The same for both handlers of the uninstall. */
export function describeReportOfUninstall(getStage: () => Stage): void {
  it('reports an uninstall once, however often it is delivered [D331]', async () => {
    const { addShop, deliver, expectReported, world } = getStage()
    const shop = addShop()
    const triggeredAt = new Date(Date.now() - 60_000)
    const eventId = crypto.randomUUID()
    for (let delivery = 0; delivery < 2; delivery += 1) await deliver(shop, { eventId, triggeredAt })
    await expectReported(shop, ['uninstalled'])
    expect(world.platform.reports(shop)).toMatchObject([{ body: { occurredAt: triggeredAt.toISOString() } }])
  })
}
