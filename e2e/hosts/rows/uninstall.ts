import { expect, it } from 'vitest'
import type { Sent, Stage } from '../support/stage.ts'

/** The whole response, equal on every host. */
const toSent = (status: number, code: string): Sent => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify({ code }),
})

/** What the uninstall webhook responds, byte by byte. The same for both handlers. */
export function describeUninstall(getStage: () => Stage): void {
  it('handles a delivery of an uninstall, and the app cleans up [5-7, D39]', async () => {
    const { addShop, open, deliver, world } = getStage()
    const shop = addShop()
    await open(shop)
    expect(world.sessions.ofShop(shop)).not.toEqual([])
    expect(await deliver(shop)).toEqual(toSent(200, 'handled'))
    expect(world.sessions.ofShop(shop)).toEqual([])
  })

  it('handles a redelivery once [4.4-3, D39]', async () => {
    const { addShop, deliver } = getStage()
    const shop = addShop()
    const eventId = crypto.randomUUID()
    expect(await deliver(shop, { eventId })).toEqual(toSent(200, 'handled'))
    expect(await deliver(shop, { eventId })).toEqual(toSent(200, 'duplicate'))
  })

  it('rejects a wrong signature, and nothing is cleaned up [5-7, D37]', async () => {
    const { addShop, open, deliver, world } = getStage()
    const shop = addShop()
    await open(shop)
    for (const fault of ['wrong_secret', 'changed_byte', 'reserialised_body'] as const) {
      expect(await deliver(shop, { fault })).toEqual(toSent(401, 'hmac_invalid'))
    }
    for (const fault of ['missing_signature', 'empty_signature'] as const) {
      expect(await deliver(shop, { fault })).toEqual(toSent(401, 'hmac_missing'))
    }
    expect(world.sessions.ofShop(shop)).not.toEqual([])
  })

  it('rejects another topic [D37]', async () => {
    const { addShop, deliver } = getStage()
    const headers = { 'X-Shopify-Topic': 'app/scopes_update' }
    expect(await deliver(addShop(), { headers })).toEqual(toSent(404, 'topic_not_handled'))
  })

  it('rejects a body that is no shop [5-7]', async () => {
    const { addShop, deliver } = getStage()
    const payload = { myshopify_domain: 'elsewhere.example' }
    expect(await deliver(addShop(), { payload })).toEqual(toSent(400, 'shop_missing'))
  })

  it('takes 65,536 bytes and rejects one more [8-body]', async () => {
    const { addShop, deliver } = getStage()
    const shop = addShop()
    const empty = { myshopify_domain: shop, pad: '' }
    const pad = (bytes: number) => ({ ...empty, pad: 'x'.repeat(bytes - JSON.stringify(empty).length) })
    expect(await deliver(shop, { payload: pad(65_536) })).toEqual(toSent(200, 'handled'))
    expect(await deliver(shop, { payload: pad(65_537) })).toEqual(toSent(413, 'body_too_large'))
  })
}
