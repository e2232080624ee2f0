import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { insertApp, type TestApp } from '@affiliate-platform/test-support/payout-builders'
import { openTestDatabase } from '@affiliate-platform/test-support/test-database'
import { beforeEach, expect, test } from 'vitest'
import { rotateApiKey } from '../../src/api-keys/rotate-key.ts'
import { createApiKey, revokeApiKey } from '../../src/api-keys.ts'
import { eraseShop } from '../../src/contacts/erase-shop.ts'
import { saveIdentification } from '../../src/contacts/identify-store.ts'
import type { Database, Queryable } from '../../src/database/statements/database.ts'
import { newId } from '../../src/database/statements/new-id.ts'
import { applyTombstones, listTombstones } from '../../src/tombstones.ts'

const shopDomain = 'harbour.myshopify.com'

const read = (database: Queryable, table: string, { workspaceId }: TestApp) =>
  database.query<Record<string, unknown>>(
    { name: `test_read_${table}`, text: `select * from ${table} where workspace_id = $1` },
    [workspaceId],
  )

describeOnEachEngine('a restored backup', (database) => {
  let app: TestApp

  beforeEach(async () => {
    app = await insertApp(database())
  })

  const createKey = async () => {
    const { workspaceId, appId } = app
    const plan = {
      kind: 'affiliate',
      workspaceId,
      appId,
      scopes: [],
      name: 'Key',
    } as const
    return (await createApiKey(database(), { ...plan, expiresAtMs: undefined }))?.id ?? ''
  }

  const identify = () =>
    saveIdentification(
      database(),
      {
        id: newId(),
        workspaceId: app.workspaceId,
        shopDomain,
        appId: app.appId,
        sent: 'contact',
        outcome: 'identified',
        uninstallWatch: 'not_requested',
        requestId: 'r',
        createdAtMs: undefined,
      },
      { contact: { email: 'owner@harbour.example' }, watch: undefined },
    )

  /** What a backup brings back of a workspace: rows as they were. */
  async function goBack(target: Database, ids: readonly string[]): Promise<void> {
    const text = 'update api_keys set revoked_at = null, expires_at = null where id = any ($1)'
    await target.query({ name: 'test_go_back', text }, [ids])
  }

  test('keeps keys ended that were revoked or rotated after it [D113]', async () => {
    const [revoked, rotated, living] = [await createKey(), await createKey(), await createKey()]
    await revokeApiKey(database(), { id: revoked })
    await rotateApiKey(database(), { id: rotated, overlapMs: 0, expiresAtMs: undefined })
    const tombstones = await listTombstones(database())
    await goBack(database(), [revoked, rotated])

    expect(await applyTombstones(database(), tombstones, 'system')).toMatchObject({ keys: 2 })
    expect(await applyTombstones(database(), tombstones, 'system')).toMatchObject({ keys: 0 })
    const keys = await read(database(), 'api_keys', app)
    const keyOf = (id: string) => keys.find((key) => key['id'] === id)
    expect(keyOf(revoked)).toMatchObject({ revoked_at: expect.any(Date) })
    expect(keyOf(rotated)).toMatchObject({ revoked_at: null, expires_at: expect.any(Date) })
    expect(keyOf(living)).toMatchObject({ revoked_at: null, expires_at: null })
  })

  test('is rid of shops that were erased after it [D75]', async () => {
    await identify()
    await eraseShop(database(), { workspaceId: app.workspaceId, shopDomain, actor: 'system' })
    const tombstones = (await listTombstones(database())).filter(
      (each) => each.workspaceId === app.workspaceId,
    )
    expect(JSON.stringify(tombstones)).not.toContain('harbour')
    // Rows of before the erasure are there again.
    await database().query(
      {
        name: 'test_contact_again',
        text: `insert into contacts values ($1, $2, 'owner@harbour.example', null, null, null, null, to_timestamp(0), now())`,
      },
      [app.workspaceId, shopDomain],
    )

    expect(await applyTombstones(database(), tombstones, 'system')).toMatchObject({ keys: 0, shops: 1 })
    expect(await read(database(), 'contacts', app)).toEqual([])
  })

  test('keeps a shop that came back after its erasure [D75]', async () => {
    await eraseShop(database(), { workspaceId: app.workspaceId, shopDomain, actor: 'system', untilMs: 1000 })
    const tombstones = await listTombstones(database())
    await identify()

    await applyTombstones(database(), tombstones, 'system')
    expect(await read(database(), 'contacts', app)).toHaveLength(1)
  })

  test('of another platform takes no tombstone of this one [D75]', async () => {
    await identify()
    await eraseShop(database(), { workspaceId: app.workspaceId, shopDomain, actor: 'system' })
    const other = await openTestDatabase()
    const tombstones = (await listTombstones(database())).filter(
      (each) => each.workspaceId === app.workspaceId,
    )
    expect(await applyTombstones(other, tombstones, 'system')).toEqual({
      keys: 0,
      shops: 0,
      members: 0,
      people: 0,
    })
    await other.close()
  })
})
