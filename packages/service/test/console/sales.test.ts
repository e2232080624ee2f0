import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { listAuditEntries } from '@affiliate-platform/platform/audit'
import { connectSales } from '@affiliate-platform/platform/sales'
import { verifyMoney } from '@affiliate-platform/platform/verify-money'
import { describeServiceOnEachEngine } from '@affiliate-platform/test-support/each-engine'
import { beforeAll, expect, test } from 'vitest'
import { buildSale, buildWorld, token } from '../../../platform/test/sales/partner-world.ts'
import { misplaceSale } from './misplace-sale.ts'
import { findAccountId, folder, origin, signIn } from './sign-in.ts'

const { simulator, partner, clock } = buildWorld()
const access = {
  ...{ accessToken: token, fetch: simulator.fetch },
  // The pace goes by the time of the database; the simulator's limit by this clock.
  clock: { ...clock, sleep: (ms: number, signal?: AbortSignal) => clock.sleep(Math.max(ms, 250), signal) },
}

/** Each engine has a day of its own at the one simulator. */
let day = 0

describeServiceOnEachEngine(
  'sales in the console',
  { console: { place: { origin }, folder }, partnerAccess: access },
  (service) => {
    type Sale = Awaited<ReturnType<typeof misplaceSale>>
    let sale: Sale

    const as = async (name: string) => {
      const headers = await signIn(service(), name)
      return async <Value = unknown>(path: string, json?: unknown) => {
        const sent = json === undefined ? { headers } : { headers, method: 'POST', json }
        const response = await service().fetch(`/api/console/v1/sales${path}`, sent)
        return { status: response.status, body: (await response.json()) as Value }
      }
    }
    const run = <Row>(text: string, values: readonly unknown[]) =>
      service().database.query<Row>({ name: '', text }, values)
    const read = async () =>
      (await (await as('Rita'))<ConsoleResponse<'readSales'>>(`?appId=${sale.appId}`)).body

    beforeAll(async () => {
      day += 1
      sale = await misplaceSale(service().database, service().ids.workspaceId)
      await run(
        `insert into rows_set_aside (workspace_id, app_id, platform_id, reason, copy, run_id)
          select $1, $2, 'aside/' || number, reason, jsonb_build_object('gross', '1'), (select id from import_runs where workspace_id = $1 limit 1)
          from generate_series(10, 50) number cross join (values ('no_shop'), ('invalid_time')) as told (reason)`,
        [service().ids.workspaceId, sale.appId],
      )
    })

    test('show where they come from, what waits, and what was set aside and why, to everybody [D463]', async () => {
      const told = await read()
      expect(told).toMatchObject({ appId: sale.appId, source: 'manual_file', connection: null })
      expect(told.lastRun).toMatchObject({ result: 'complete', rows: expect.any(Number) })
      expect(told.setAside).toEqual([
        { reason: 'invalid_time', because: expect.stringMatching(/time/), rows: 41 },
        { reason: 'no_shop', because: 'It names no shop.', rows: 41 },
      ])
      expect(told.misplaced).toMatchObject([
        {
          platformId: sale.platformId,
          shop: sale.shop,
          namedShop: sale.namedShop,
          kind: 'subscription_sale',
        },
      ])
      const rita = await as('Rita')
      const items: ConsoleResponse<'listSetAside'>['items'] = []
      let after: string | null = ''
      // A page may end between two reasons of one row.
      while (after !== null) {
        const search = new URLSearchParams({ appId: sale.appId, ...(after && { after }) })
        const page = (await rita<ConsoleResponse<'listSetAside'>>(`/set-aside?${search}`)).body
        items.push(...page.items)
        after = page.next
      }
      expect(new Set(items.map(({ platformId, reason }) => `${platformId} ${reason}`)).size).toBe(82)
      expect(items.length).toBe(82)
      expect(items[0]).toMatchObject({ copy: { gross: '1' }, remedy: expect.any(String), isSettled: false })
      const foreign = crypto.randomUUID()
      for (const path of [`?appId=${foreign}`, `/set-aside?appId=${foreign}`]) {
        expect((await rita(path)).status).toBe(403)
      }
    })

    test('are moved by who moves money, as the dry run says, which writes nothing [D463] [D185]', async () => {
      const { workspaceId } = service().ids
      const finn = await as('Finn')
      const move = async (changes: object) =>
        (
          await finn<ConsoleResponse<'moveSale'>>('/move', {
            ...{ appId: sale.appId, platformId: sale.platformId, shop: sale.namedShop },
            ...{ reason: 'told by the merchant', isDryRun: true, ...changes },
          })
        ).body
      const sums = async () =>
        new Map(
          (
            await run<{ readonly key: string; readonly sum: string }>(
              `select membership_id || ' ' || currency as key, sum(amount_minor)::text as sum
              from commissions where workspace_id = $1 group by membership_id, currency`,
              [workspaceId],
            )
          ).map(({ key, sum }) => [key, BigInt(sum)]),
        )
      expect((await (await as('Rita'))('/move', { isDryRun: true })).status).toBe(403)
      const before = await sums()
      const commissions = await service().count('commissions')
      const { rejected, amounts } = await move({})
      expect(rejected).toBeNull()
      expect(amounts.map(({ member }) => member.id).toSorted()).toEqual(
        [sale.fromMember, sale.toMember].toSorted(),
      )
      expect(await sums()).toEqual(before)
      expect(await service().count('commissions')).toBe(commissions)
      expect((await move({ shop: 'else.myshopify.com' })).rejected).toContain(sale.namedShop)
      expect((await read()).misplaced).toHaveLength(1)

      expect(await move({ isDryRun: false })).toMatchObject({ rejected: null, posted: 2 })
      const after = await sums()
      for (const { member, amount } of amounts) {
        const key = `${member.id} ${amount.currency}`
        expect(BigInt(amount.amountMinor)).toBe((after.get(key) ?? 0n) - (before.get(key) ?? 0n))
      }
      expect((await read()).misplaced).toEqual([])
      expect((await move({ isDryRun: false })).rejected).toMatch(/already/)
      expect(await verifyMoney(service().database, workspaceId)).toMatchObject({ difference: null })
      const filter = { workspaceId, subject: 'sale_move', subjectId: undefined } as const
      const [entry] = await listAuditEntries(service().database, filter, { after: undefined, limit: 1 })
      expect(entry?.actor).toBe(`operator:${await findAccountId(service(), 'Finn')}`)
    })

    test('are compared with the Partner API, and say in words why they cannot be [D463] [D145]', async () => {
      const { workspaceId } = service().ids
      const { appId } = sale
      const ada = await as('Ada')
      const compare = async (from = `2026-08-0${day}`, to = `2026-08-0${day + 1}`) =>
        (await ada<ConsoleResponse<'reconcileSales'>>('/reconciliation', { appId, from, to })).body
      expect(
        (await (await as('Rita'))('/reconciliation', { appId, from: '2026-08-01', to: '2026-09-01' })).status,
      ).toBe(403)
      expect((await compare()).rejected).toMatch(/not connected/i)
      const plan = { workspaceId, appId, organizationId: '42', platformAppId: '1', apiVersion: '2026-07' }
      await connectSales(service().database, {
        ...{ ...plan, keepsToken: false, sinceMs: Date.parse('2026-08-01T00:00:00Z') },
        ...{ actor: 'operator:mia', access },
      })
      expect((await read()).connection).toMatchObject({
        organizationId: '42',
        platformAppId: '1',
        keepsToken: false,
      })
      expect(await compare()).toMatchObject({ rejected: null, sums: [], differing: 0 })
      const shop = { id: 'gid://partners/Shop/7', myshopifyDomain: sale.shop }
      partner.addTransactions(buildSale(day, { shop, createdAt: `2026-08-0${day}T07:02:51.000000Z` }))
      const found = await compare()
      expect(found).toMatchObject({ rejected: null, differing: 1, sums: [{ agrees: false }] })
      expect(found.differences).toMatchObject([
        { shop: sale.shop, difference: 'missing', ours: null, theirs: '19 USD, net 18.45 USD' },
      ])
      expect((await compare('2026-08-02', '2026-08-01')).rejected).toMatch(/before/)
      expect((await compare('2026-01-01', '2026-08-01')).rejected).toMatch(/62 days/)
    })
  },
)
