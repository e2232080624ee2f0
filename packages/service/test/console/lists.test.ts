import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { listBalances } from '@affiliate-platform/platform/balances'
import { describeServiceOnEachEngine } from '@affiliate-platform/test-support/each-engine'
import { expect, test } from 'vitest'
import { folder, origin, signIn } from './sign-in.ts'

type Members = ConsoleResponse<'searchMembers'>
type Payouts = ConsoleResponse<'searchPayouts'>
type Query = Readonly<Record<string, string>>

describeServiceOnEachEngine(
  'members and payouts in the console',
  { console: { place: { origin }, folder } },
  (service) => {
    const fetch = async (path: string, query: Query) =>
      await service().fetch(`/api/console/v1${path}?${new URLSearchParams(query)}`, {
        headers: await signIn(service(), 'Rita'),
      })
    /** Every row of a list, page by page. */
    const walk = async <Page extends Members | Payouts>(path: string, query: Query) => {
      const items: Page['items'][number][] = []
      let pages = 0
      for (let cursor: string | null = ''; cursor !== null; pages += 1) {
        const response = await fetch(path, { ...query, ...(cursor !== '' && { cursor }) })
        expect([path, response.status]).toEqual([path, 200])
        const page = (await response.json()) as Page
        items.push(...page.items)
        cursor = page.nextCursor
      }
      return { items, pages }
    }

    test('are listed page by page, each once, and hold what their balances say [D353]', async () => {
      const { appId, workspaceId } = service().ids
      const { items, pages } = await walk<Members>('/members', { appId, limit: '7' })
      expect(pages).toBeGreaterThan(3)
      expect(new Set(items.map(({ member }) => member.id)).size).toBe(items.length)
      const known = await listBalances(service().database, { workspaceId })
      const expected = items.flatMap(({ member }) =>
        known
          .filter(({ membershipId }) => membershipId === member.id)
          .map(({ currency, confirmedMinor }) => [member.name, currency, confirmedMinor]),
      )
      const told = items.flatMap(({ member, balances }) =>
        balances.map(({ currency, confirmed }) => [member.name, currency, confirmed.amountMinor]),
      )
      expect(told.length).toBeGreaterThan(20)
      expect(told).toEqual(expected)
    })

    test('are found by a part of the name of a member [D353]', async () => {
      const { appId } = service().ids
      for (const path of ['/members', '/payouts']) {
        const { items } = await walk<Members | Payouts>(path, { appId, search: 'NORDLYS' })
        expect(items.length).toBeGreaterThan(0)
        expect(items.every(({ member }) => member.name.startsWith('Nordlys'))).toBe(true)
        expect((await walk(path, { appId, search: 'nobody-is-called-so' })).items).toEqual([])
      }
    })

    test('of payouts are all of an app, or those in a state, or those of a member [D353]', async () => {
      const { appId, workspaceId } = service().ids
      const count = async (condition: string, ...values: readonly string[]) => {
        const text = `select count(*)::integer as count from payouts where workspace_id = $1 and app_id = $2 ${condition}`
        const [row] = await service().database.query<{ readonly count: number }>({ name: '', text }, [
          ...[workspaceId, appId],
          ...values,
        ])
        return row?.count
      }
      const all = (await walk<Payouts>('/payouts', { appId, limit: '50' })).items
      expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
      expect(all.length).toBe(await count(''))
      const times = all.map(({ createdAt }) => createdAt)
      expect(times).toEqual(times.toSorted().toReversed())
      const disputed = (await walk<Payouts>('/payouts', { appId, status: 'disputed' })).items
      expect(disputed.length).toBe(await count('and open_disputes > 0 and not is_voided'))
      const membershipId = all[0]?.member.id ?? ''
      const theirs = (await walk<Payouts>('/payouts', { membershipId })).items
      expect(theirs.every(({ member }) => member.id === membershipId)).toBe(true)
      expect(theirs.length).toBe(await count('and membership_id = $3', membershipId))
    })

    test('of another workspace are nobody’s here [D353] [1-scope]', async () => {
      for (const query of [{ appId: crypto.randomUUID() }, { membershipId: crypto.randomUUID() }]) {
        expect((await fetch('/payouts', query)).status).toBe(403)
      }
      expect((await fetch('/members', { appId: crypto.randomUUID() })).status).toBe(403)
    })
  },
)
