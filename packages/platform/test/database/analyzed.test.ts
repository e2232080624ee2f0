import { buildMoneyWorld } from '@affiliate-platform/test-support/money-world'
import { openTestDatabase } from '@affiliate-platform/test-support/test-database'
import { expect, test } from 'vitest'
import { analyzeChanged, type Database } from '../../src/database.ts'

const insertReferrals = {
  name: '',
  text: `
    insert into referrals (workspace_id, id, app_id, program_id, membership_id, shop_domain, installed_at, created_at)
    select workspace_id, gen_random_uuid(), app_id, program_id, id, 'analyzed-' || number || '.myshopify.com', now(), now()
    from memberships, generate_series(1, 3000) number
    where workspace_id = $1`,
}

/** What the planner would read a shop's referral by. */
async function explainShop(
  database: Database,
  { workspaceId, appId }: Record<'workspaceId' | 'appId', string>,
) {
  const text = `
    explain select id from referrals
    where workspace_id = '${workspaceId}' and app_id = '${appId}' and shop_domain = 'analyzed-7.myshopify.com'
      and voided_at is null`
  const rows = await database.query<{ 'QUERY PLAN': string }>({ name: '', text }, [])
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

test('an embedded database is analyzed where it has changed, and finds one shop among thousands [D342]', async () => {
  await using world = await openWorld()
  const { database, key } = world
  await database.query(insertReferrals, [key.workspaceId])
  await analyzeChanged(database)
  const count = { name: '', text: "select count(*)::int as rows from pg_stats where tablename = 'referrals'" }
  const [analyzed] = await database.query<{ rows: number }>(count, [])
  expect(analyzed?.rows).toBeGreaterThan(0)
  expect(await explainShop(database, key)).toMatch(/Index Cond: .*shop_domain = 'analyzed-7/)
  const changed = {
    name: '',
    text: 'select count(*)::int as tables from pg_stat_user_tables where n_mod_since_analyze > 50 + n_live_tup / 10',
  }
  expect(await database.query(changed, [])).toEqual([{ tables: 0 }])
})

async function openWorld() {
  const database = await openTestDatabase('pglite')
  const { workspaceId, appId } = await buildMoneyWorld(database)
  return { database, key: { workspaceId, appId }, [Symbol.asyncDispose]: () => database.close() }
}
