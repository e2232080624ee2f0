import { actAs } from '../audit/act-as.ts'
import { readSecret } from '../database/requests/read-secret.ts'
import type { Database, Transaction } from '../database/statements/database.ts'
import { tryOut } from '../database/statements/try-out.ts'
import { eraseMembership, type MemberErasure, type MemberErasurePlan } from './erase-membership.ts'

/** Erases a member, or says what that would come to: then it is done, and taken back. */
export async function eraseMember(
  database: Database,
  { isDryRun, ...plan }: Omit<MemberErasurePlan, 'secret'> & { readonly isDryRun: boolean },
): Promise<MemberErasure | undefined> {
  const secret = await readSecret(database)
  const acting = actAs(database, plan.actor)
  const erase = (tx: Transaction) => eraseMembership(tx, { ...plan, secret })
  return isDryRun ? await tryOut(acting, erase) : await acting.transaction(erase)
}
