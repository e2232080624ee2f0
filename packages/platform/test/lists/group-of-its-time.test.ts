import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { buildMoneyWorld } from '@affiliate-platform/test-support/money-world'
import { insertGroup } from '@affiliate-platform/test-support/payout-builders'
import { expect, test } from 'vitest'
import { anchorFacts, verifyWorkspace } from '../../src/audit.ts'
import { moveMembership } from '../../src/memberships.ts'
import { findReferral } from '../../src/referrals.ts'

describeOnEachEngine('a referral', (database) => {
  test('keeps the group of its time when its member moves on [D129]', async () => {
    const { workspaceId, appId, programId, groupId, membershipId, referralId } = await buildMoneyWorld(
      database(),
    )
    const other = await insertGroup(database(), { workspaceId, appId, programId })
    await moveMembership(database(), { workspaceId, id: membershipId }, other)

    expect(await findReferral(database(), { workspaceId, referralId })).toMatchObject({ groupId })
  })

  test('is no longer the fact that was anchored with another group [D112] [D281]', async () => {
    const { workspaceId, referralId } = await buildMoneyWorld(database())
    // Times are whole milliseconds: what is recorded in this one is left for the next time.
    await database().query({ name: '', text: 'select pg_sleep(0.003)' }, [])
    await anchorFacts(database(), 0)
    await database().script(`
      alter table referrals disable trigger insert_only;
      update referrals set group_id = null where id = '${referralId}';
      alter table referrals enable trigger insert_only;`)

    expect((await verifyWorkspace(database(), workspaceId)).difference).toMatchObject({ fact: 'referrals' })
  })
})
