import type { ListQuery } from '@affiliate-platform/contract'
import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import {
  insertApp,
  insertMembership,
  insertPayout,
  insertPayouts,
  insertProgram,
  type TestApp,
} from '@affiliate-platform/test-support/payout-builders'
import { beforeAll, expect, it } from 'vitest'
import { payoutsList } from '../../src/payouts/list.ts'

describeOnEachEngine('the search among payouts', (database) => {
  const listIds = async (app: TestApp, query: Partial<ListQuery>) => {
    const page = { app, query: { limit: 50, ...query }, after: undefined }
    const { rows } = await payoutsList.listRows({ database: database(), nowMs: undefined }, page)
    return rows.map(({ id }) => id)
  }

  let app: TestApp
  let ids: Readonly<Record<'percent' | 'underscore' | 'backslash' | 'accent' | 'greek' | 'plain', string>>

  const insertNamed = async (memberName: string, programName: string) => {
    const programId = await insertProgram(database(), app, programName)
    const membershipId = await insertMembership(database(), { ...app, programId }, memberName)
    return await insertPayout(database(), app, { programId, membershipId })
  }

  beforeAll(async () => {
    app = await insertApp(database())
    ids = {
      percent: await insertNamed('100% Ads', 'Bronze'),
      underscore: await insertNamed('snake_case', 'Bronze'),
      backslash: await insertNamed('back\\slash', 'Bronze'),
      accent: await insertNamed('ÉCOLE', 'Bronze'),
      greek: await insertNamed('οδοσ', 'Bronze'),
      plain: await insertNamed('snakeXcase', 'Silver'),
    }
  })

  it.each([
    ['%', ['percent']],
    ['0% a', ['percent']],
    ['_', ['underscore']],
    ['E_C', ['underscore']],
    ['\\', ['backslash']],
    ['école', ['accent']],
    ['ΔΟΣ', ['greek']],
    ['SNAKE', ['plain', 'underscore']],
    ['silver', ['plain']],
    ['BRONZE', ['greek', 'accent', 'backslash', 'underscore', 'percent']],
    ["'; drop table payouts; --", []],
    ['nobody', []],
  ] as const)('%s matches names literally and case-insensitively [D24]', async (search, expected) => {
    expect(await listIds(app, { search })).toEqual(expected.map((name) => ids[name]))
  })

  it('merges the rows of all matching members, newest first [D24]', async () => {
    const programId = await insertProgram(database(), app, 'Merged')
    const members = [
      await insertMembership(database(), { ...app, programId }),
      await insertMembership(database(), { ...app, programId }),
    ]
    const times = Array.from({ length: 8 }, (_, day) => `2026-04-0${day + 1}T00:00:00.000Z`)
    const inserted = await insertPayouts(
      database(),
      app,
      times.map((createdAt, day) => ({ programId, createdAt, membershipId: members[day % 2] ?? '' })),
    )
    expect(await listIds(app, { search: 'merged', limit: 5 })).toEqual(inserted.toReversed().slice(0, 6))
  })
})
