import { report, scale } from '@affiliate-platform/test-support/guarantee-scale'
import { enginesAtHand, openTestDatabase } from '@affiliate-platform/test-support/test-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../src/database/statements/database.ts'
import { findByName } from '../../src/workspaces/find-by-name.ts'
import { findByReference, findByTransaction } from '../../src/workspaces/find-by-reference.ts'
import { measurePage } from '../lists/page-cost.ts'
import { insertSkewedApp, type SkewedApp } from '../lists/skewed-app.ts'

const buffersMax = 1000
const payments = scale({ quick: 20_000, soak: 1_000_000 })

describe.skipIf(!enginesAtHand.includes('postgres'))('in a workspace of many payments and sales', () => {
  let database: Database
  let app: SkewedApp

  beforeAll(async () => {
    database = await openTestDatabase('postgres')
    app = await insertSkewedApp(database, { payouts: payments, members: 2500 })
    // Without triggers: neither sums nor imports are what is looked at.
    await database.script(`
      set local session_replication_role = replica;
      insert into payment_reports (workspace_id, id, payout_id, amount_minor, method, reference, paid_at, created_at, actor)
      select '${app.workspaceId}', gen_random_uuid(), '${app.values.payoutId[0]}', 1, 'paypal', '8XK' || n, now(), now(), 'system'
      from generate_series(1, ${payments}) n;
      insert into app_transactions
        (workspace_id, app_id, source, platform_id, revision, shop_domain, kind, gross, gross_currency, net, net_currency,
        collected_at, content_hash, run_id)
      select '${app.workspaceId}', '${app.appId}', 'partner_transactions', 'gid://partners/AppUsageSale/' || n, 1,
        's.myshopify.com', 'usage_sale', 1, 'USD', 1, 'USD', now(), '', gen_random_uuid()
      from generate_series(1, ${payments}) n;
      insert into rows_set_aside (workspace_id, app_id, platform_id, reason, copy, run_id)
      select '${app.workspaceId}', '${app.appId}', 'gid://partners/AppUsageSale/' || -n, 'no_net', '{}', gen_random_uuid()
      from generate_series(1, ${payments}) n`)
  })

  afterAll(() => database.close())

  test.each([
    ['the reference of a payment', findByReference, '8xk2', ['report']],
    ['the number of a sale', findByTransaction, '77', ['transaction']],
    ['the id of a sale set aside', findByTransaction, 'gid://partners/AppUsageSale/-77', ['set-aside sale']],
    ['a number of no sale', findByTransaction, '99999999', []],
    ['the end of a name', findByName, '2170 bright', ['membership']],
    ['a word of nearly all names', findByName, 'member', Array.from({ length: 20 }, () => 'membership')],
  ] as const)('%s is found along an index [D479]', async (_what, find, text, kinds) => {
    const found = await find(database, app.workspaceId, text)
    expect(found.map((record) => record.kind)).toEqual(kinds)
    const { buffers, plan } = await database.session((connection) =>
      measurePage(connection, (recorder) => find(recorder, app.workspaceId, text)),
    )
    report(`${text}: ${buffers} buffers`)
    expect(buffers, plan).toBeLessThan(buffersMax)
  })
})
