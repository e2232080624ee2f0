import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { report, scale } from '@affiliate-platform/test-support/guarantee-scale'
import { buildExampleRules, refer } from '@affiliate-platform/test-support/money-world'
import { expect, test } from 'vitest'
import { buildOwnSale, connect } from './connected-world.ts'

const shopCount = scale({ quick: 3, soak: 500 })
/** One more than a page. */
const salesOfEach = 101
/** What a token is allowed. */
const requestsPerSecond = 4

const shops = Array.from({ length: shopCount }, (_, index) => ({
  id: `gid://partners/Shop/${100 + index}`,
  myshopifyDomain: `shop-${index}.myshopify.com`,
}))

const strangers = Array.from({ length: 10 }, (_, index) => ({
  id: `gid://partners/Shop/${index + 1}`,
  myshopifyDomain: `stranger-${index}.myshopify.com`,
}))

/** Sales of each shop, and of some that nobody referred. */
const sellers = [...shops, ...strangers]
const transactions = sellers.flatMap((shop, index) =>
  Array.from({ length: salesOfEach }, (_, sale) => buildOwnSale(index * salesOfEach + sale + 1, { shop })),
)

describeOnEachEngine(`${shopCount} shops that were referred`, (database) => {
  test('are read page by page of their own sales, in minutes at four requests a second [D59]', async () => {
    const world = await connect(database(), { transactions })
    await world.pass({ scope: 'backfills' })
    const { workspaceId, membershipId } = world
    for (const { myshopifyDomain: shopDomain } of shops) {
      await refer(database(), {
        ...{ workspaceId, membershipId, shopDomain, installedAtMs: Date.parse('2026-01-01T00:00:00Z') },
        ...{ clickedAtMs: undefined, evidence: undefined, reason: 'agreed', actor: 'operator:mia' },
        contract: { rules: buildExampleRules(), effectiveAtMs: undefined },
      })
    }
    const before = world.walks().length
    const pass = await world.pass({ scope: 'backfills' })
    const requests = world.walks().length - before

    const sales = shopCount * salesOfEach
    expect(pass).toMatchObject({ runs: shopCount, read: sales, new: sales, posted: sales, setAside: [] })
    expect(requests).toBe(shopCount * Math.ceil(salesOfEach / 100))
    const minutes = requests / requestsPerSecond / 60
    report(`${shopCount} shops, ${sales} sales, ${requests} requests: ${minutes} minutes at their pace`)
    expect(minutes).toBeLessThan(10)
  })
})
