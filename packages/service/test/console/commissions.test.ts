import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { excludeMembership } from '@affiliate-platform/platform/payout-runs'
import { invitePerson } from '@affiliate-platform/platform/people'
import { describeServiceOnEachEngine } from '@affiliate-platform/test-support/each-engine'
import { insertMoneyApp } from '@affiliate-platform/test-support/money-builders'
import { collect } from '@affiliate-platform/test-support/money-story'
import { expect, test } from 'vitest'
import { folder, origin, signIn } from './sign-in.ts'

type Page = ConsoleResponse<'searchCommissions'>
type Why = ConsoleResponse<'explainCommission'>

describeServiceOnEachEngine(
  'commissions in the console',
  { console: { place: { origin }, folder } },
  (service) => {
    const fetch = async (path: string) =>
      await service().fetch(`/api/console/v1${path}`, { headers: await signIn(service(), 'Rita') })
    const ask = async <Value>(path: string): Promise<Value> => {
      const response = await fetch(path)
      expect([path, response.status]).toEqual([path, 200])
      return (await response.json()) as Value
    }
    const list = (query: Readonly<Record<string, string>>) =>
      ask<Page>(`/commissions?${new URLSearchParams(query)}`)
    const explain = (id: string | undefined) => ask<Why>(`/commissions/${id}/explanation`)

    test('are listed page by page, each once, with its member and its shop [D349]', async () => {
      const seen: Page['items'][number][] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page: Page = await list({ status: 'available', ...(cursor !== '' && { cursor }) })
        expect(page.apps.map(({ name }) => name).toSorted()).toEqual([
          ...['Demo app', 'Second app of the workspace'],
        ])
        seen.push(...page.items)
        cursor = page.nextCursor
      }
      expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length)
      const [known] = await service().database.query<{ readonly count: number }>(
        {
          name: '',
          text: `select count(*)::integer as count from commissions
            where app_id = $1 and payout_id is null and available_at <= now()`,
        },
        [service().ids.appId],
      )
      expect(seen.length).toBe(known?.count)
      for (const { member, status } of seen) expect([member.name !== '', status]).toEqual([true, 'available'])
    })

    test('of one member are theirs, and add up to their balance [D349]', async () => {
      const { items } = await list({ status: 'available' })
      const member = items[0]?.member.id ?? ''
      const sums = new Map<string, bigint>()
      for (const status of ['held', 'available']) {
        for (let cursor: string | null = ''; cursor !== null; ) {
          const page: Page = await list({ membershipId: member, status, ...(cursor !== '' && { cursor }) })
          for (const { amount, member: of } of page.items) {
            expect(of.id).toBe(member)
            sums.set(amount.currency, (sums.get(amount.currency) ?? 0n) + BigInt(amount.amountMinor))
          }
          cursor = page.nextCursor
        }
      }
      const { balances } = await ask<ConsoleResponse<'readMember'>>(`/members/${member}`)
      for (const { currency, held, available, owed } of balances) {
        const coming = BigInt(held.amountMinor) + BigInt(available.amountMinor) - BigInt(owed.amountMinor)
        expect([currency, sums.get(currency) ?? 0n]).toEqual([currency, coming])
      }
    })

    test('of a payout lead to it [D349]', async () => {
      const { items } = await list({ status: 'paid' })
      expect(await explain(items[0]?.id)).toMatchObject({
        amount: items[0]?.amount,
        commission: { id: items[0]?.id },
        payout: { id: items[0]?.payoutId },
        waiting: null,
      })
    })

    test('say what is missing before they are paid [D349]', async () => {
      const { database } = service()
      const threshold = { amountMinor: '5000', currency: 'USD' }
      const app = await insertMoneyApp(database, {
        threshold,
        holdDays: 30,
        cpi: { amountMinor: '0', currency: 'USD' },
      })
      const { workspaceId, membershipId } = app
      const finn = { email: 'finn@money.example', name: 'Finn', role: 'finance' } as const
      await invitePerson(database, { ...finn, workspaceId, actor: 'operator:test' })
      const headers = await signIn(service(), 'Finn', workspaceId)
      const read = async <Value>(path: string, json?: unknown): Promise<Value> => {
        const sent = json === undefined ? { headers } : { headers, method: 'POST', json }
        const response = await service().fetch(`/api/console/v1${path}`, sent)
        expect([path, response.status]).toEqual([path, 200])
        return (await response.json()) as Value
      }
      const earn = async (daysAgo: number, gross: string) => {
        const on = new Date(Date.now() - daysAgo * 86_400_000).toISOString()
        await collect(database, app, [{ on, gross }])
      }
      const readWaiting = async (status: string) => {
        const { items } = await read<Page>(`/commissions?status=${status}`)
        expect(items).toHaveLength(1)
        return (await read<Why>(`/commissions/${items[0]?.id}/explanation`)).waiting
      }
      const freeze = async () => {
        const { asOf, hash: previewHash } =
          await read<ConsoleResponse<'previewPayoutRun'>>('/payout-runs/preview')
        const order = { id: crypto.randomUUID(), asOf, previewHash }
        expect((await read<ConsoleResponse<'freezePayoutRun'>>('/payout-runs', order)).run).not.toBeNull()
      }
      const available = { amountMinor: '400', currency: 'USD' }

      await earn(60, '20.0')
      const below = { code: 'below_threshold', available, threshold }
      expect(await readWaiting('available')).toMatchObject(below)
      await freeze()
      expect(await readWaiting('available')).toMatchObject(below)
      const exclusion = {
        workspaceId,
        membershipId,
        currency: undefined,
        reason: 'W-9 is missing',
        actor: 'operator:test',
      }
      await excludeMembership(database, { ...exclusion, isExcluded: true })
      // At once, and not from the next run on.
      expect(await readWaiting('available')).toMatchObject({ code: 'excluded', reason: 'W-9 is missing' })
      await freeze()
      await excludeMembership(database, { ...exclusion, reason: 'It has come', isExcluded: false })
      expect(await readWaiting('available')).toMatchObject(below)
      await earn(0, '30.0')
      const held = await readWaiting('held')
      expect(held).toMatchObject({ code: 'held', available })
      expect(Date.parse(held?.availableAt ?? '')).toBeGreaterThan(Date.now())
    })

    test('of others are no different from those that do not exist [D349]', async () => {
      const unknown = crypto.randomUUID()
      const [foreign] = await service().database.query<{ readonly id: string; readonly app: string }>(
        { name: '', text: 'select id, app_id as app from commissions where workspace_id <> $1 limit 1' },
        [service().ids.workspaceId],
      )
      const bodies = await Promise.all(
        [
          `/commissions/${unknown}/explanation`,
          `/commissions/${foreign?.id}/explanation`,
          `/commissions?appId=${unknown}`,
          `/commissions?appId=${foreign?.app}`,
          `/commissions?membershipId=${unknown}`,
        ].map(async (path) => {
          const response = await fetch(path)
          const { requestId: _requestId, instance: _instance, ...body } = Object(await response.json())
          return [response.status, body]
        }),
      )
      for (const body of bodies) expect(body).toEqual(bodies[0])
      expect(bodies[0]?.[0]).toBe(403)
    })
  },
)
