import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { insertApp, insertRow } from '@affiliate-platform/test-support/payout-builders'
import { beforeEach, expect, test } from 'vitest'
import { eraseShop } from '../../src/contacts/erase-shop.ts'
import { insertReceipt, type Receipt, saveIdentification } from '../../src/contacts/identify-store.ts'
import { newId } from '../../src/database/statements/new-id.ts'
import { listReceipts } from '../../src/receipts/list-receipts.ts'
import { deleteOldReceipts } from '../../src/retention/delete-receipts.ts'

const shopDomain = 'harbour.myshopify.com'
const firstPage = { after: undefined, limit: 50 }

describeOnEachEngine('what is known of a shop', (database) => {
  let workspaceId: string
  let appId: string

  beforeEach(async () => {
    ;({ workspaceId, appId } = await insertApp(database()))
    await identify(shopDomain)
  })

  const receipt = (domain: string, createdAtMs?: number): Receipt => ({
    id: newId(),
    workspaceId,
    shopDomain: domain,
    appId,
    sent: 'contact',
    outcome: 'identified',
    uninstallWatch: 'not_requested',
    requestId: 'r',
    createdAtMs,
  })

  const identify = (domain: string) =>
    saveIdentification(database(), receipt(domain), {
      contact: { email: 'owner@harbour.example' },
      watch: { appId, uri: 'https://app.example/uninstalled', isNew: true },
    })

  const read = (table: string) =>
    database().query<Record<string, unknown>>(
      { name: `test_read_${table}`, text: `select * from ${table} where workspace_id = $1` },
      [workspaceId],
    )

  test('is gone after its erasure, in this workspace and of this shop only [D75]', async () => {
    await identify('other.myshopify.com')
    const other = await insertApp(database())
    const theirs = { ...receipt(shopDomain), workspaceId: other.workspaceId, appId: other.appId }
    await saveIdentification(database(), theirs, { contact: { email: 'a@b.example' }, watch: undefined })

    const erasure = await eraseShop(database(), { workspaceId, shopDomain, actor: 'operator:mia' })

    expect(erasure).toEqual({
      hadSomething: true,
      hadContact: true,
      receipts: 1,
      shopHash: expect.stringMatching(/^[\da-f]{64}$/),
    })
    for (const table of ['contacts', 'uninstall_watches']) {
      expect((await read(table)).map((row) => row['shop_domain'])).toEqual(['other.myshopify.com'])
    }
    const dump = JSON.stringify(await Promise.all(['receipts', 'erasures', 'audit_changes'].map(read)))
    expect(dump).not.toContain('harbour')
    const found = await listReceipts(database(), { workspaceId: other.workspaceId, shopDomain }, firstPage)
    expect(found).toMatchObject([{ shopDomain }])
  })

  test('is erased once, however often that is asked for, until something is known again [D75]', async () => {
    const erase = (domain: string) =>
      eraseShop(database(), { workspaceId, shopDomain: domain, actor: 'key:k' })
    for (let times = 0; times < 3; times += 1) await erase('unknown.myshopify.com')
    expect(await read('erasures')).toHaveLength(1)
    await erase(shopDomain)
    await erase(shopDomain)
    expect(await read('erasures')).toHaveLength(2)
    await identify(shopDomain)
    await erase(shopDomain)
    expect(await read('erasures')).toHaveLength(3)
  })

  test('leaves receipts with time and outcome, which the domain still finds [D75]', async () => {
    await eraseShop(database(), { workspaceId, shopDomain, actor: 'operator:mia' })

    const [kept] = await listReceipts(database(), { workspaceId, shopDomain }, firstPage)
    expect(kept).toMatchObject({ shopDomain: null, outcome: 'identified', createdAt: expect.any(Date) })
    expect(await read('erasures')).toMatchObject([{ actor: 'operator:mia', erased_at: expect.any(Date) }])
  })

  test('stays erased when it is erased again, and is known anew when it comes back [D75]', async () => {
    const plan = { workspaceId, shopDomain, actor: 'system' }
    await eraseShop(database(), plan)
    expect(await eraseShop(database(), plan)).toMatchObject({ hadContact: false })

    await identify(shopDomain)
    expect(await read('contacts')).toMatchObject([{ email: 'owner@harbour.example' }])
  })

  test('keeps the domain in facts of money, which later refunds need [D75]', async () => {
    const { programId, membershipId, ...app } = await insertApp(database(), { workspaceId })
    await insertRow(database(), 'referrals', {
      ...{ workspace_id: workspaceId, id: newId(), app_id: app.appId, program_id: programId },
      ...{
        membership_id: membershipId,
        shop_domain: shopDomain,
        installed_at: new Date(),
        created_at: new Date(),
      },
    })
    await eraseShop(database(), { workspaceId, shopDomain, actor: 'system' })
    expect(await read('referrals')).toMatchObject([{ shop_domain: shopDomain }])
  })

  test.each([
    ['another outcome', `update receipts set outcome = 'x'`],
    ['another domain', `update receipts set shop_domain = 'x'`],
    [
      'another time beside the erasure',
      `update receipts set shop_domain = null, shop_hash = 'x', created_at = now()`,
    ],
    ['a young one taken away', 'delete from receipts'],
    ['all taken away', 'truncate receipts'],
  ])('rejects any other change of a receipt: %s [D75]', async (_title, text) => {
    await expect(database().query({ name: '', text }, [])).rejects.toMatchObject({ code: '23001' })
  })

  test('loses receipts that are older than the setting, and no younger one [D75]', async () => {
    const monthMs = 30.44 * 86_400_000
    await insertReceipt(database(), receipt('old.myshopify.com', Date.now() - 25 * monthMs))
    await insertReceipt(database(), receipt('young.myshopify.com', Date.now() - 23 * monthMs))

    await deleteOldReceipts(database(), 24)
    const left = (await read('receipts')).map((row) => row['shop_domain'])
    expect(left.toSorted()).toEqual([shopDomain, 'young.myshopify.com'])
  })
})
