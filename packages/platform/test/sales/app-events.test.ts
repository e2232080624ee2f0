import { type AppEventWalk, walkAppEvents } from '@affiliate-platform/platform/sales'
import { expect, it } from 'vitest'
import { collect } from './bytes.ts'
import { buildWorld, readError, shop, token, type World } from './partner-world.ts'

const other = { id: 'gid://partners/Shop/8', myshopifyDomain: 'other.myshopify.com' }
const appEvents = [
  { type: 'RelationshipInstalled', occurredAt: '2026-01-01T00:00:00Z', shop },
  { type: 'RelationshipDeactivated', occurredAt: '2026-02-01T00:00:00Z', shop },
  { type: 'RelationshipReactivated', occurredAt: '2026-03-01T00:00:00.123456Z', shop },
  { type: 'RelationshipUninstalled', occurredAt: '2026-04-01T00:00:00Z', shop: other, reason: 'costs' },
] as const

const walk = ({ client }: Pick<World, 'client'>, changes: Partial<AppEventWalk> = {}) =>
  collect(walkAppEvents(client, { app: '1', ...changes }))

it('reads installs, uninstalls, deactivations and reactivations', async () => {
  const [page] = await walk(buildWorld({ appEvents }))
  const key = { shopDomain: 'maple-lantern.myshopify.com', shopNumber: '7' }
  expect(page).toEqual({
    rows: [
      { kind: 'installed', ...key, occurredAt: '2026-01-01T00:00:00.000000Z' },
      { kind: 'deactivated', ...key, occurredAt: '2026-02-01T00:00:00.000000Z' },
      { kind: 'reactivated', ...key, occurredAt: '2026-03-01T00:00:00.123456Z' },
      {
        kind: 'uninstalled',
        shopDomain: 'other.myshopify.com',
        shopNumber: '8',
        occurredAt: '2026-04-01T00:00:00.000000Z',
      },
    ],
    setAside: [],
    cursor: null,
  })
})

it('walks one shop or one window alone, page by page', async () => {
  const many = Array.from({ length: 250 }, () => appEvents[0])
  const world = buildWorld({ appEvents: [...appEvents, ...many] })
  const sizes = async (changes: Partial<AppEventWalk>) =>
    (await walk(world, changes)).map(({ rows }) => rows.length)
  expect(await sizes({ shopNumber: '7' })).toEqual([100, 100, 53])
  expect(await sizes({ shopNumber: '8' })).toEqual([1])
  expect(await sizes({ occurredAtMin: '2026-03-02T00:00:00Z' })).toEqual([1])
  expect(
    await sizes({ occurredAtMin: '2026-02-01T00:00:00Z', occurredAtMax: '2026-02-01T00:00:00Z' }),
  ).toEqual([1])
})

it('lists an event that it cannot read', async () => {
  const event = { type: 'RelationshipInstalled', occurredAt: 'yesterday', shop } as const
  const [page] = await walk(buildWorld({ appEvents: [event, appEvents[0]] }))
  expect(page?.rows).toHaveLength(1)
  expect(page?.setAside).toMatchObject([{ type: 'RELATIONSHIP_INSTALLED', occurredAt: 'yesterday' }])
})

it('says which app is not there, and which permission', async () => {
  expect(await readError(walk(buildWorld(), { app: '9' }))).toMatchObject({ code: 'app_not_found' })
  expect(await readError(walk(buildWorld(), { app: 'my app' }))).toMatchObject({ code: 'invalid_setup' })
  const clients = [{ accessTokens: [token], permissions: ['view_financials'] as const }]
  expect(await readError(walk(buildWorld({ clients })))).toMatchObject({
    code: 'access_denied',
    message: expect.stringContaining('Manage apps'),
  })
})
