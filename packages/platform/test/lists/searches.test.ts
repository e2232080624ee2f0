import type { ListQuery } from '@affiliate-platform/contract'
import type { RowPosition } from '@affiliate-platform/contract/server'
import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { insertApp, insertProgram, type TestApp } from '@affiliate-platform/test-support/payout-builders'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Queryable, Statement } from '../../src/database/statements/database.ts'
import { listSources } from '../../src/list-sources.ts'
import { insertNamed } from './insert-named.ts'

const rare = [
  ...[
    'Zebulon Quist',
    'ZEBULON',
    'the zebulons',
    '李小龍',
    '100% Ads',
    'snake_case',
    'back\\slash',
    "O'Brien; --",
  ],
  ...[
    'ΟΔΥΣΣΕΥΣ',
    'οδυσσεύς',
    'Straße',
    'STRASSE',
    'İpek Ilgaz',
    'ipek ılgaz',
    'ÉCOLE',
    'école',
    'a👋🏽b',
    'ﬁn',
  ],
]
const names = [...rare, ...Array.from({ length: 1500 }, (_, n) => `Member ${n}`)]
const lists = ['listMemberships', 'listPayouts', 'listReferrals', 'listCommissions'] as const

describeOnEachEngine('a search among many names', (database) => {
  let app: TestApp
  beforeAll(async () => {
    app = await insertApp(database(), { programName: 'Partners', memberName: '#' })
    await insertNamed(database(), app, names)
    // Another app of the workspace, with the same names.
    const { workspaceId } = app
    await insertNamed(
      database(),
      await insertApp(database(), { workspaceId, memberName: '#' }),
      names.slice(0, 20),
    )
    await database().script('analyze memberships; analyze payouts; analyze referrals; analyze commissions')
  })

  type ListId = (typeof lists)[number]

  async function readPage(
    id: ListId,
    query: Partial<ListQuery>,
    after?: RowPosition,
    connection?: Queryable,
  ) {
    const { rows, endsAt } = await listSources[id].listRows(
      { database: { ...database(), ...connection }, nowMs: undefined },
      { app, query: { limit: 50, ...query }, after },
    )
    const last = rows[49]
    const next = rows.length > 50 && last ? { sortKey: last.created_at_ms, id: last.id } : endsAt
    return { ids: rows.slice(0, 50).map((row) => row.id), next }
  }

  async function walk(id: ListId, query: Partial<ListQuery>): Promise<readonly string[]> {
    const ids: string[] = []
    let after: RowPosition | undefined
    do {
      const page = await readPage(id, query, after)
      ids.push(...page.ids)
      after = page.next
    } while (after !== undefined)
    return ids
  }

  /** The members with a text in their name, or in the domain of their shop, newest first, by comparing each. */
  async function compareAll(search: string, id: ListId = 'listPayouts'): Promise<readonly string[]> {
    const text = `
      select member.id from memberships member join referrals referral using (workspace_id, id)
      where member.app_id = $1
        and (strpos(upper(member_name collate "und-x-icu"), upper($2::text collate "und-x-icu")) > 0
          or $3 and strpos(upper(shop_domain collate "und-x-icu"), upper($2::text collate "und-x-icu")) > 0)
      order by member.created_at desc, member.id desc`
    const isByDomain = ['listReferrals', 'listCommissions'].includes(id)
    const rows = await database().query<{ id: string }>({ name: '', text }, [app.appId, search, isByDomain])
    return rows.map((row) => row.id)
  }

  const texts = [
    ...['Zebulon', 'zeb', 'Q', 'ZE', '李', '小龍', '%', '0%', '_', 'e_c', '\\', "'", '👋', '👋🏽b'],
    ...['ς', 'Σ', 'σσευσ', 'ύς', 'ß', 'ss', 'SSE', 'i', 'İ', 'ı', 'IL', 'ıl', 'é', 'É', 'ﬁ', 'fi'],
    ...['Member 77', 'ber 1499', '77', 'er 9'],
  ]

  describe.each(lists)('of %s', (id) => {
    it.each(texts)(
      'finds each name with %s in it, literally and whatever the case [D24] [D271]',
      async (search) => {
        const expected = await compareAll(search, id)
        expect(await walk(id, { search })).toEqual(expected)
        if (expected.length <= 20)
          expect(await readPage(id, { search })).toEqual({ ids: expected, next: undefined })
      },
    )
  })

  it.each(['listReferrals', 'listCommissions'] as const)(
    'finds %s by the domain of a shop [D61] [D271]',
    async (id) => {
      const found = await readPage(id, { search: 'Numbered-3-' })
      expect(found).toEqual({ ids: await compareAll('the zebulons'), next: undefined })
      expect(await walk(id, { search: 'numbered' })).toHaveLength(names.length)
    },
  )

  it('finds a record once by two of its names, and every record of a program [D24] [D271]', async () => {
    const programId = await insertProgram(database(), app, 'Zebulons')
    await insertNamed(database(), { ...app, programId }, ['Zebulon too', 'Xaver'])
    const [three, two] = [await compareAll('zebulon'), await compareAll('xaver')]
    for (const id of lists)
      expect(new Set(await walk(id, { search: 'zebulon' }))).toEqual(new Set([...three, ...two]))
    expect(await walk('listPayouts', { search: 'zebulon' })).toHaveLength(5)
    expect(await walk('listPayouts', { search: 'zebulon', programId })).toHaveLength(2)
    expect(await walk('listPayouts', { search: 'zebulon', membershipId: two[0] ?? '' })).toEqual(two)
    expect(await walk('listPayouts', { search: 'zebulon', membershipId: app.membershipId })).toEqual([])
  })

  it('finds the same under plans for one text and for all [D271]', async () => {
    for (const mode of ['force_custom_plan', 'force_generic_plan']) {
      const page = await database().transaction(async (tx) => {
        await tx.query({ name: '', text: `set local plan_cache_mode = ${mode}` }, [])
        return await readPage('listPayouts', { search: 'ber 1499' }, undefined, tx)
      })
      expect(page.ids).toHaveLength(1)
    }
  })

  it('takes a turn for every statement, and a list without a search takes none [D161] [D167]', async () => {
    const send = async (query: Partial<ListQuery>): Promise<readonly Statement[]> => {
      const sent: Statement[] = []
      await readPage('listPayouts', query, undefined, {
        query: (statement, values) => {
          sent.push(statement)
          return database().query(statement, values)
        },
      })
      return sent
    }
    for (const search of ['zzzz', 'member', 'Member 77']) {
      expect((await send({ search })).filter(({ isSlow }) => isSlow !== true)).toEqual([])
    }
    expect((await send({})).filter(({ isSlow }) => isSlow)).toEqual([])
  })
})
