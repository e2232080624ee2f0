import { openPostgres } from '@affiliate-platform/platform/database'
import { createGuideRole } from '@affiliate-platform/test-support/guide-role'
import { createPostgresCopy, enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { createTestService } from '@affiliate-platform/test-support/test-service'
import { expect, test } from 'vitest'

test.skipIf(!enginesAtHand.includes('postgres'))(
  "the role of the guide makes, ends and makes anew a referral of what apps report, and cannot read members' payees [D333]",
  async () => {
    const url = await createPostgresCopy()
    const owner = await openPostgres(url)
    const role = await createGuideRole(owner)
    const database = await openPostgres(role.toUrl(url))
    try {
      // Only the test's own look for the demo reads the workspaces.
      await owner.script(`grant select on workspaces to ${role.name}`)
      const service = await createTestService({ database })
      const { ids, keys } = service
      const shop = { appId: ids.appId, myshopifyDomain: 'by-role.myshopify.com' }
      const send = async (path: string, json: object) =>
        await (
          await service.fetch(`/api/install-bridge/v1/${path}`, {
            ...{ method: 'POST', key: keys.installBridge },
            json: { ...shop, ...json },
          })
        ).json()
      await send('evidence', { code: 'first' })
      const installed = { kind: 'installed', occurredAt: new Date().toISOString() }
      expect(await send('events', installed)).toMatchObject({ outcome: 'attributed' })
      // An earlier install, told later: the referral is made anew.
      const earlier = { kind: 'installed', occurredAt: new Date(Date.now() - 60_000).toISOString() }
      expect(await send('events', earlier)).toMatchObject({ outcome: 'attributed' })
      const text = `select count(*)::integer as count from referrals where shop_domain = '${shop.myshopifyDomain}'`
      expect(await owner.query({ name: '', text }, [])).toEqual([{ count: 2 }])
      await expect(database.query({ name: '', text: 'select name from payees' }, [])).rejects.toMatchObject({
        code: '42501',
      })
    } finally {
      await database.close()
      await role.drop()
      await owner.close()
    }
  },
)
