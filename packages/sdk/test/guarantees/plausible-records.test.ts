import { AffiliateClient, type MembershipSummary, type PayoutRecord } from '@affiliate-platform/sdk'
import {
  buildPayout,
  createFakeService,
  fakeIds,
  type ResponseJson,
  responses,
} from '@affiliate-platform/sdk/testing'
import { describe, expect, test } from 'vitest'
import { errorOf } from '../error-of.ts'

const usd = (amountMinor: string) => ({ amountMinor, currency: 'USD' })
const other = '99999999-9999-4999-8999-999999999999'
const { appId, programId, groupId, membershipId } = fakeIds

describe('a record that contradicts itself is rejected [D104]', () => {
  const { payout } = buildPayout(1)
  const service = createFakeService({ payouts: [buildPayout(1)] })
  const { payouts, groups } = new AffiliateClient(service.affiliateOptions)
  const get = (change: (json: ResponseJson) => unknown) => {
    service.script('getPayout', responses.changed(change))
    return errorOf(payouts.get(payout.id))
  }
  const line: PayoutRecord['lines']['items'][number] = {
    ...{ commissionId: other, referralId: null, entry: 'accrual', saleKind: null },
    ...{ amount: { amountMinor: '1', currency: 'EUR' }, accruedAt: '2026-01-01T00:00:00Z' },
  }

  test.each([
    ['a refund total', { lines: { items: [], total: -1 } }, 'invalid_shape', '/lines/total'],
    [
      ...(['a line in another currency', { lines: { items: [line], total: 1 } }] as const),
      ...(['currency_differs', '/lines/items/0/amount/currency'] as const),
    ],
    ['more unpaid than was earned', { unpaid: usd('12501') }, 'unpaid_exceeds_amount', '/unpaid/amountMinor'],
    ['an unpaid rest in another currency', { unpaid: line.amount }, 'currency_differs', '/unpaid/currency'],
  ])('%s', async (_title, change, code, pointer) => {
    const error = await get((json) => ({ ...json, ...change }))

    expect(error).toMatchObject({ kind: 'invalid_response', code, issues: [{ pointer }] })
  })

  test('a row of a list too', async () => {
    const row = { ...payout, amount: usd('9'.repeat(37)), unpaid: usd('1'.repeat(38)) }
    service.script(
      'listPayouts',
      responses.changed((page) => ({ ...page, items: [row] })),
    )
    const pointer = '/items/0/unpaid/amountMinor'

    expect(await errorOf(payouts.listPage())).toMatchObject({ issues: [{ pointer }] })

    const group = {
      kind: 'groups',
      id: groupId,
      appId,
      programId,
      name: 'P',
      groupName: 'G',
      status: 'no_terms',
    }
    service.script(
      'listGroups',
      responses.changed(() => ({ items: [{ ...group, memberships: -1 }], nextCursor: null })),
    )
    expect(await errorOf(groups.listPage())).toMatchObject({ issues: [{ pointer: '/items/0/memberships' }] })
  })

  test('sound amounts pass, the largest too', async () => {
    const most = usd('9'.repeat(38))
    const lines = { items: [{ ...line, amount: most }], total: 1 }

    expect(await get((json) => ({ ...json, amount: most, unpaid: most, lines }))).toBeUndefined()
    expect(await get((json) => ({ ...json, unpaid: usd('0') }))).toBeUndefined()
  })
})

test.each([
  [groupId, undefined],
  [groupId.toUpperCase(), undefined],
  [other, 'other_record'],
  [null, 'other_record'],
])('a row of the group %s, where those of one group were asked for: %s [D104]', async (rowGroupId, code) => {
  const row: Omit<MembershipSummary, 'groupId'> = {
    ...{ id: membershipId, kind: 'memberships', appId, programId, name: 'Partner program' },
    ...{ status: 'active', memberName: 'Ada' },
  }
  const service = createFakeService()
  const page = JSON.stringify({ items: [{ ...row, groupId: rowGroupId }], nextCursor: null })
  service.script('listMemberships', responses.status(200, page), responses.status(200, page))
  const { memberships } = new AffiliateClient(service.affiliateOptions)

  const error = await errorOf(memberships.listPage({ groupId }))

  if (code === undefined) expect(error).toBeUndefined()
  else expect(error).toMatchObject({ code, issues: [{ pointer: '/items/0/groupId' }] })
  expect(await errorOf(memberships.listPage())).toBeUndefined()
})
