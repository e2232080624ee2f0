import { eraseShop } from '@affiliate-platform/platform/contacts'
import { createLink } from '@affiliate-platform/platform/links'
import { describeServiceOnEachEngine } from '@affiliate-platform/test-support/each-engine'
import type { TestService } from '@affiliate-platform/test-support/test-service'
import { expect, test } from 'vitest'

const events = '/api/install-bridge/v1/events'
const evidence = '/api/install-bridge/v1/evidence'

/** Makes the Partner API's installs of the demo's app known: a shop without one is new. */
async function readAllInstalls({ database, ids }: TestService): Promise<void> {
  await database.script(`update sale_feeds set installs_read_until = now() where app_id = '${ids.appId}'`)
}

async function send(service: TestService, path: string, json: object, key = service.keys.installBridge) {
  const appId = service.ids.appId
  const response = await service.fetch(path, { method: 'POST', key, json: { appId, ...json } })
  const body = (await response.json()) as Readonly<Record<string, unknown>>
  return { status: response.status, body }
}

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

const listReferrals = async ({ database }: TestService, shop: string) =>
  await database.query<{
    readonly membership: string
    readonly isLiving: boolean
    readonly rewards: boolean
  }>(
    {
      name: '',
      text: `select membership_id as membership, voided_at is null as "isLiving", earns_install_reward as rewards
        from referrals where shop_domain = '${shop}' order by id`,
    },
    [],
  )

describeServiceOnEachEngine('the install bridge', {}, (service) => {
  test('makes a referral of an install and a typed code, in either order [D333] [D334]', async () => {
    await readAllInstalls(service())
    for (const [shop, isCodeFirst] of [
      ['code-first.myshopify.com', true],
      ['install-first.myshopify.com', false],
    ] as const) {
      const install = { myshopifyDomain: shop, kind: 'installed', occurredAt: minutesAgo(1) }
      const code = { myshopifyDomain: shop, code: ' FIRST ' }
      const first = isCodeFirst ? [evidence, code] : [events, install]
      const second = isCodeFirst ? [events, install] : [evidence, code]
      expect((await send(service(), ...(first as [string, object]))).body).toEqual(
        isCodeFirst
          ? { outcome: 'candidate', reason: null, referralId: null }
          : { outcome: 'unattributed', reason: 'no_evidence', referralId: null },
      )
      const attributed = await send(service(), ...(second as [string, object]))
      expect(attributed.body).toMatchObject({ outcome: 'attributed', reason: null })
      // Told again, it adds nothing and says the same.
      expect(await send(service(), evidence, code)).toEqual(attributed)
      expect(await send(service(), events, install)).toEqual(attributed)
      expect(await listReferrals(service(), shop)).toMatchObject([{ isLiving: true, rewards: true }])
    }
  })

  test('tells of an uninstall, and makes no second referral of a reinstall [D333]', async () => {
    const shop = { myshopifyDomain: 'code-first.myshopify.com' }
    const gone = await send(service(), events, { ...shop, kind: 'uninstalled', occurredAt: minutesAgo(0) })
    expect(gone.body).toMatchObject({ outcome: 'recorded', reason: null })
    const again = await send(service(), events, { ...shop, kind: 'installed', occurredAt: minutesAgo(0) })
    expect(again.body).toMatchObject({ outcome: 'attributed' })
    expect(await listReferrals(service(), shop.myshopifyDomain)).toHaveLength(1)
  })

  test('takes a time that lies ahead as now, and knows it again [D333]', async () => {
    const shop = 'fast-clock.myshopify.com'
    const report = { myshopifyDomain: shop, kind: 'installed', occurredAt: minutesAgo(-60) }
    await send(service(), events, report)
    await send(service(), events, report)
    const text = `select occurred_at <= now() as "isPast" from install_events where shop_domain = '${shop}'`
    expect(await service().database.query({ name: '', text }, [])).toEqual([{ isPast: true }])
  })

  test('takes a shop for new only if the history of the app is known [D334]', async () => {
    await service().database.script('update sale_feeds set installs_read_until = null')
    const shop = { myshopifyDomain: 'unknown-past.myshopify.com' }
    await send(service(), events, { ...shop, kind: 'installed', occurredAt: minutesAgo(1) })
    expect((await send(service(), evidence, { ...shop, code: 'first' })).body).toEqual({
      outcome: 'case',
      reason: 'history_unknown',
      referralId: null,
    })
    await readAllInstalls(service())
    expect((await send(service(), evidence, { ...shop, code: 'first' })).body).toMatchObject({
      outcome: 'attributed',
    })
  })

  test('keeps the first touch, and asks a person where the merchant names another member [D334]', async () => {
    const { database, ids } = service()
    const [other] = await database.query<{ id: string }>(
      {
        name: '',
        text: `select id from memberships where app_id = '${ids.appId}' and id <> (
          select membership_id from links where code = 'first'
        ) order by id limit 1`,
      },
      [],
    )
    const made = await createLink(database, {
      workspaceId: ids.workspaceId,
      ...{ membershipId: other?.id ?? '', code: 'second', label: null, actor: 'system' },
    })
    expect(made.ok).toBe(true)
    const shop = { myshopifyDomain: 'two-members.myshopify.com' }
    await send(service(), events, { ...shop, kind: 'installed', occurredAt: minutesAgo(1) })
    const first = await send(service(), evidence, { ...shop, code: 'first' })
    expect(first.body).toMatchObject({ outcome: 'attributed' })
    expect((await send(service(), evidence, { ...shop, code: 'second' })).body).toEqual({
      outcome: 'case',
      reason: 'conflict',
      referralId: first.body['referralId'],
    })
  })

  test('erases with a shop what no referral was made with, and its cases [D75] [D334]', async () => {
    const { database, ids } = service()
    const count = async (table: string) => {
      const text = `select count(*)::integer as count from ${table}`
      const [row] = await database.query<{ count: number }>({ name: '', text }, [])
      return row?.count ?? 0
    }
    const held = await count('attribution_cases')
    const known = await count('evidence')
    const shop = { workspaceId: ids.workspaceId, shopDomain: 'two-members.myshopify.com', actor: 'system' }
    await eraseShop(database, shop)
    expect([await count('attribution_cases'), await count('evidence')]).toEqual([held - 1, known - 1])
  })

  test('says of an unknown code and of a foreign one the same [D333]', async () => {
    const shop = { myshopifyDomain: 'no-code.myshopify.com' }
    for (const code of ['nobody', '%', '_', 'first_', "'; drop table links", '🦊', 'x'.repeat(128)]) {
      expect((await send(service(), evidence, { ...shop, code })).body).toEqual({
        outcome: 'unattributed',
        reason: 'unknown_code',
        referralId: null,
      })
    }
    expect((await send(service(), evidence, { ...shop, code: 'x'.repeat(129) })).status).toBe(400)
  })

  test('denies apps that are unknown or of another workspace, and other keys [5-4] [D333]', async () => {
    const { ids, keys } = service()
    const shop = { myshopifyDomain: 'a.myshopify.com', kind: 'installed', occurredAt: minutesAgo(1) }
    for (const appId of [ids.otherWorkspaceAppId, crypto.randomUUID()]) {
      const denied = await send(service(), events, { ...shop, appId })
      expect([denied.status, denied.body['code']]).toEqual([403, 'access_denied'])
    }
    for (const key of [keys.affiliate, keys.workspace, keys.mcp]) {
      expect((await send(service(), events, shop, key)).status).toBe(401)
      expect((await send(service(), evidence, { ...shop, code: 'first' }, key)).status).toBe(401)
    }
  })
})
