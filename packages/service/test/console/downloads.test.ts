import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { endSession } from '@affiliate-platform/platform/people'
import { describeServiceOnEachEngine } from '@affiliate-platform/test-support/each-engine'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { folder, origin, signIn } from './sign-in.ts'

type Query = Readonly<Record<string, string>>
type Row = Readonly<Record<string, string>>

describeServiceOnEachEngine(
  'downloads of the console',
  { console: { place: { origin }, folder } },
  (service) => {
    const startIn = async (headers: Readonly<Record<string, string>>, list: string, query: Query = {}) => {
      const search = new URLSearchParams({ appId: service().ids.appId, ...query })
      return service().fetch(`/api/console/v1/${list}?${search}`, { headers })
    }
    const start = async (list: string, query?: Query) => startIn(await signIn(service(), 'Rita'), list, query)
    const download = async (list: string, query?: Query) => {
      const response = await start(`${list}.csv`, query)
      expect([response.status, response.headers.get('content-type')]).toEqual([
        200,
        'text/csv; charset=utf-8',
      ])
      expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${list}.csv"`)
      return parse<Row>(await response.text(), { columns: true })
    }

    test('hold every row of their list, with its filters and every digit [D348]', async () => {
      const { database, ids } = service()
      for (const [list, table] of [
        ['members', 'memberships'],
        ['payouts', 'payouts'],
        ['commissions', 'commissions'],
      ] as const) {
        const rows = await download(list)
        const text = `select id from ${table} where workspace_id = $1 and app_id = $2`
        const all = await database.query<{ id: string }>({ name: '', text }, [ids.workspaceId, ids.appId])
        expect(rows.length).toBeGreaterThan(30)
        expect(rows.map(({ id }) => id).toSorted()).toEqual(all.map(({ id }) => id).toSorted())
      }
      const disputed = await download('payouts', { status: 'disputed' })
      const shown = (await (
        await start('payouts', { status: 'disputed', limit: '50' })
      ).json()) as ConsoleResponse<'searchPayouts'>
      expect(disputed.slice(0, 50).map(({ id, payee }) => [id, payee])).toEqual(
        shown.items.map(({ id, member }) => [id, member.name]),
      )
      expect(disputed.length).toBeGreaterThan(0)
      expect(await download('payouts', { search: 'nobody-is-called-so' })).toEqual([])
      const amounts = (await download('payouts')).map(({ amount = '' }) => amount)
      expect(amounts.every((amount) => /^\d+(\.\d+)?$/.test(amount))).toBe(true)
      expect(Math.max(...amounts.map((amount) => amount.replace('.', '').length))).toBe(38)
    })

    test('are no way into another workspace [D348] [1-scope]', async () => {
      expect((await start('payouts.csv', { appId: crypto.randomUUID() })).status).toBe(403)
      expect((await startIn({}, 'payouts.csv')).status).toBe(401)
    })

    test('come one at a time, also after one that was given up [D348]', async () => {
      const first = await start('payouts.csv')
      const reader = first.body?.getReader()
      expect((await reader?.read())?.done).toBe(false)
      const second = await start('commissions.csv')
      expect(second.status).toBe(503)
      expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await second.json()).toMatchObject({ detail: expect.stringContaining('is under way') })
      await reader?.cancel()
      expect((await download('commissions')).length).toBeGreaterThan(50)
    })

    test('break off where the session ends in the middle [D348]', async () => {
      const headers = await signIn(service(), 'Rita')
      const response = await startIn(headers, 'commissions.csv')
      const reader = response.body?.getReader()
      await reader?.read()
      const { workspaceId } = service().ids
      const text = 'select id from sessions where workspace_id = $1 and ended_at is null'
      for (const { id } of await service().database.query<{ id: string }>({ name: '', text }, [
        workspaceId,
      ])) {
        await endSession(service().database, { workspaceId, id })
      }
      const readOn = async () => {
        while (!(await reader?.read())?.done);
      }
      await expect(readOn()).rejects.toThrow()
      expect((await download('payouts')).length).toBeGreaterThan(50)
    })
  },
)
