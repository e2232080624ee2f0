import type { PayoutsFilters } from '@affiliate-platform/sdk'
import { describe, expect, test } from 'vitest'
import { collect } from '../collect.ts'
import { errorOf } from '../error-of.ts'
import { clientsOf } from './clients-of.ts'
import type { MakeTarget, Target } from './target.ts'

const unknownId = '99999999-9999-4999-8999-999999999999'

/** Listing payouts (interface 4.2). */
export function describeListPayouts(makeTarget: MakeTarget): void {
  describe('listPayouts', () => {
    const idsOf = async (target: Target, filters: PayoutsFilters) => {
      const rows = await collect(clientsOf(target).affiliate.payouts.list({ ...target.filters, ...filters }))
      return rows.map(({ id }) => id)
    }

    test.each([1, 2, 50])('walks over all rows, newest first, by pages of %i [D18]', async (limit) => {
      await using target = await makeTarget()

      expect(await idsOf(target, { limit })).toEqual(target.payoutIds)
    })

    test('gives rows of the right app and program, and no cursor after the last page', async () => {
      await using target = await makeTarget()
      const { appId, programId } = target

      const page = await clientsOf(target).affiliate.payouts.listPage(target.filters, {
        expected: { appId, programId },
      })

      expect(page.nextCursor).toBeNull()
      expect(page.items).toHaveLength(target.payoutIds.length)
    })

    test('filters by status and currency, in any letter case [D22] [D23]', async () => {
      await using target = await makeTarget()
      const { status, currency, ids } = target.filtered

      expect(await idsOf(target, { status, currency: currency.toLowerCase() })).toEqual(ids)
      expect(await idsOf(target, { status: '(later) no_such_status' })).toEqual([])
      expect(await idsOf(target, { currency: 'QQQ' })).toEqual([])
    })

    test('filters by time, and by the records of its app [D19] [D20]', async () => {
      await using target = await makeTarget()
      const { appId, programId, payoutIds } = target

      expect(await idsOf(target, { to: '2026-12-31', appId, programId })).toEqual(payoutIds)
      expect(await idsOf(target, { from: new Date('2027-01-01'), appId: null })).toEqual([])
    })

    test('searches names literally, in any letter case [D24]', async () => {
      await using target = await makeTarget()
      const { payouts } = clientsOf(target).affiliate
      const { items } = await payouts.listPage({ ...target.filters, limit: 1 })
      const name = items[0]?.name ?? ''

      expect(await idsOf(target, { search: name.toUpperCase() })).toContain(items[0]?.id)
      expect(await idsOf(target, { search: '%' })).toEqual([])
      expect(await idsOf(target, { search: '  ' })).toEqual(target.payoutIds)
    })

    test.each(['appId', 'programId', 'groupId', 'membershipId'])(
      'denies an unknown %s [D20] [D21]',
      async (name) => {
        await using target = await makeTarget()

        const error = await errorOf(clientsOf(target).affiliate.payouts.listPage({ [name]: unknownId }))

        expect(error).toMatchObject({ name: 'PermissionError', code: 'access_denied' })
      },
    )

    test('binds a cursor to its key and filters, not to the page size [4.2-2] [D26]', async () => {
      await using target = await makeTarget()
      const { affiliate, payoutsOnly } = clientsOf(target)
      const { filters } = target
      const cursor = (await affiliate.payouts.listPage({ ...filters, limit: 2 })).nextCursor ?? ''

      const next = await affiliate.payouts.listPage({ ...filters, limit: 3, cursor })
      const errors = [
        await errorOf(affiliate.payouts.listPage({ ...filters, cursor, status: 'unreported' })),
        await errorOf(payoutsOnly.payouts.listPage({ ...filters, cursor })),
        await errorOf(affiliate.payouts.listPage({ ...filters, cursor: `${cursor}x` })),
      ]

      expect(next.items.map(({ id }) => id)).toEqual(target.payoutIds.slice(2, 5))
      for (const error of errors)
        expect(error).toMatchObject({ name: 'InvalidRequestError', code: 'invalid_cursor' })
    })

    test('is open to a key with this scope alone, and closed to an unknown one [5-2] [5-5]', async () => {
      await using target = await makeTarget()
      const { payoutsOnly, unknown } = clientsOf(target)

      expect((await payoutsOnly.payouts.listPage(target.filters)).items).toHaveLength(target.payoutIds.length)
      expect(await errorOf(unknown.payouts.listPage())).toMatchObject({ name: 'AuthenticationError' })
    })

    test('ends above the quota with the time to wait [D29]', async () => {
      await using target = await makeTarget({ quotaRequestsMax: 2 })
      const { payouts } = clientsOf(target).affiliate
      await payouts.listPage()
      await payouts.listPage()

      const error = await errorOf(payouts.listPage())

      expect(error).toMatchObject({
        name: 'RateLimitError',
        code: 'quota_exceeded',
        status: 429,
        attempts: 1,
      })
      const { retryAfterMs } = error as { readonly retryAfterMs: number }
      expect(retryAfterMs % 1000).toBe(0)
      expect(retryAfterMs).toBeGreaterThanOrEqual(1000)
      expect(retryAfterMs).toBeLessThanOrEqual(60_000)
    })
  })
}
