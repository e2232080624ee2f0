import type { Queryable, Statement } from '../database/statements/database.ts'
import type { PayoutKey } from '../payouts/store.ts'
import type { PayeeDetails } from './store.ts'

/** Joins whom a payout of the workspace `$1` goes to, as `payee`: who was in force when it was made, and is not erased. */
export const joinPayoutPayee = (payout: string): string => `
    left join lateral (
      select name, coalesce(kind, 'person') as kind, method, email, iban, bic, town, country
      from payees
      where payees.workspace_id = $1
        and payees.membership_id = ${payout}.membership_id
        and payees.effective_from <= ${payout}.created_at and payees.details_salt is not null
      order by effective_from desc, id desc
      limit 1
    ) payee on true`

const findStatement: Statement = {
  name: 'payout_payee_find',
  text: `
    select payee.*
    from payouts payout ${joinPayoutPayee('payout')}
    where payout.workspace_id = $1 and payout.id = $2 and payee.method is not null`,
}

/** Finds whom a payout goes to. */
export async function findPayoutPayee(
  database: Queryable,
  { workspaceId, payoutId }: PayoutKey,
): Promise<PayeeDetails | undefined> {
  const [payee] = await database.query<PayeeDetails>(findStatement, [workspaceId, payoutId])
  return payee
}
