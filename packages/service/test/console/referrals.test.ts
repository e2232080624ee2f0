import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { voidReferral } from '@affiliate-platform/platform/referrals'
import { describeServiceOnEachEngine } from '@affiliate-platform/test-support/each-engine'
import { expect, test } from 'vitest'
import { findAccountId, folder, origin, signIn } from './sign-in.ts'

type Page = ConsoleResponse<'searchReferrals'>
type Item = Page['items'][number]

describeServiceOnEachEngine(
  'referrals in the console',
  { console: { place: { origin }, folder } },
  (service) => {
    const fetch = async (path: string) =>
      await service().fetch(`/api/console/v1/referrals${path}`, { headers: await signIn(service(), 'Rita') })
    const ask = async <Value>(path: string): Promise<Value> => {
      const response = await fetch(path)
      expect([path, response.status]).toEqual([path, 200])
      return (await response.json()) as Value
    }
    async function listAll(filters: Readonly<Record<string, string>> = {}): Promise<readonly Item[]> {
      const seen: Item[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page: Page = await ask(`?${new URLSearchParams({ ...filters, ...(cursor && { cursor }) })}`)
        seen.push(...page.items)
        cursor = page.nextCursor
      }
      return seen
    }

    test('are listed page by page, each once, with all that it has earned [D362]', async () => {
      const { appId } = service().ids
      const items = await listAll({ appId })
      const rows = await service().database.query<Record<'id' | 'shop' | 'name' | 'sum', string>>(
        {
          name: '',
          text: `
            select referral.id, shop_domain as shop, member_name as name,
              coalesce(string_agg(currency || ' ' || sum, ', ' order by currency), '') as sum
            from referrals referral
            join memberships on memberships.id = referral.membership_id
            left join (
              select referral_id, currency, sum(amount_minor)::text as sum
              from commissions group by referral_id, currency
            ) earned on earned.referral_id = referral.id
            where referral.app_id = $1
            group by referral.id, shop_domain, member_name`,
        },
        [appId],
      )
      const told = items.map(({ id, shop, member, earned }) => ({
        ...{ id, shop, name: member.name },
        sum: earned.map(({ currency, amountMinor }) => `${currency} ${amountMinor}`).join(', '),
      }))
      const byId = (a: { readonly id: string }, b: { readonly id: string }) => (a.id < b.id ? -1 : 1)
      expect(told.toSorted(byId)).toEqual([...rows].map((row) => ({ ...row })).toSorted(byId))
      expect(told.filter(({ sum }) => sum !== '').length).toBeGreaterThan(10)
    })

    test('are found by member, by shop and by state [D362]', async () => {
      const [first] = await listAll({ status: 'earning' })
      const { member, shop, id } = first ?? { member: { id: '' }, shop: '', id: '' }
      const theirs = await listAll({ membershipId: member.id })
      expect(theirs.map((one) => one.id)).toContain(id)
      expect(new Set(theirs.map((one) => one.member.id))).toEqual(new Set([member.id]))
      expect((await listAll({ search: shop })).map((one) => one.id)).toContain(id)
      for (const { status } of await listAll({ status: 'earning' })) expect(status).toBe('earning')
    })

    test('show their evidence and contracts, and who ended one and why [D362]', async () => {
      const { database, ids } = service()
      const { workspaceId } = ids
      const [known] = await listAll({ status: 'earning' })
      const id = known?.id ?? ''
      const before = await ask<ConsoleResponse<'readReferral'>>(`/${id}`)
      expect(before).toMatchObject({ id, shop: known?.shop, earned: known?.earned, voided: null })
      expect(before.contracts.length).toBeGreaterThan(0)
      expect(before.evidence.at(-1)?.kind ?? null).toBe(known?.evidence)

      const actor = `operator:${await findAccountId(service(), 'Ada')}`
      await voidReferral(database, { workspaceId, referralId: id }, { reason: 'her own shop', actor })
      const after = await ask<ConsoleResponse<'readReferral'>>(`/${id}`)
      expect(after).toMatchObject({ status: 'voided', voided: { reason: 'her own shop', by: 'Ada' } })
      for (const { amountMinor } of after.earned) expect(amountMinor).toBe('0')
      expect((await fetch(`/${crypto.randomUUID()}`)).status).toBe(403)
    })
  },
)
