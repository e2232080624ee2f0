import { operations, parseListQuery } from '@affiliate-platform/contract'
import { findPageEnd, type RowPosition } from '@affiliate-platform/contract/server'
import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { insertApp, insertRows, type TestApp } from '@affiliate-platform/test-support/payout-builders'
import { beforeAll, expect, it } from 'vitest'
import { commissionsList } from '../../src/commissions/list.ts'
import { newId } from '../../src/database.ts'
import { toPosition } from '../../src/lists.ts'

type Query = Readonly<Record<string, string>>

const dayMs = 86_400_000
const firstDayMs = Date.parse('2026-05-01T00:00:00Z')

/** An entry that was booked some days after it accrued. */
interface Entry {
  readonly id: string
  readonly accruedDay: number
  readonly bookedDay: number
  readonly payoutId: string | null
  readonly currency: string
}

describeOnEachEngine('commissions of a time of booking', (database) => {
  const payoutIds = [newId(), newId()]
  const entries = Array.from({ length: 240 }, (_, index): Entry => {
    const accruedDay = (index * 17) % 31
    return {
      ...{ id: newId(), accruedDay, bookedDay: accruedDay + ((index * 13) % 19) },
      ...{ payoutId: payoutIds[index % 3] ?? null, currency: index % 2 === 0 ? 'USD' : 'EUR' },
    }
  })
  let app: TestApp
  beforeAll(async () => {
    app = await insertApp(database())
    const {
      workspaceId: workspace_id,
      appId: app_id,
      programId: program_id,
      membershipId: membership_id,
    } = app
    const toDay = (day: number) => new Date(firstDayMs + day * dayMs)
    await database().transaction(async (tx) => {
      // Without triggers: the payouts are made up.
      await tx.query({ name: '', text: 'set local session_replication_role = replica' }, [])
      await insertRows(
        tx,
        'commissions',
        entries.map(({ id, accruedDay, bookedDay, payoutId: payout_id, currency }) => ({
          ...{ workspace_id, id, app_id, program_id, membership_id, payout_id, currency, actor: 'system' },
          ...{ entry: 'accrual', cause: 'manual', reason: 'test', amount_minor: 1 },
          ...{ accrued_at: toDay(accruedDay), available_at: toDay(accruedDay), created_at: toDay(bookedDay) },
        })),
      )
    })
  })

  /** Walks to the end, three rows to a page. */
  async function walk(parameters: Query): Promise<readonly string[]> {
    const checked = parseListQuery(
      operations.listCommissions.query,
      Object.entries({ ...parameters, limit: '3' }),
    )
    if (!checked.ok) throw new Error(JSON.stringify(checked.issues))
    const { value: query } = checked
    const met: string[] = []
    let after: RowPosition | undefined
    do {
      const found = await commissionsList.listRows(
        { database: database(), nowMs: undefined },
        { app, query, after },
      )
      met.push(...found.rows.slice(0, query.limit).map(({ id }) => id))
      after = findPageEnd(found, query.limit, toPosition)
    } while (after !== undefined)
    return met
  }

  const newestFirst = (day: 'accruedDay' | 'bookedDay', matches: (entry: Entry) => boolean) =>
    entries
      .filter(matches)
      .toSorted((a, b) => b[day] - a[day] || (a.id < b.id ? 1 : -1))
      .map(({ id }) => id)

  it('come once each, the last booked first, whenever they accrued [D189] [D245]', async () => {
    const met = await walk({ postedFrom: '2026-05-11', postedTo: '2026-05-20' })
    expect(met.length).toBeGreaterThan(10)
    expect(met).toEqual(newestFirst('bookedDay', ({ bookedDay }) => bookedDay >= 10 && bookedDay < 20))
    expect(await walk({ postedTo: '2026-05-10' })).toEqual(
      newestFirst('bookedDay', ({ bookedDay }) => bookedDay < 10),
    )
    expect(await walk({ postedFrom: '2027-01-01' })).toEqual([])
  })

  it('are narrowed by the time of accrual and other filters: what was booked late [D245]', async () => {
    const late = { postedFrom: '2026-05-21', to: '2026-05-20' }
    const isLate = ({ accruedDay, bookedDay }: Entry) => bookedDay >= 20 && accruedDay < 20
    expect(await walk(late)).toEqual(newestFirst('bookedDay', isLate))
    expect(
      await walk({ ...late, from: '2026-05-15', currency: 'EUR', membershipId: app.membershipId }),
    ).toEqual(
      newestFirst(
        'bookedDay',
        (entry) => isLate(entry) && entry.accruedDay >= 14 && entry.currency === 'EUR',
      ),
    )
  })

  it('of a payout come by accrual, as all do, and by booking where that is asked for [D245]', async () => {
    const [payoutId = ''] = payoutIds
    const isPaid = (entry: Entry) => entry.payoutId === payoutId
    expect(await walk({ payoutId })).toEqual(newestFirst('accruedDay', isPaid))
    expect(await walk({ payoutId, currency: 'USD' })).toEqual(
      newestFirst('accruedDay', (entry) => isPaid(entry) && entry.currency === 'USD'),
    )
    expect(await walk({ payoutId, postedFrom: '2026-05-21' })).toEqual(
      newestFirst('bookedDay', (entry) => isPaid(entry) && entry.bookedDay >= 20),
    )
  })
})
