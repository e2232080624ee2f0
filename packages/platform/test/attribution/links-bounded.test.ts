import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { insertApp } from '@affiliate-platform/test-support/payout-builders'
import { expect, test } from 'vitest'
import { readCoverage } from '../../src/attribution.ts'
import { type FoundLink, readLink, searchLinks } from '../../src/links.ts'
import { countBuffers } from '../explain/count-buffers.ts'

const clicks = 20_000
const installs = 10_000

describeOnEachEngine('links', (database) => {
  const run = (text: string, values: readonly unknown[]) => database().query({ name: '', text }, values)

  test('are listed at the same cost, however often one was followed [D464]', async () => {
    const app = await insertApp(database())
    const { workspaceId, appId, membershipId } = app
    await run(
      `insert into links (workspace_id, id, app_id, membership_id, code, actor)
        select $1, ('00000000-0000-7000-8000-' || lpad(to_hex(number), 12, '0'))::uuid, $2, $3, 'Code' || number, 'system'
        from generate_series(1, 3000) number`,
      [workspaceId, appId, membershipId],
    )
    await run(
      `insert into clicks (workspace_id, id, link_id, visitor, occurred_at)
        select $1, gen_random_uuid(), '00000000-0000-7000-8000-000000000bb8'::uuid, sha256((number % 5000)::text::bytea),
          now() - number * interval '1 minute'
        from generate_series(1, $2::integer) number`,
      [workspaceId, clicks],
    )
    await database().script('analyze links, clicks')
    const filter = { workspaceId, appId, membershipId: undefined, code: undefined }
    for (const asked of [filter, { ...filter, membershipId }, { ...filter, code: 'code3000' }]) {
      let found: readonly FoundLink[] = []
      const buffers = await countBuffers(database(), async (recorder) => {
        found = await searchLinks(recorder, asked, { after: undefined, limit: 51 })
      })
      expect(found[0]).toMatchObject({ code: 'Code3000', clicks: 1001, memberName: expect.any(String) })
      expect(found.length).toBe(asked.code === undefined ? 51 : 1)
      expect(buffers, JSON.stringify(asked)).toBeLessThan(2500)
    }
    const first = await searchLinks(database(), filter, { after: undefined, limit: 2 })
    const [next] = await searchLinks(database(), filter, { after: first.at(-1)?.id, limit: 1 })
    expect([...first, next].map((link) => link?.code)).toEqual(['Code3000', 'Code2999', 'Code2998'])
    const link = await readLink(database(), { workspaceId, id: first[0]?.id ?? '' })
    const counted = link?.days.reduce((sum, day) => sum + day.clicks, 0)
    expect(counted).toBe(clicks)
    expect(
      await readLink(database(), { workspaceId: crypto.randomUUID(), id: first[0]?.id ?? '' }),
    ).toBeUndefined()
  })

  test('explain the installs of a time at the cost of that time [D464]', async () => {
    const { workspaceId, appId } = await insertApp(database())
    await run(
      `insert into install_events (workspace_id, app_id, shop_domain, kind, occurred_at, source, actor)
        select $1, $2, 'shop-' || number || '.myshopify.com', 'installed', timestamptz '2020-01-01' + number * interval '1 hour',
          case when number % 2 = 0 then 'partner' else 'bridge' end, 'system'
        from generate_series(1, $3::integer) number`,
      [workspaceId, appId, installs],
    )
    // The Partner API tells of one that the hook has told.
    await run(
      `insert into install_events (workspace_id, app_id, shop_domain, kind, occurred_at, source, actor)
        values ($1, $2, 'shop-25.myshopify.com', 'installed', timestamptz '2020-01-02 01:10Z', 'partner', 'system')`,
      [workspaceId, appId],
    )
    await database().script('analyze install_events')
    const time = { from: new Date('2020-01-02T00:00Z'), to: new Date('2020-01-03T00:00Z') }
    let told: Awaited<ReturnType<typeof readCoverage>> | undefined
    const buffers = await countBuffers(database(), async (recorder) => {
      told = await readCoverage(recorder, { workspaceId, appId, ...time })
    })
    expect(told).toMatchObject({ installs: 24, explained: 0, bySource: { bridge: 12, partner: 13 } })
    expect(buffers).toBeLessThan(600)
  })
})
