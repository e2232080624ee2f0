import { findApp } from '@affiliate-platform/platform/apps'
import { insertReceipt, type Receipt, saveIdentification } from '@affiliate-platform/platform/contacts'
import type { Database } from '@affiliate-platform/platform/database'
import { newId } from '@affiliate-platform/platform/database'
import { type Engine, enginesAtHand, openTestDatabase } from '@affiliate-platform/test-support/test-database'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

const uri = 'https://app.example/uninstalled'

async function insertApp(database: Database, workspaceId: string, clientId: string | null): Promise<string> {
  const appId = newId()
  await database.query(
    {
      name: 'test_workspace',
      text: 'insert into workspaces (workspace_id, name, created_at) values ($1, $2, now())',
    },
    [workspaceId, 'Workspace'],
  )
  const text = `
    insert into apps (workspace_id, id, name, platform_client_id, uninstall_url, created_at)
    values ($1, $2, 'App', $3, $4, now())`
  const values = [workspaceId, appId, clientId, clientId === null ? null : uri]
  await database.query({ name: 'test_app', text }, values)
  return appId
}

async function readRows(
  database: Database,
  table: 'contacts' | 'uninstall_watches' | 'receipts',
  workspaceId: string,
) {
  const text = `select * from ${table} where workspace_id = $1`
  return await database.query<Record<string, unknown>>({ name: `test_${table}`, text }, [workspaceId])
}

const engines: readonly Engine[] = ['pglite', 'postgres']

for (const engine of engines) {
  describe.skipIf(!enginesAtHand.includes(engine))(`the identify store, on ${engine}`, () =>
    defineTests(engine),
  )
}

function defineTests(engine: Engine): void {
  let database: Database
  let workspaceId = ''
  let appId = ''

  beforeAll(async () => {
    database = await openTestDatabase(engine)
  })

  afterAll(() => database?.close())

  beforeEach(async () => {
    workspaceId = newId()
    appId = await insertApp(database, workspaceId, 'client-id')
  })

  function buildReceipt(changes: Partial<Receipt> = {}): Receipt {
    return {
      id: newId(),
      workspaceId,
      shopDomain: 'maple.myshopify.com',
      appId,
      sent: 'token',
      outcome: 'identified',
      uninstallWatch: 'registered',
      requestId: 'request-1',
      createdAtMs: 1000,
      ...changes,
    }
  }

  it('finds an app with what is registered for it', async () => {
    expect(await findApp(database, workspaceId, appId)).toEqual({
      id: appId,
      clientId: 'client-id',
      uninstallUrl: uri,
    })
  })

  it('finds an app for which nothing is registered', async () => {
    const bareWorkspaceId = newId()
    const id = await insertApp(database, bareWorkspaceId, null)
    expect(await findApp(database, bareWorkspaceId, id)).toEqual({ id })
  })

  it('finds neither an unknown app nor one of another workspace [D30]', async () => {
    expect(await findApp(database, workspaceId, newId())).toBeUndefined()
    expect(await findApp(database, newId(), appId)).toBeUndefined()
  })

  it('stores contact, watch and receipt together [D35]', async () => {
    const contact = {
      email: 'a@b.example',
      ownerName: 'Robin',
      country: 'Canada',
      shopifyPlan: 'Plus',
      phone: '1',
    }
    const receipt = buildReceipt()
    await saveIdentification(database, receipt, { contact, watch: { appId, uri, isNew: true } })
    expect(await readRows(database, 'contacts', workspaceId)).toEqual([
      {
        workspace_id: workspaceId,
        shop_domain: 'maple.myshopify.com',
        email: 'a@b.example',
        owner_name: 'Robin',
        country: 'Canada',
        shopify_plan: 'Plus',
        phone: '1',
        created_at: new Date(1000),
        updated_at: new Date(1000),
      },
    ])
    expect(await readRows(database, 'uninstall_watches', workspaceId)).toEqual([
      {
        workspace_id: workspaceId,
        app_id: appId,
        shop_domain: 'maple.myshopify.com',
        uri,
        registered_at: new Date(1000),
      },
    ])
    expect(await readRows(database, 'receipts', workspaceId)).toEqual([
      {
        workspace_id: workspaceId,
        id: receipt.id,
        shop_domain: 'maple.myshopify.com',
        shop_hash: null,
        app_id: appId,
        sent: 'token',
        outcome: 'identified',
        uninstall_watch: 'registered',
        request_id: 'request-1',
        created_at: new Date(1000),
      },
    ])
  })

  it('keeps a known field where the next call has none, and replaces it where it has one [D35]', async () => {
    const save = (createdAtMs: number, contact: object) =>
      saveIdentification(database, buildReceipt({ createdAtMs }), { contact, watch: undefined })
    await save(1000, { email: 'old@b.example', ownerName: 'Robin' })
    await save(2000, { email: 'new@b.example', country: 'Canada' })
    expect(await readRows(database, 'contacts', workspaceId)).toMatchObject([
      {
        email: 'new@b.example',
        owner_name: 'Robin',
        country: 'Canada',
        shopify_plan: null,
        phone: null,
        created_at: new Date(1000),
        updated_at: new Date(2000),
      },
    ])
    expect(await readRows(database, 'receipts', workspaceId)).toHaveLength(2)
  })

  it.each([
    ['registered anew', uri, true, 2000],
    ['that the platform had already', uri, false, 1000],
    ['that the platform had at another address', 'https://app.example/elsewhere', false, 2000],
  ])('dates a watch %s [D35]', async (_which, nextUri, isNew, registeredAtMs) => {
    const save = (createdAtMs: number, watch: { uri: string; isNew: boolean }) =>
      saveIdentification(database, buildReceipt({ createdAtMs }), {
        contact: {},
        watch: { appId, ...watch },
      })
    await save(1000, { uri, isNew: true })
    await save(2000, { uri: nextUri, isNew })
    expect(await readRows(database, 'uninstall_watches', workspaceId)).toMatchObject([
      { uri: nextUri, registered_at: new Date(registeredAtMs) },
    ])
  })

  it('lets calls for one shop that arrive together all succeed [D35]', async () => {
    const watch = { appId, uri, isNew: true }
    const calls = Array.from({ length: 8 }, (_, call) =>
      saveIdentification(database, buildReceipt({ createdAtMs: call }), {
        contact: { phone: `${call}` },
        watch,
      }),
    )
    await Promise.all(calls)
    expect(await readRows(database, 'contacts', workspaceId)).toHaveLength(1)
    expect(await readRows(database, 'uninstall_watches', workspaceId)).toHaveLength(1)
    expect(await readRows(database, 'receipts', workspaceId)).toHaveLength(8)
  })

  it('stores nothing when the receipt cannot be stored [D35]', async () => {
    const receipt = buildReceipt({ appId: newId() })
    await expect(
      saveIdentification(database, receipt, { contact: { email: 'a@b.example' }, watch: undefined }),
    ).rejects.toThrow()
    expect(await readRows(database, 'contacts', workspaceId)).toEqual([])
  })

  it('stores a receipt of a rejection, without an app too [D35]', async () => {
    const rejected = { appId: undefined, outcome: 'access_denied', uninstallWatch: 'not_requested' } as const
    await insertReceipt(database, buildReceipt(rejected))
    expect(await readRows(database, 'receipts', workspaceId)).toMatchObject([
      { app_id: null, outcome: 'access_denied', uninstall_watch: 'not_requested' },
    ])
  })
}
