import { expect, it, vi } from 'vitest'
import { createStage, type Stage } from '../support/stage.ts'
import { app } from '../support/world.ts'

/** Two processes of one app, with one database. */
export type Stages = readonly [first: Stage, second: Stage]

/** What must happen once, whichever process it happens in. */
export function describeTwoProcesses(getStages: () => Stages): void {
  it('tells an install at A, an uninstall at B and a reinstall at A once each [4.4-2, D95]', async () => {
    const stages = getStages()
    const [first, second] = stages
    const { simulator, platform, sessions } = first.world
    const shop = first.addShop()
    await first.open(shop)
    await first.expectIdentified(shop)
    simulator.uninstall(shop)
    expect(await second.deliver(shop)).toMatchObject({ status: 200, body: '{"code":"handled"}' })
    simulator.install(shop, app)
    await first.open(shop)
    await first.expectIdentified(shop, 2)
    for (const { open } of stages) expect(await open(shop)).toMatchObject({ status: 200 })
    await comeToRest(stages)
    expect(sessions.events(shop)).toEqual(['installed', 'uninstalled', 'reinstalled'])
    await first.expectReported(shop, ['installed', 'uninstalled', 'installed'])
    expect(platform.calls(shop)).toHaveLength(2)
  })

  it('identifies a shop once that is opened at both at the same time [4.4-2, D38]', async () => {
    const stages = getStages()
    const [first, second] = stages
    const shop = first.addShop()
    const opens = [first, second, first, second].map(({ open }) => open(shop))
    for (const opened of await Promise.all(opens)) expect(opened).toMatchObject({ status: 200 })
    await first.expectIdentified(shop)
    await comeToRest(stages)
    expect(first.world.platform.calls(shop)).toHaveLength(1)
    expect(first.world.platform.reports(shop)).toHaveLength(1)
    expect(first.world.sessions.events(shop)).toEqual(['installed'])
  })

  it('handles an uninstall once that is delivered to both, and again [4.4-3, D39]', async () => {
    const [first, second] = getStages()
    const shop = first.addShop()
    await first.open(shop)
    await first.expectIdentified(shop)
    const eventId = crypto.randomUUID()
    const sent = await Promise.all([first, second].map(({ deliver }) => deliver(shop, { eventId })))
    expect(sent.map(({ body }) => body).sort()).toEqual(['{"code":"duplicate"}', '{"code":"handled"}'])
    for (const { deliver } of [first, second]) {
      expect(await deliver(shop, { eventId })).toMatchObject({ status: 200, body: '{"code":"duplicate"}' })
    }
    expect(first.world.sessions.events(shop)).toEqual(['installed', 'uninstalled'])
    await first.expectReported(shop, ['installed', 'uninstalled'])
  })

  it('sends an install that A missed when A has been restarted, once [4.4-2, D67]', async ({
    onTestFinished,
  }) => {
    const [first, second] = getStages()
    const { host, world } = first
    const missing = await createStage(host, world)
    onTestFinished(missing.app.stop)
    const shop = missing.addShop()
    world.platform.fail(shop, 'responds with 500')
    await missing.open(shop)
    // By then the ledger says so.
    const warning = new RegExp(`AffiliateRecipesWarning.*${shop}`)
    await vi.waitUntil(() => warning.test(missing.app.log()), { timeout: 60_000 })
    await missing.app.stop()
    world.platform.fail(shop, undefined)
    const restarted = await createStage(host, world)
    onTestFinished(restarted.app.stop)
    const stages: Stages = [restarted, second]
    await comeToRest(stages)
    await restarted.expectIdentified(shop)
    await comeToRest(stages)
    expect(world.platform.calls(shop).filter(({ isAccepted }) => isAccepted)).toHaveLength(1)
    await first.expectReported(shop, ['installed'])
    expect(world.sessions.events(shop)).toEqual(['installed'])
  })
}

/** Another shop's install at each process comes after all that came before, and is through. */
async function comeToRest(stages: Stages): Promise<void> {
  for (const { addShop, open, expectIdentified } of stages) {
    const shop = addShop()
    await open(shop)
    await expectIdentified(shop)
  }
}
