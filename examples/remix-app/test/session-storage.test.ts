import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Session } from '@shopify/shopify-api'
import { expect, it, onTestFinished, vi } from 'vitest'

vi.stubEnv('DATABASE_FILE', ':memory:')
const { openDatabase } = await import('../app/database.server.ts')
const { createSessionStorage } = await import('../app/session-storage.server.ts')

const shop = 'maple-lantern.myshopify.com'

function buildSession(changes: Partial<ConstructorParameters<typeof Session>[0]> = {}): Session {
  return new Session({
    id: `offline_${shop}`,
    shop,
    state: 'state',
    isOnline: false,
    scope: 'read_products',
    accessToken: 'shpat_test',
    expires: new Date('2026-11-21T13:00:00.123Z'),
    refreshToken: 'shprt_test',
    refreshTokenExpires: new Date('2027-02-19T12:00:00Z'),
    ...changes,
  })
}

it('gives a session back with everything that it held', async () => {
  const storage = createSessionStorage(openDatabase(':memory:'))
  await storage.storeSession(buildSession())
  expect((await storage.loadSession(`offline_${shop}`))?.toObject()).toEqual(buildSession().toObject())
})

it('keeps sessions over a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'session-storage-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'data', 'app.sqlite')
  const before = openDatabase(file)
  await createSessionStorage(before).storeSession(buildSession())
  before.close()
  const after = openDatabase(file)
  onTestFinished(() => after.close())
  expect(await createSessionStorage(after).loadSession(`offline_${shop}`)).toBeDefined()
})

it('replaces a session of the same id, and deletes it', async () => {
  const storage = createSessionStorage(openDatabase(':memory:'))
  await storage.storeSession(buildSession())
  await storage.storeSession(buildSession({ accessToken: 'shpat_renewed' }))
  expect(await storage.findSessionsByShop(shop)).toMatchObject([{ accessToken: 'shpat_renewed' }])
  await storage.deleteSessions([`offline_${shop}`])
  expect(await storage.loadSession(`offline_${shop}`)).toBeUndefined()
})

it('lists and counts shops with an offline session, in a fixed order', async () => {
  const storage = createSessionStorage(openDatabase(':memory:'))
  for (const name of ['c', 'a', 'b']) {
    await storage.storeSession(buildSession({ id: `offline_${name}`, shop: `${name}.myshopify.com` }))
  }
  await storage.storeSession(buildSession({ id: 'online', isOnline: true }))
  expect(await storage.listShops({ offset: 1, limit: 5 })).toEqual(['b.myshopify.com', 'c.myshopify.com'])
  expect(await storage.countShops()).toBe(3)
})

it('keeps the session of a shop that came back before its uninstall was delivered', async () => {
  const storage = createSessionStorage(openDatabase(':memory:'))
  await storage.storeSession(buildSession())
  await storage.deleteShop(shop, new Date(Date.now() - 60_000))
  expect(await storage.loadSession(`offline_${shop}`)).toBeDefined()
  await storage.deleteShop(shop, new Date())
  expect(await storage.loadSession(`offline_${shop}`)).toBeUndefined()
})
