import type { Role } from '@affiliate-platform/contract/console'
import type { Database, Statement } from '../database/statements/database.ts'
import { newId } from '../database/statements/new-id.ts'
import { type AccountKey, findAccount, listOperators } from './accounts.ts'
import { signOutEverywhere } from './sign-out-everywhere.ts'

/** What becomes of a grant: whether it says something new, or why it is not made. */
export type RoleGrant =
  | { readonly ok: true; readonly isNew: boolean }
  | { readonly ok: false; readonly rejection: 'unknown_account' | 'other_role' | 'last_owner' }

// Two owners who take each other's role away at once take turns.
const lockStatement: Statement = {
  name: 'account_roles_lock',
  text: 'select workspace_id from workspaces where workspace_id = $1 for no key update',
}

const insertStatement: Statement = {
  name: 'account_role_insert',
  text: `
    insert into account_roles (workspace_id, id, account_id, number, role, actor)
    select $1, $2, $3, coalesce(max(number), 0) + 1, $4, $5
    from account_roles
    where workspace_id = $1 and account_id = $3`,
}

/** What an operator is to be from now on. */
export interface NewRole {
  /** Null takes the role away. */
  readonly role: Role | null
  readonly actor: string
  /** Whether whoever has another role keeps it. Default: the new one takes its place. */
  readonly isFirst?: boolean
}

/**
 * Gives an operator a role, in the place of the one before; null takes it away, and with it every session and
 * passkey. A workspace keeps its last owner.
 */
export async function grantRole(
  database: Database,
  key: AccountKey,
  { role, actor, isFirst = false }: NewRole,
): Promise<RoleGrant> {
  const { workspaceId, accountId } = key
  return await database.transaction(async (tx) => {
    await tx.query(lockStatement, [workspaceId])
    const account = await findAccount(tx, key)
    if (account === undefined) return { ok: false, rejection: 'unknown_account' }
    if (account.role === role) return { ok: true, isNew: false }
    if (isFirst && account.role !== null) return { ok: false, rejection: 'other_role' }
    const operators = await listOperators(tx, workspaceId)
    const others = operators.filter((other) => other.role === 'owner' && other.id !== accountId)
    if (account.role === 'owner' && others.length === 0) return { ok: false, rejection: 'last_owner' }
    await tx.query(insertStatement, [workspaceId, newId(), accountId, role, actor])
    if (role === null) await signOutEverywhere(tx, key)
    return { ok: true, isNew: true }
  })
}
