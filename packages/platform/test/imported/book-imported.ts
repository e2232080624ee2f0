import type { Database } from '../../src/database/statements/database.ts'
import { newId } from '../../src/database/statements/new-id.ts'

/** Of whom an imported commission is, and of which referral, if any. */
interface Place {
  readonly workspaceId: string
  readonly appId: string
  readonly programId: string
  readonly membershipId: string
  readonly referralId: string | null
}

const bookStatement = {
  name: '',
  text: `
    insert into commissions
      (workspace_id, id, app_id, program_id, membership_id, referral_id, currency, entry, cause, amount_minor, reverses,
       reason, accrued_at, available_at, actor)
    values (
      $1, $2, $3, $4, $5, $6, 'USD', case when $7::numeric < 0 then 'reversal' else 'accrual' end, 'imported', $7, $8,
      'Mantle commission c1', '2026-01-20T00:00:00Z', '2026-01-20T00:00:00Z', 'operator:mia'
    )`,
}

/** Books an amount in US cents as imported, and returns its id. */
export async function bookImported(
  database: Pick<Database, 'query'>,
  { workspaceId, appId, programId, membershipId, referralId }: Place,
  {
    amountMinor = '250',
    reverses = null,
  }: { readonly amountMinor?: string; readonly reverses?: string | null } = {},
): Promise<string> {
  const id = newId()
  const place = [appId, programId, membershipId, referralId]
  await database.query(bookStatement, [workspaceId, id, ...place, amountMinor, reverses])
  return id
}

const payStatements = [
  `insert into payouts (workspace_id, id, app_id, program_id, membership_id, amount_minor, currency, created_at)
   select workspace_id, $2, app_id, program_id, membership_id, amount_minor, currency, now()
   from commissions where workspace_id = $1 and id = $3`,
  'insert into payout_commissions (workspace_id, payout_id, commission_id) values ($1, $2, $3)',
]

/** Books an imported commission as paid, and returns the id of its payout. */
export async function bookPaid(database: Database, place: Place): Promise<string> {
  const payoutId = newId()
  await database.transaction(async (tx) => {
    const commissionId = await bookImported(tx, place)
    const values = [place.workspaceId, payoutId, commissionId]
    for (const text of payStatements) await tx.query({ name: '', text }, values)
  })
  return payoutId
}
