import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import {
  buildExampleRules,
  buildLine,
  buildMoneyWorld,
  buildRefund,
  type MoneyWorld,
  refer,
} from '@affiliate-platform/test-support/money-world'
import { createPostgresCopy, enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { describe, expect, test } from 'vitest'
import { type Database, openPostgres } from '../../src/database.ts'

const shops = ['a', 'b', 'c', 'd'].map((name) => `${name}.myshopify.com`)

const countStatement = {
  name: 'test_count_transactions',
  text: `
    select count(*)::integer as commissions, count(distinct commission.xmin::text)::integer as transactions
    from commissions commission
    join referrals referral
      on referral.workspace_id = commission.workspace_id and referral.id = commission.referral_id
    where commission.workspace_id = $1 and referral.shop_domain = any($2::text[])`,
}
const lockStatement = {
  name: 'test_lock_shop',
  text: 'select from shop_postings where workspace_id = $1 and shop_domain = $2 for update',
}

/** An app with four referred shops of their own. */
async function buildShops(database: Database): Promise<MoneyWorld> {
  const world = await buildMoneyWorld(database)
  const { workspaceId, membershipId } = world
  for (const shopDomain of shops) {
    await refer(database, {
      ...{ workspaceId, membershipId, shopDomain, installedAtMs: Date.parse('2026-01-01T00:00:00Z') },
      ...{ clickedAtMs: undefined, evidence: undefined, reason: 'agreed', actor: 'operator:mia' },
      contract: { rules: buildExampleRules(), effectiveAtMs: undefined },
    })
  }
  return world
}

/** Two sales of 19.0 in each shop; `part` tells them from others. */
const buildSales = (part: string) =>
  shops.flatMap((shopDomain) =>
    ['1', '2'].map((number) => buildLine({ shopDomain, platformId: `sale/${shopDomain}/${part}/${number}` })),
  )

async function countPosted(database: Database, { workspaceId }: MoneyWorld, domains = shops) {
  const [counts] = await database.query(countStatement, [workspaceId, domains])
  return counts
}

describeOnEachEngine('shops with new sales', (database) => {
  test('are posted together, each with its own position [D159]', async () => {
    const world = await buildShops(database())

    expect(await world.importLines(buildSales('first'))).toMatchObject({ posted: 8, skipped: [] })
    expect(await countPosted(database(), world)).toEqual({ commissions: 8, transactions: 1 })
    expect(await world.amounts()).toEqual(Array(8).fill(380n))
    expect(await world.importLines(buildSales('first'))).toMatchObject({ known: 8, posted: 0 })
  })

  test('are posted beside one whose refund needs the sales before it [D159]', async () => {
    const world = await buildShops(database())
    await world.importLines(buildSales('first'))
    const refund = buildRefund({ shopDomain: 'b.myshopify.com', platformId: 'refund/b' })

    expect(await world.importLines([...buildSales('second'), refund])).toMatchObject({ posted: 9 })
    expect(await countPosted(database(), world)).toEqual({ commissions: 17, transactions: 3 })
    expect((await world.amounts()).filter((amount) => amount < 0n)).toEqual([-380n])
  })
})

describe.skipIf(!enginesAtHand.includes('postgres'))('a shop that a rival has locked', () => {
  test('keeps no other shop waiting, and is posted after it [D159]', async () => {
    const database = await openPostgres(await createPostgresCopy())
    const world = await buildShops(database)
    const others = shops.filter((shop) => shop !== 'c.myshopify.com')
    let importing: Promise<unknown> = Promise.resolve()
    await database.transaction(async (tx) => {
      await tx.query(lockStatement, [world.workspaceId, 'c.myshopify.com'])
      importing = world.importLines(buildSales('first'))
      const before = ['a.myshopify.com', 'b.myshopify.com']
      await expect
        .poll(() => countPosted(database, world, before), { timeout: 9000 })
        .toMatchObject({
          commissions: 4,
        })
    })

    expect(await importing).toMatchObject({ posted: 8 })
    expect(await countPosted(database, world, others)).toEqual({ commissions: 6, transactions: 3 })
    await database.close()
  })
})
