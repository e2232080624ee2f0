import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { describeServiceOnEachEngine } from '@affiliate-platform/test-support/each-engine'
import { expect, test } from 'vitest'
import { folder, origin, signIn } from './sign-in.ts'

describeServiceOnEachEngine('links in the console', { console: { place: { origin }, folder } }, (service) => {
  const ask = async <Value = unknown>(path: string) => {
    const headers = await signIn(service(), 'Rita')
    const response = await service().fetch(`/api/console/v1${path}`, { headers })
    return { status: response.status, body: (await response.json()) as Value }
  }

  test('are listed page by page, found by code, and lead to who followed them [D464]', async () => {
    const { workspaceId, appId, membershipId } = service().ids
    const run = (text: string, values: readonly unknown[]) =>
      service().database.query({ name: '', text }, values)
    await run(
      `insert into links (workspace_id, id, app_id, membership_id, code, actor)
        select $1, ('ffffffff-0000-7000-8000-' || lpad(number::text, 12, '0'))::uuid, $2, $3, 'Extra' || number, 'system'
        from generate_series(1, 60) number`,
      [workspaceId, appId, membershipId],
    )
    await run(
      `insert into clicks (workspace_id, id, link_id, visitor, sub_id, country, occurred_at)
        select $1, gen_random_uuid(), 'ffffffff-0000-7000-8000-000000000060', sha256((number % 2)::text::bytea), 'blog', 'DE', now()
        from generate_series(1, 5) number`,
      [workspaceId],
    )
    const items: ConsoleResponse<'searchLinks'>['items'] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: ConsoleResponse<'searchLinks'> = (
        await ask<ConsoleResponse<'searchLinks'>>(`/links?appId=${appId}${cursor && `&cursor=${cursor}`}`)
      ).body
      items.push(...page.items)
      cursor = page.nextCursor
    }
    const [{ number = 0 } = {}] = (await service().database.query<{ number: number }>(
      {
        name: '',
        text: 'select count(*)::integer as number from links where workspace_id = $1 and app_id = $2',
      },
      [workspaceId, appId],
    )) as { number: number }[]
    expect(items.length).toBe(number)
    expect(new Set(items.map(({ id }) => id)).size).toBe(number)
    expect(items[0]).toMatchObject({
      code: 'Extra60',
      clicks: 5,
      areMore: false,
      member: { id: membershipId },
    })
    const byCode = await ask<ConsoleResponse<'searchLinks'>>(`/links?appId=${appId}&search=eXTRA60`)
    expect(byCode.body.items.map(({ code }) => code)).toEqual(['Extra60'])
    const ofMember = await ask<ConsoleResponse<'searchLinks'>>(`/links?membershipId=${membershipId}`)
    expect(new Set(ofMember.body.items.map(({ member }) => member.id))).toEqual(new Set([membershipId]))
    const { body: link } = await ask<ConsoleResponse<'readLink'>>(`/links/${items[0]?.id}`)
    expect(link).toMatchObject({
      ...{ code: 'Extra60', days: [{ clicks: 5, visitors: 2 }], referrals: 0, paying: 0 },
      bySubId: [{ name: 'blog', clicks: 5, visitors: 2 }],
      byCountry: [{ name: 'DE', clicks: 5 }],
    })
    const foreign = crypto.randomUUID()
    expect((await ask(`/links/${foreign}`)).status).toBe(403)
    expect((await ask(`/links?appId=${foreign}`)).status).toBe(403)
    expect((await ask<ConsoleResponse<'searchLinks'>>(`/links?membershipId=${foreign}`)).body.items).toEqual(
      [],
    )
  })

  test('tell of how many installs is known who brought them, and what tells of installs [D464]', async () => {
    const { workspaceId, appId } = service().ids
    const insert = (shop: string, source: string) =>
      service().database.query(
        {
          name: '',
          text: `insert into install_events (workspace_id, app_id, shop_domain, kind, occurred_at, source, actor)
            values ($1, $2, $3, 'installed', now() - interval '1 day', $4, 'system')`,
        },
        [workspaceId, appId, shop, source],
      )
    const read = async () =>
      (await ask<ConsoleResponse<'readCoverage'>>(`/coverage?appId=${appId}&days=7`)).body
    const before = await read()
    await insert('new-one.myshopify.com', 'partner')
    await insert('new-two.myshopify.com', 'bridge')
    const told = await read()
    expect(told.installs).toBe(before.installs + 2)
    expect(told.explained).toBe(before.explained)
    expect(told.sources).toMatchObject({
      bridge: before.sources.bridge + 1,
      partner: before.sources.partner + 1,
    })
    expect(told.unexplained.map(({ shop }) => shop)).toContain('new-one.myshopify.com')
    expect((await ask(`/coverage?days=8`)).status).toBe(400)
    expect((await ask(`/coverage?appId=${crypto.randomUUID()}`)).status).toBe(403)
  })
})
