import { type ListQuery, payoutStatuses } from '@affiliate-platform/contract'
import type { RowPosition } from '@affiliate-platform/contract/server'
import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { scale } from '@affiliate-platform/test-support/guarantee-scale'
import { insertPayouts } from '@affiliate-platform/test-support/payout-builders'
import { beforeAll, expect, it } from 'vitest'
import { payoutsList } from '../../src/payouts/list.ts'
import { insertSkewedApp, type SkewedApp } from './skewed-app.ts'

const payouts = scale({ quick: 2000, soak: 8000 })
/** Pages that look at 400 of the app's own payouts each, and find none: nine tenths of all are its own. */
const emptyPages = Math.floor((payouts * 0.9) / 400)

type Filters = Partial<ListQuery>
/** What is picked from a list may be absent for the compiler. */
type Picked = { readonly [Name in keyof Filters]: Filters[Name] | undefined }

describeOnEachEngine('a walk whose pages may end early', (database) => {
  let app: SkewedApp
  beforeAll(async () => {
    app = await insertSkewedApp(database(), { payouts, members: 500 })
  })

  /** Walks to the end. @returns the ids of every page */
  async function walk(filters: Filters): Promise<readonly (readonly string[])[]> {
    const pages: string[][] = []
    let after: RowPosition | undefined
    do {
      const limit = 50
      const page = { app, query: { limit, ...filters }, after }
      const { rows, endsAt } = await payoutsList.listRows({ database: database(), nowMs: undefined }, page)
      pages.push(rows.slice(0, limit).map(({ id }) => id))
      const last = rows.length > limit ? rows[limit - 1] : undefined
      after = last === undefined ? endsAt : { sortKey: last.created_at_ms, id: last.id }
    } while (after !== undefined)
    return pages
  }

  /** The same by the plainest statement there is. */
  async function listAll({ programId, groupId, membershipId, currency, status, search }: Filters) {
    const text = `
      select payout.id from payouts payout
      where workspace_id = $1 and payout.app_id = $2
        and ($3::uuid is null or payout.program_id = $3) and ($4::uuid is null or payout.group_id = $4)
        and ($5::uuid is null or payout.membership_id = $5) and ($6::text is null or payout.currency = $6)
        and ($7::text is null
          or payout_status(is_voided, open_disputes, amount_minor, reported_minor, confirmed_minor) = $7)
        and ($8::text is null
          or (select member_name from memberships where workspace_id = $1 and id = payout.membership_id)
            ilike '%' || $8 || '%'
          or (select name from programs where workspace_id = $1 and id = payout.program_id) ilike '%' || $8 || '%')
      order by payout.created_at desc, payout.id desc`
    const given = [programId, groupId, membershipId, currency, status, search].map((value) => value ?? null)
    const values = [app.workspaceId, app.appId, ...given]
    const rows = await database().query<{ readonly id: string }>({ name: 'test_list_all', text }, values)
    return rows.map(({ id }) => id)
  }

  const cases: readonly (readonly [string, (values: SkewedApp['values']) => Picked])[] = [
    [
      'a common program and a rare currency',
      ({ programId }) => ({ programId: programId[0], currency: 'KWD' }),
    ],
    ['a group and a state that seldom meet', ({ groupId }) => ({ groupId: groupId[1], status: 'confirmed' })],
    ['two common values', () => ({ currency: 'JPY', status: 'unreported' })],
    ['a member and a currency', ({ membershipId }) => ({ membershipId: membershipId[0], currency: 'JPY' })],
    [
      'a program and a group of another',
      ({ programId, groupId }) => ({ programId: programId[1], groupId: groupId[0] }),
    ],
    ['a search of many members', () => ({ search: 'bright' })],
    ['a search of many members that few payouts match', () => ({ search: 'bright', currency: 'KWD' })],
    ['a search of fewer members than a hundred', () => ({ search: 'member 3' })],
    ['a search of three members', () => ({ search: 'ANN', status: 'unreported' })],
    ['a search of one program', () => ({ search: 'second' })],
    [
      'a search of a member by both names',
      ({ membershipId }) => ({ search: 'whale', membershipId: membershipId[0] }),
    ],
    ['a search for nobody', () => ({ search: 'zzzz' })],
    ...payoutStatuses.map(
      (status) => [`members and ${status}`, () => ({ search: 'member', status })] as const,
    ),
  ]

  it.each(cases)('finds every match once, in order: %s [D18] [D77]', async (_title, toFilters) => {
    const filters = JSON.parse(JSON.stringify(toFilters(app.values)))
    expect((await walk(filters)).flat()).toEqual(await listAll(filters))
  })

  it('passes empty pages with a cursor on the way to matches that lie far back [D77]', async () => {
    const text = `
      with early as (
        insert into memberships (workspace_id, id, app_id, program_id, member_name, created_at)
        select $1, gen_random_uuid(), $2, $3, 'Early ' || n, now() from generate_series(1, 350) n
        returning id
      )
      select array_agg(id::text) as ids from early`
    const values = [app.workspaceId, app.appId, app.programId]
    const [early] = await database().query<{ readonly ids: readonly string[] }>(
      { name: 'test_insert_early', text },
      values,
    )
    await insertPayouts(
      database(),
      app,
      (early?.ids ?? []).map((membershipId) => ({ membershipId, createdAt: '2025-06-01T00:00:00.000Z' })),
    )
    const pages = await walk({ search: 'early' })
    expect(pages.slice(0, emptyPages)).toEqual(Array.from({ length: emptyPages }, () => []))
    expect(pages.flat()).toEqual(await listAll({ search: 'early' }))
    expect(pages.flat()).toHaveLength(350)
  })
})
