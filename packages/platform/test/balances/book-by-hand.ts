import type { TestApp } from '@affiliate-platform/test-support/payout-builders'
import type { Queryable } from '../../src/database/statements/database.ts'
import { newId } from '../../src/database/statements/new-id.ts'

const bookStatement = {
  name: '',
  text: `
    insert into commissions
      (workspace_id, id, app_id, program_id, membership_id, currency, entry, cause, amount_minor, reason, accrued_at,
       available_at)
    values ($1, $2, $3, $4, $5, 'USD', 'accrual', 'manual', 500, 'agreed', now(), now())`,
}

/** Books 5.00 USD for a member by hand, available at once. */
export async function bookByHand(
  database: Queryable,
  {
    workspaceId,
    appId,
    programId,
    membershipId,
  }: Pick<TestApp, 'workspaceId' | 'appId' | 'programId' | 'membershipId'>,
): Promise<void> {
  await database.query(bookStatement, [workspaceId, newId(), appId, programId, membershipId])
}
