import type { MemberResponse } from '@affiliate-platform/contract/console'
import { describeServiceOnEachEngine } from '@affiliate-platform/test-support/each-engine'
import { expect, test } from 'vitest'
import { maskShop } from '../../src/portal/mask-shop.ts'
import { folder, origin } from '../console/sign-in.ts'
import { signInMember } from './sign-in-member.ts'

const base = '/api/portal/v1'

describeServiceOnEachEngine('what a member earned', { console: { place: { origin }, folder } }, (service) => {
  const read = async <Value>(path: string): Promise<Value> => {
    const headers = await signInMember(service(), 'Mia')
    const response = await service().fetch(`${base}${path}`, { headers })
    expect([path, response.status]).toEqual([path, 200])
    return (await response.json()) as Value
  }

  test('is listed and explained in every state, without the name of a shop or an id of a sale [D442]', async () => {
    const { membershipId } = service().ids
    const shops = await service().database.query<{ readonly shop: string }>(
      { name: '', text: 'select distinct shop_domain as shop from referrals where membership_id = $1' },
      [membershipId],
    )
    expect(shops.length).toBeGreaterThan(0)
    for (const status of ['held', 'available', 'in_payout', 'paid']) {
      const list = await read<MemberResponse<'listEarnings'>>(
        `/memberships/${membershipId}/earnings?status=${status}&limit=3`,
      )
      for (const earning of list.items) {
        expect(earning.status).toBe(status)
        const explained = await read<MemberResponse<'explainEarning'>>(`/earnings/${earning.id}/explanation`)
        expect(explained).toMatchObject(earning)
        expect(explained.waiting === null).toBe(status === 'in_payout' || status === 'paid')
        expect(explained.payout === null).toBe(explained.waiting !== null)
        const told = JSON.stringify([earning, explained])
        expect(shops.filter(({ shop }) => told.includes(shop.split('.')[0] ?? shop))).toEqual([])
        expect(told).not.toMatch(/gid:|platformId|operator:|importRun/)
      }
    }
  })

  test('tells shops with the same initials apart, by a number that is the same wherever a shop is named [D486]', async () => {
    const own = `/memberships/${service().ids.membershipId}`
    const referrals = await read<MemberResponse<'listOwnReferrals'>>(`${own}/referrals`)
    const shops = referrals.items.map(({ shop }) => shop)
    const initials = new Set(shops.map((shop) => shop.split(' #')[0]))
    expect(initials.size).toBeLessThan(shops.length)
    expect(new Set(shops).size).toBeGreaterThan(initials.size)
    const earnings = await read<MemberResponse<'listEarnings'>>(`${own}/earnings`)
    const named = earnings.items.flatMap(({ shop }) => (shop === null ? [] : [shop]))
    expect(named.length).toBeGreaterThan(0)
    expect(named.filter((shop) => !shops.includes(shop))).toEqual([])
  })

  test('adds up at home to what the operator sees [D442]', async () => {
    const { workspaceId, membershipId } = service().ids
    const { balances, earnings } = await read<MemberResponse<'readHome'>>(`/memberships/${membershipId}/home`)
    const sums = await service().database.query<{ readonly currency: string; readonly sum: string }>(
      {
        name: '',
        text: `
            select currency, sum(amount_minor)::text as sum from commissions
            where workspace_id = $1 and membership_id = $2
            group by currency order by currency`,
      },
      [workspaceId, membershipId],
    )
    expect(balances.map(({ currency, earned }) => [currency, earned.amountMinor])).toEqual(
      sums.map(({ currency, sum }) => [currency, sum]),
    )
    for (const { held, available, owed, toBePaid, reported, confirmed, earned } of balances) {
      const parts = [held, available, toBePaid, reported, confirmed]
      const whole = parts.reduce((sum, { amountMinor }) => sum + BigInt(amountMinor), 0n)
      expect(whole - BigInt(owed.amountMinor)).toBe(BigInt(earned.amountMinor))
    }
    expect(earnings.length).toBeGreaterThan(0)
  })
})

test.each([
  ['maple-lantern.myshopify.com', 'm•••-l••• #0417'],
  ['x.myshopify.com', 'x••• #0417'],
  ['a-b-c-d-e-f.myshopify.com', 'a•••-b•••-c•••-d••• #0417'],
  ['ünder-öak.example', 'ü•••-ö••• #0417'],
])('a shop is masked: %s is %s [D442]', (domain, masked) => {
  expect(maskShop({ domain, referralId: '019728c9-c000-72cc-87a9-be479c0001a1' })).toBe(masked)
})
