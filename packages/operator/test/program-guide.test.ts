import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createShopifySimulator } from '@affiliate-platform/shopify-simulator'
import { makeFolder } from '@affiliate-platform/test-support/service-process'
import { enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEmptyDatabase } from './command-line.ts'
import { readGuide, runBlocks } from './guide.ts'

const blocks = readGuide('running-a-program.md')
const token = 'prtapi_canary0f00d'
const shop = { id: 'gid://partners/Shop/7', myshopifyDomain: 'maple-lantern.myshopify.com' }
const days = ['2026-01-15', '2026-02-15', '2026-03-15']
const usd = (amount: string) => ({ amount, currencyCode: 'USD' })

describe.skipIf(!enginesAtHand.includes('postgres'))('the guide to running a program', () => {
  const folder = makeFolder()
  const simulator = createShopifySimulator()
  let server: Awaited<ReturnType<typeof simulator.listen>>
  let outputs: readonly string[]

  /** What the block printed that contains a text. */
  const outputOf = (text: string) => outputs[blocks.findIndex((block) => block.includes(text))] ?? ''

  beforeAll(async () => {
    const sales = days.map((day, index) => ({
      ...({ type: 'AppSubscriptionSale', id: `gid://partners/AppSubscriptionSale/${index}`, shop } as const),
      ...{ createdAt: `${day}T00:00:00Z`, chargeId: 'gid://shopify/AppSubscription/1' },
      ...{ grossAmount: usd('19.0'), netAmount: usd('18.45'), billingInterval: 'EVERY_30_DAYS' as const },
    }))
    const usage = {
      ...({ type: 'AppUsageSale', id: 'gid://partners/AppUsageSale/9', shop } as const),
      ...{ createdAt: '2026-02-20T00:00:00Z', grossAmount: usd('5.0'), netAmount: usd('5.0') },
    }
    simulator.addPartner({
      ...{ organizationId: '42', clients: [{ accessTokens: [token] }] },
      ...{ apps: [{ id: 'gid://partners/App/31' }], transactions: [...sales, usage] },
    })
    server = await simulator.listen()
    const header = 'Shop,Charge ID,Charge Creation Time,Charge Type,Partner Share,Partner Sale,App Title'
    const toRow = (day: string, type: string, amounts: string) =>
      `${shop.myshopifyDomain},,${day},App sale – ${type},${amounts},Bright Reviews`
    const rows = days.map((day) => toRow(day, '30-day subscription', '18.45,19.00'))
    const csv = [header, ...rows, toRow('2026-02-20', 'usage', '5.00,5.00')].join('\n')
    await writeFile(join(folder.path, 'payout.csv'), csv)
    outputs = await runBlocks(blocks, folder.path, {
      ...{ DATABASE_URL: await createEmptyDatabase(), PARTNER_API_ORIGIN: server.partnersUrl },
      PARTNER_API_TOKEN: token,
    })
    // Some thirty processes, one after the other, and perhaps beside other tests.
  }, 600_000)

  afterAll(async () => {
    await server.close()
    await folder.remove()
  })

  test('runs from an empty database to its last block [D134]', () => {
    expect(outputs).toHaveLength(blocks.length)
    expect(outputOf('sales status')).toContain('source:      partner_transactions')
  })

  test('finds the same sales on both sides [D145]', () => {
    const [platform = '', csv = ''] = outputOf('sales reconcile').split(/(?=2026-01-15T)/)
    expect(platform).toMatch(/subscription_sale +USD +3 +3 +57\.0 +57\.0 +55\.35 +55\.35 +yes/)
    expect(csv).toMatch(/subscription_sale +- +3 +3 +57\.0 +57\.0 +55\.35 +55\.35 +yes/)
  })

  test('pays a reward and a fifth of the net of three sales, which the member confirms [D62]', () => {
    expect(outputOf('payouts preview')).toMatch(/Harbour Studio +would pay +16\.07 USD/)
    expect(outputOf('payouts confirm')).toMatch(/status +confirmed\namount +16\.07 USD\nunpaid +0\.00 USD/)
  })

  test('explains a unit, and why usage earns nothing', () => {
    const output = outputOf('explain payout')
    expect(output).toContain('gid://partners/AppSubscriptionSale/0')
    expect(output).toContain('kind_not_included')
  })

  test('has the five commands of the README, from sales to an explained payout', () => {
    const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8')
    const [, commands = ''] = /^```sh guide\n(.*?)^```/ms.exec(readme) ?? []
    const lines = commands.trim().split('\n')
    expect(lines).toHaveLength(5)
    expect(blocks.join('').split('\n')).toEqual(expect.arrayContaining(lines))
  })

  test('prints the token nowhere [D134]', () => {
    expect(outputs.join('')).not.toContain('canary')
  })
})
