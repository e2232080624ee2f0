import type { Queryable, Statement } from '../database/statements/database.ts'

const listStatement: Statement = {
  name: 'erasure_list_members',
  text: `
    select distinct workspace_id as "workspaceId", membership_id as "membershipId"
    from erasures
    where membership_id is not null and erased_at > now() - interval '400 days'`,
}

const eraseStatement: Statement = {
  name: 'erase_payees',
  text: 'select erase_payees($1, $2)::integer as erased',
}

interface ErasedMember {
  readonly workspaceId: string
  readonly membershipId: string
}

/** Erases the payees of erased members by which something was still to be paid, once it is paid or half a year has passed (D447). */
export async function erasePaidPayees(database: Queryable): Promise<void> {
  const members = await database.query<ErasedMember>(listStatement, [])
  for (const member of members) await erasePayees(database, member)
}

/** Erases the payees of an erased member by which nothing is to be paid; how many. */
export async function erasePayees(
  database: Queryable,
  { workspaceId, membershipId }: ErasedMember,
): Promise<number> {
  const [row] = await database.query<{ readonly erased: number }>(eraseStatement, [workspaceId, membershipId])
  return row?.erased ?? 0
}
