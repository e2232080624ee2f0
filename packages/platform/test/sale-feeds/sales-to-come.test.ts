import { listSetAside, readSalesStatus } from '@affiliate-platform/platform/sales'
import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { buildLine, buildMoneyWorld } from '@affiliate-platform/test-support/money-world'
import { expect, test } from 'vitest'
import { buildOwnSale, connect } from './connected-world.ts'

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()
const inAYear = () => inMs(365 * 86_400_000)

describeOnEachEngine('a sale that is dated ahead of its import', (database) => {
  test('is set aside from a file and stands in the way of nothing [D177]', async () => {
    const world = await buildMoneyWorld(database())
    const line = buildLine({ platformId: 'sale/2' })
    const toCome = buildLine({ platformId: 'sale/2', collectedAt: inAYear() })
    expect(await world.importLines([buildLine(), toCome])).toMatchObject({
      ...{ read: 2, new: 1, posted: 1, setAside: [{ platformId: 'sale/2', reason: 'in_future' }] },
    })
    const copy = { gross: '19', grossCurrency: 'USD', shopDomain: 'shop.myshopify.com' }
    expect(await listSetAside(database(), world, { limit: 10, after: undefined })).toMatchObject([
      { platformId: 'sale/2', reason: 'in_future', copy },
    ])
    const { setAside } = await readSalesStatus(database(), world)
    expect(setAside).toEqual([{ reason: 'in_future', currency: 'USD', rows: 1, gross: '19' }])

    await connect(database(), {}, { money: world, sinceMs: Date.now() })
    expect(await world.importLines([line])).toMatchObject({ new: 1, posted: 1, setAside: [] })
    expect(await world.amounts()).toEqual([380n, 380n])
  })

  test('is taken with a clock that is a little ahead [D177]', async () => {
    const world = await buildMoneyWorld(database())
    const rows = [
      buildLine({ collectedAt: '2026-03-01T00:00:05.000Z' }),
      buildLine({ platformId: 'sale/2', collectedAt: '2026-03-01T00:00:05.001Z' }),
    ]
    expect(await world.importLines(rows, { time: '2026-03-01T00:00:00.000Z' })).toMatchObject({
      ...{ new: 1, setAside: [{ platformId: 'sale/2', reason: 'in_future' }] },
    })
  })

  test('moves no watermark of the Partner API, and is read again [D177]', async () => {
    const early = buildOwnSale(1, { createdAt: inAYear() })
    const world = await connect(database(), { transactions: [early, buildOwnSale(2)] })
    const access = { ...world.access, fetch: withoutEnd(world.simulator.fetch) }
    const setAside = [{ platformId: early.id, reason: 'in_future' }]
    expect(await world.pass({ access, scope: 'recent' })).toMatchObject({ new: 1, posted: 1, setAside })
    world.partner.changeTransaction(early.id, { createdAt: inMs(0) })
    expect(await world.pass({ scope: 'recent' })).toMatchObject({ new: 1, posted: 1, setAside: [] })
  })
})

/** A Partner API that reads on where it was asked to end. */
function withoutEnd(send: typeof fetch) {
  return (url: string, init: RequestInit) =>
    send(url, { ...init, body: String(init.body).replace(/,?"createdAtMax":"[^"]*"/, '') })
}
