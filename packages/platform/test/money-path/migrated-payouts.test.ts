import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createdAt, insertApp, insertRow } from '@affiliate-platform/test-support/payout-builders'
import { expect, test } from 'vitest'
import { migrate } from '../../src/database.ts'
import { openEmbedded } from '../../src/embedded.ts'

/** A database of the first release. */
async function openFirstRelease() {
  const database = await openEmbedded()
  const sql = await readFile(new URL('../../migrations/0001_initial.sql', import.meta.url), 'utf8')
  const checksum = createHash('sha256').update(sql).digest('hex')
  await database.script(`
    create table schema_migrations (
      number integer primary key, name text not null, checksum text not null,
      applied_at timestamptz(3) not null default now()
    );
    insert into schema_migrations (number, name, checksum) values (1, '0001_initial', '${checksum}');
    ${sql}`)
  return database
}

test('each payout from before has its sum by hand behind it, and a voided one comes back in no run [D64]', async () => {
  const database = await openFirstRelease()
  const app = await insertApp(database)
  const { workspaceId: workspace_id, appId: app_id, programId: program_id, membershipId: membership_id } = app
  const ids = ['01890000-0000-7000-8000-000000000001', '01890000-0000-7000-8000-000000000002'] as const
  for (const [index, id] of ids.entries()) {
    const place = { workspace_id, id, app_id, program_id, membership_id, group_id: app.groupId }
    const amount = { amount_minor: `${(index + 1) * 100}`, currency: 'USD', created_at: createdAt }
    await insertRow(database, 'payouts', { ...place, ...amount })
  }
  const voided = { workspace_id, payout_id: ids[1], reason: 'wrong', created_at: createdAt }
  await insertRow(database, 'payout_voids', voided)

  await migrate(database)

  const text = `
    select id, entry, amount_minor as amount, cause, reason, actor, payout_id as "payoutId", reverses
    from commissions
    order by abs(amount_minor), amount_minor desc`
  const commissions = await database.query({ name: '', text }, [])
  const manual = { cause: 'manual', actor: 'system', reason: 'before the money path', reverses: null }
  expect(commissions).toEqual([
    { ...manual, id: ids[0], entry: 'accrual', amount: '100', payoutId: ids[0] },
    { ...manual, id: ids[1], entry: 'accrual', amount: '200', payoutId: null },
    {
      ...{ ...manual, reason: 'voided before the money path', entry: 'reversal', amount: '-200' },
      ...{ payoutId: null, reverses: ids[1], id: expect.stringMatching(/^01890000-0000-7/) },
    },
  ])
  await database.close()
})
