import { type Database, openPostgres } from '@affiliate-platform/platform/database'
import { startSalesSchedule } from '@affiliate-platform/platform/sales'
import { createGuideRole, type GuideRole } from '@affiliate-platform/test-support/guide-role'
import { createPostgresCopy, enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildOwnSale, buildOwnSales, type ConnectedWorld, connect, referredShop } from './connected-world.ts'

const usd = (amount: string) => ({ amount, currencyCode: 'USD' })

/** More than was sold waits for later sales. */
const refund = (amount: string, number: number) =>
  buildOwnSale(number, {
    ...{ type: 'AppSaleAdjustment', createdAt: '2026-03-01T00:00:00Z' },
    ...{ grossAmount: usd(amount), netAmount: usd(amount) },
  })

describe.skipIf(!enginesAtHand.includes('postgres'))('the role of the guide, where it imports sales', () => {
  let owner: Database
  let role: GuideRole
  let database: Database
  let world: ConnectedWorld

  beforeAll(async () => {
    const url = await createPostgresCopy()
    owner = await openPostgres(url)
    role = await createGuideRole(owner)
    database = await openPostgres(role.toUrl(url))
    const odd = buildOwnSale(301, { grossAmount: null })
    const installed = { type: 'RelationshipInstalled', occurredAt: new Date().toISOString() } as const
    world = await connect(owner, {
      transactions: [...buildOwnSales(120), odd],
      appEvents: [{ ...installed, shop: referredShop }],
    })
  })

  afterAll(async () => {
    await database.close()
    await role.drop()
    await owner.close()
  })

  /** Lets the schedule of `serve` make one pass as the role, and returns what it logs. */
  async function runSchedule(): Promise<object> {
    await owner.script(
      `update sale_feeds set next_pass_at = now(), weekly_pass_at = '2020-01-01', sales_read_until = '2020-01-01'
      where app_id = '${world.appId}'`,
    )
    let resolve: (line: string) => void = () => undefined
    const logged = new Promise<string>((done) => {
      resolve = done
    })
    const log = pino({}, { write: (line: string) => resolve(line) })
    const schedule = startSalesSchedule(database, log, { everyMinutes: 60, access: world.access })
    const line = await logged
    await schedule.stop()
    return JSON.parse(line)
  }

  test('imports, posts, corrects, refunds and sets aside [D134]', async () => {
    expect(await runSchedule()).toMatchObject({ level: 30, new: 120, posted: 120, setAside: 1 })
    const text = `select kind from install_events where workspace_id = '${world.workspaceId}' and actor = 'system'`
    expect(await owner.query({ name: '', text }, [])).toEqual([{ kind: 'installed' }])

    world.partner.changeTransaction('gid://partners/AppUsageSale/1', { grossAmount: usd('18.0') })
    world.partner.addTransactions(refund('-30.0', 400), refund('-5000.0', 401))
    expect(await runSchedule()).toMatchObject({ level: 30, new: 2 })

    // What is left of the second refund waits for this sale.
    world.partner.addTransactions(buildOwnSale(402, { createdAt: '2026-03-02T00:00:00Z' }))
    expect(await runSchedule()).toMatchObject({ level: 30, new: 1 })
  })

  test.each(['app_transactions', 'commissions', 'import_runs', 'rows_set_aside', 'install_events'])(
    'is rejected update, delete and truncate on %s [D12]',
    async (table) => {
      for (const text of [
        `update ${table} set workspace_id = workspace_id`,
        `delete from ${table}`,
        `truncate ${table} cascade`,
      ]) {
        await expect(database.query({ name: '', text }, []), text).rejects.toMatchObject({ code: '42501' })
      }
    },
  )
})
