import { expect, it } from 'vitest'
import type { Stage } from '../support/stage.ts'

/** The route for the shops that an app already has. */
export function describeBackfill(getStage: () => Stage): void {
  it('rejects a backfill without the key [4.4-4, D41]', async () => {
    const { backfill, world } = getStage()
    const sent = {
      status: 401,
      type: 'application/json; charset=utf-8',
      body: '{"code":"invalid_credential"}',
    }
    expect(await backfill(`${world.workspaceKey}x`)).toEqual(sent)
    expect(await backfill('')).toEqual(sent)
  })

  it('backfills a page with its key, and responds with the eleven fields [4.4-5, D40]', async () => {
    const { addShop, open, backfill, expectIdentified, world } = getStage()
    world.sessions.clear()
    const [shop, revoked] = [addShop(), addShop()]
    for (const domain of [shop, revoked]) {
      await open(domain)
      await expectIdentified(domain)
    }
    world.simulator.setBehaviour(revoked, 'revoked')
    const { status, type, body } = await backfill(world.workspaceKey)
    expect({ status, type }).toEqual({ status: 200, type: 'application/json; charset=utf-8' })
    expect(JSON.parse(body)).toEqual({
      processed: 2,
      offset: 0,
      sent: 1,
      skipped: 1,
      failed: 0,
      failures: [],
      nextOffset: null,
      paginationComplete: true,
      done: true,
      retryOffset: null,
      next: expect.any(String),
    })
    expect(body).toMatch(/^\{"processed":2,"offset":0,"sent":1,/)
    const { contact } = world.simulator.shop(shop)
    expect(world.platform.calls(shop).at(-1)?.body).toMatchObject({
      email: contact.email,
      country: contact.country,
    })
  })
}
