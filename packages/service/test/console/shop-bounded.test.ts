import type { Queryable } from '@affiliate-platform/platform/database'
import { createCursors } from '@affiliate-platform/platform/lists'
import { describeServiceOnEachEngine } from '@affiliate-platform/test-support/each-engine'
import { expect, test } from 'vitest'
import { countBuffers } from '../../../platform/test/explain/count-buffers.ts'
import { createShopHandlers } from '../../src/console/shop-handlers.ts'
import { folder, origin } from './sign-in.ts'

const others = 5000
const calls = 3000
const buffersMax = 1500

/** Copies a row of a table for many shops. */
const copyFor = (table: string, own: string) => `
  insert into ${table}
  select copy.* from (select * from ${table} where workspace_id = $1 and shop_domain = $2 limit 1) one
  cross join generate_series(1, $3::integer) number
  cross join lateral jsonb_populate_record(null::${table}, to_jsonb(one) || ${own}) copy`

const ofOtherShop = "'shop_domain', 'many-' || number || '.myshopify.com'"

describeServiceOnEachEngine('the screen of a shop', { console: { place: { origin }, folder } }, (service) => {
  test('reads as little, however many shops there are, and however often its app called [D415]', async () => {
    const { database, ids } = service()
    const { workspaceId, appId } = ids
    const run = (text: string, values: readonly unknown[]) =>
      database.query<{ readonly shop: string }>({ name: '', text }, values)
    const [found] = await run(
      `select shop_domain as shop from referrals referral
        where workspace_id = $1 and app_id = $2 and voided_at is null and exists (
          select from app_transactions sale
          where sale.workspace_id = $1 and sale.app_id = $2 and sale.shop_domain = referral.shop_domain
        ) and exists (
          select from install_events event
          where event.workspace_id = $1 and event.app_id = $2 and event.shop_domain = referral.shop_domain
        )
        order by shop limit 1`,
      [workspaceId, appId],
    )
    const shop = found?.shop ?? ''
    const newId = "'id', gen_random_uuid()"
    await run(copyFor('referrals', `jsonb_build_object(${newId}, ${ofOtherShop})`), [
      workspaceId,
      shop,
      others,
    ])
    for (const table of ['install_events', 'app_transactions']) {
      const own =
        table === 'install_events'
          ? `jsonb_build_object(${ofOtherShop})`
          : `jsonb_build_object(${ofOtherShop}, 'platform_id', 'many/' || number)`
      await run(copyFor(table, own), [workspaceId, shop, others])
    }
    await run(
      `insert into receipts (workspace_id, id, shop_domain, sent, outcome, uninstall_watch, request_id, created_at)
        select $1, gen_random_uuid(), case when number % 2 = 0 then $2 else 'other.myshopify.com' end,
          'contact', 'identified', 'none', 'req-' || number, now()
        from generate_series(1, $3::integer) number`,
      [workspaceId, shop, calls],
    )
    await database.script('analyze')
    let told: Awaited<ReturnType<typeof read>> | undefined
    const read = async (recorder: Queryable) => {
      const watched = { ...database, query: recorder.query }
      const { readShop } = createShopHandlers({
        database: watched,
        ...{ cursors: createCursors(Buffer.alloc(32)), isDemo: false, secretKey: undefined },
      } as unknown as Parameters<typeof createShopHandlers>[0])
      return await readShop({
        ...{ caller: { workspaceId }, context: { database: watched }, query: { shop, appId } },
      } as unknown as Parameters<typeof readShop>[0])
    }
    const buffers = await countBuffers(database, async (recorder) => {
      told = await read(recorder)
    })
    expect(told?.value).toMatchObject({ shop, appId })
    expect(told?.value.receipts.length).toBe(10)
    expect(told?.value.sales).toBeGreaterThan(0)
    expect(buffers).toBeLessThan(buffersMax)
  })
})
