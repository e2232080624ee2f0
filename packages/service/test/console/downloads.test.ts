import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { listAuditEntries } from '@affiliate-platform/platform/audit'
import { beginDownload } from '@affiliate-platform/platform/downloads'
import { endSession } from '@affiliate-platform/platform/people'
import { forgetDownloadFilters } from '@affiliate-platform/platform/retention'
import { describeServiceOnEachEngine } from '@affiliate-platform/test-support/each-engine'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { findAccountId, folder, origin, signIn } from './sign-in.ts'

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
        ['referrals', 'referrals'],
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

    const listed = async (headers?: Readonly<Record<string, string>>) =>
      (await (
        await service().fetch('/api/console/v1/downloads', {
          headers: headers ?? (await signIn(service(), 'Rita')),
        })
      ).json()) as ConsoleResponse<'listDownloads'>

    test('of referrals have whose each is and what it has earned, as by command, and no formula [D471] [D253]', async () => {
      const { database, ids } = service()
      const text = 'update memberships set member_name = $3 where workspace_id = $1 and id = $2'
      await database.query({ name: '', text }, [ids.workspaceId, ids.membershipId, '=cmd|x'])
      const rows = await download('referrals', { membershipId: ids.membershipId })
      expect(Object.keys(rows[0] ?? {})).toEqual([
        ...['id', 'shopDomain', 'status', 'membershipId', 'installedAt', 'evidence', 'program', 'createdAt'],
        ...['voidedAt', 'programId', 'groupId', 'workspaceId', 'appId', 'memberName', 'earned'],
      ])
      expect(new Set(rows.map(({ memberName }) => memberName))).toEqual(new Set(["'=cmd|x"]))
      expect(rows.some(({ earned = '' }) => /^\d+(\.\d+)? [A-Z]{3}/.test(earned))).toBe(true)
    })

    test('are listed with who took what, how many rows, and whether that was all [D471]', async () => {
      const { workspaceId, appId } = service().ids
      const disputed = await download('payouts', { status: 'disputed' })
      const [whole] = (await listed()).items
      expect(whole).toMatchObject({
        ...{ list: 'payouts', filters: { appId, status: 'disputed' }, by: 'Rita' },
        ...{ rows: disputed.length, state: 'whole', endedAt: expect.any(String) },
      })
      const entries = await listAuditEntries(
        service().database,
        { workspaceId, subject: 'download', subjectId: whole?.id },
        { after: undefined, limit: 10 },
      )
      const rita = `operator:${await findAccountId(service(), 'Rita')}`
      expect(entries).toMatchObject([{ actor: rita, action: 'create' }])

      const reader = (await start('commissions.csv')).body?.getReader()
      await reader?.read()
      const stateOf = async () => (await listed()).items[0]
      expect(await stateOf()).toMatchObject({ list: 'commissions', state: 'running', endedAt: null })
      await reader?.read()
      await reader?.cancel()
      const cut = await stateOf()
      expect(cut).toMatchObject({ state: 'cut_off', endedAt: expect.any(String) })
      expect(cut?.rows).toBeGreaterThan(0)
      expect(cut?.rows).toBeLessThan((await download('commissions')).length)
    })

    test('are cut off where nothing is sent any more and nobody said that it has ended [D471]', async () => {
      const { database, ids } = service()
      await download('members')
      const silent = async (seconds: number) => {
        const text = `update downloads set ended_at = null, is_whole = false, sent_at = now() - make_interval(secs => $2)
          where workspace_id = $1`
        await database.query({ name: '', text }, [ids.workspaceId, seconds])
        return (await listed()).items[0]?.state
      }
      expect(await silent(110)).toBe('running')
      expect(await silent(120)).toBe('cut_off')
    })

    test('forget what was searched for after 30 days, and not who took the list [D474]', async () => {
      const { database, ids } = service()
      await download('members', { search: 'Kite & Compass' })
      const [before] = (await listed()).items
      expect(before).toMatchObject({ filters: { search: 'Kite & Compass' } })
      const startedAtMs = Date.parse(before?.startedAt ?? '')
      const keptMs = 30 * 86_400_000
      await forgetDownloadFilters(database, startedAtMs + keptMs)
      expect((await listed()).items[0]).toEqual(before)
      await forgetDownloadFilters(database, startedAtMs + keptMs + 1)
      const { items } = await listed()
      expect(items[0]).toEqual({ ...before, filters: null })
      expect(items.filter(({ filters }) => filters !== null)).toEqual([])
      const text = `select from downloads where workspace_id = $1 and downloads::text like '%Kite%'
        union all select from audit_changes where workspace_id = $1 and audit_changes::text like '%Kite%'`
      expect(await database.query({ name: '', text }, [ids.workspaceId])).toEqual([])
    })

    test('are listed page by page, of the one workspace alone [D471]', async () => {
      const { database, ids } = service()
      const { workspaceId } = ids
      const accountId = await findAccountId(service(), 'Rita')
      const filters = { search: 'x' }
      for (let number = 0; number < 55; number += 1)
        await beginDownload(database, { workspaceId, accountId, list: 'members', filters })
      const others = await database.query<{ readonly workspaceId: string; readonly accountId: string }>(
        {
          name: '',
          text: 'select workspace_id as "workspaceId", id as "accountId" from accounts where workspace_id <> $1',
        },
        [workspaceId],
      )
      for (const other of others) await beginDownload(database, { ...other, list: 'payouts', filters })
      const headers = await signIn(service(), 'Rita')
      const first = await listed(headers)
      expect([first.items.length, new Set(first.items.map(({ list }) => list))]).toEqual([
        50,
        new Set(['members']),
      ])
      const response = await service().fetch(`/api/console/v1/downloads?after=${first.next}`, { headers })
      const second = (await response.json()) as ConsoleResponse<'listDownloads'>
      const all = await service().count('downloads')
      expect(first.items.length + second.items.length).toBe(all - others.length)
      expect(second.next).toBeNull()
    })
  },
)
