import { listBalancesAt } from '@affiliate-platform/platform/balances'
import { findDayStart } from '@affiliate-platform/platform/workspaces'
import { describeServiceOnEachEngine } from '@affiliate-platform/test-support/each-engine'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { folder, origin } from '../console/sign-in.ts'
import { signInMember } from './sign-in-member.ts'

type Row = Readonly<Record<string, string>>

const days = { from: '2020-01-01', to: '2099-12-31' }
const toUnits = (amount = '') => BigInt(amount.replace('.', ''))

describeServiceOnEachEngine('a statement', { console: { place: { origin }, folder } }, (service) => {
  const ask = async (query: Row, name = 'Mia') => {
    const headers = await signInMember(service(), name)
    const search = new URLSearchParams({ currency: 'USD', ...days, ...query })
    const at = `/api/portal/v1/memberships/${service().ids.membershipId}/statement.csv?${search}`
    return await service().fetch(at, { headers })
  }
  const read = async (query: Row = {}) => {
    const response = await ask(query)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    return parse<Row>(await response.text(), { columns: true })
  }

  test('has the balances that the operator has, and the same entries, to the unit [D446]', async () => {
    const { database, ids } = service()
    const { workspaceId, membershipId } = ids
    const booked = await listBalancesAt(database, {
      ...{ workspaceId, membershipId, isByMembership: true, asOf: undefined },
      since: await findDayStart(database, workspaceId, days.from),
    })
    if (!booked.ok) throw new Error(booked.rejection)
    expect(booked.balances.length).toBeGreaterThan(1)
    for (const { currency, closingMinor, openingMinor } of booked.balances) {
      const rows = await read({ currency })
      const [first, ...lines] = rows.slice(0, -1)
      const last = rows.at(-1)
      expect([first?.['entry'], last?.['entry']]).toEqual(['Opening balance', 'Closing balance'])
      expect([toUnits(first?.['balance']), toUnits(last?.['balance'])]).toEqual(
        [openingMinor, closingMinor].map(BigInt),
      )
      const sum = lines.reduce((total, { amount }) => total + toUnits(amount), 0n)
      expect(BigInt(openingMinor) + sum).toBe(BigInt(closingMinor))
      const known = await database.query<{ readonly id: string }>(
        {
          name: '',
          text: `select id from commissions where workspace_id = $1 and membership_id = $2 and currency = $3
            union all select report.id from payment_reports report join payouts payout on payout.id = payout_id
            where payout.workspace_id = $1 and membership_id = $2 and currency = $3
              and not exists (select from payment_disputes where report_id = report.id)
              and not exists (select from payment_report_retractions where report_id = report.id)
              and not exists (select from payment_report_returns where report_id = report.id)`,
        },
        [workspaceId, membershipId, currency],
      )
      const shown = new Set(lines.map(({ id }) => id))
      expect(known.filter(({ id }) => !shown.has(id))).toEqual([])
      for (const { shop } of lines) expect(shop).toMatch(/^$|•••/)
    }
  })

  test('of one day after the other goes on where the last one ended [D446]', async () => {
    const early = await read({ to: '2026-02-28' })
    const late = await read({ from: '2026-03-01' })
    expect(late[0]?.['balance']).toBe(early.at(-1)?.['balance'])
    expect(await read({ currency: 'XAF' })).toMatchObject([
      { entry: 'Opening balance', balance: '0' },
      { entry: 'Closing balance', balance: '0' },
    ])
  })

  test('runs no formula of what a person has entered [D446]', async () => {
    const { workspaceId, appId, membershipId } = service().ids
    await service().database.query(
      {
        name: '',
        text: `insert into commissions
          (workspace_id, id, app_id, program_id, membership_id, currency, entry, cause, amount_minor, reason, accrued_at,
           available_at)
          select $1, gen_random_uuid(), $2, program_id, $3, 'USD', 'accrual', 'manual', 5, '=HYPERLINK("x")', now(), now()
          from memberships where id = $3`,
      },
      [workspaceId, appId, membershipId],
    )
    expect((await read()).at(-2)).toMatchObject({ entry: 'Entered by hand', note: `'=HYPERLINK("x")` })
  })

  test('is rejected for days in the wrong order, and comes one at a time to each person [D446]', async () => {
    expect((await ask({ from: '2026-03-02', to: '2026-03-01' })).status).toBe(400)
    expect((await ask({ from: 'yesterday' })).status).toBe(400)
    const first = await ask({})
    const reader = first.body?.getReader()
    expect((await reader?.read())?.done).toBe(false)
    expect((await ask({})).status).toBe(503)
    const ofOther = await ask({}, 'Kim')
    expect(ofOther.status).toBe(200)
    await ofOther.body?.cancel()
    await reader?.cancel()
    expect((await ask({})).status).toBe(200)
  })
})
