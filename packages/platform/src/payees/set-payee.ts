import type { Database, Statement } from '../database/statements/database.ts'
import { newId } from '../database/statements/new-id.ts'
import { tellPayeeByMail } from '../outbox/tell-payee-by-mail.ts'
import { checkPayee, type PayeeIssue } from './check-payee.ts'
import type { PayeeDetails } from './store.ts'

export interface NewPayee extends PayeeDetails {
  readonly workspaceId: string
  readonly membershipId: string
  /** Without it from now on. */
  readonly effectiveFrom: Date | undefined
  readonly actor: string
}

/** The id of the payee, or of the one that it repeats; or why there is none, and nothing was written. */
export type PayeeSetting =
  | { readonly ok: true; readonly id: string; readonly isNew: boolean }
  | { readonly ok: false; readonly rejection: 'unknown_membership' | PayeeIssue }

// Two who say it at once take turns.
const lockStatement: Statement = {
  name: 'payee_lock_membership',
  text: 'select 1 from memberships where workspace_id = $1 and id = $2 for no key update',
}

const insertStatement: Statement = {
  name: 'payee_insert',
  text: `
    with latest as (
      select id, effective_from, actor, (name, coalesce(kind, 'person'), method, email, iban, bic, town, country) as details
      from payees
      where workspace_id = $1 and membership_id = $3 and effective_from <= coalesce($4, now())
      order by effective_from desc, id desc
      limit 1
    ), repeated as (
      select id
      from latest
      where details is not distinct from
          ($5::text, $6::text, $7::text, $8::text, $9::text, $10::text, $11::text, $12::text)
        and effective_from = coalesce($4, effective_from)
        -- An operator who says it again answers for it: it waits no more (D450).
        and ($13 like 'member:%' or actor not like 'member:%')
    ), added as (
      insert into payees as made
        (workspace_id, id, app_id, membership_id, effective_from, name, kind, method, email, iban, bic, town, country,
         actor)
      select workspace_id, $2, app_id, id, coalesce($4, date_trunc('milliseconds', now())), $5, $6, $7, $8, $9, $10, $11,
        $12, $13
      from memberships
      where workspace_id = $1 and id = $3 and not exists (select from repeated)
      returning id
    )
    select id from added union all select id from repeated`,
}

/**
 * Records how a membership is paid from a time on, and has those told whom another payee before concerned. Earlier payees stay
 * on record. The same details for the same time are a repetition, and add nothing.
 */
export async function setPayee(
  database: Pick<Database, 'transaction'>,
  payee: NewPayee,
): Promise<PayeeSetting> {
  const [issue] = checkPayee(payee)
  if (issue !== undefined) return { ok: false, rejection: issue }
  const { workspaceId, membershipId, effectiveFrom = null, actor } = payee
  const { name, kind, method, email, iban, bic, town, country } = payee
  const details = [name, kind, method, email, iban, bic, town, country]
  const newPayeeId = newId()
  const values = [workspaceId, newPayeeId, membershipId, effectiveFrom, ...details, actor]
  return await database.transaction(async (tx) => {
    await tx.query(lockStatement, [workspaceId, membershipId])
    const [recorded] = await tx.query<{ readonly id: string }>(insertStatement, values)
    if (recorded === undefined) return { ok: false, rejection: 'unknown_membership' }
    const isNew = recorded.id === newPayeeId
    if (isNew) tellPayeeByMail(tx, { workspaceId, payeeId: newPayeeId })
    return { ok: true, id: recorded.id, isNew }
  })
}
