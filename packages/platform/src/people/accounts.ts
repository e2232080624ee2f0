import type { Role } from '@affiliate-platform/contract/console'
import type { Queryable, Statement } from '../database/statements/database.ts'
import type { ListPage } from '../database/statements/list-page.ts'
import { newId } from '../database/statements/new-id.ts'
import { selectWhoMayTakeBack } from './take-back.ts'

/** A person of a workspace. */
export interface Account {
  readonly id: string
  /** In lower case. */
  readonly email: string
  readonly name: string
  /** As an operator; null for none. */
  readonly role: Role | null
  readonly createdAt: Date
}

/** The id of an account, with the workspace that it has to be in. */
export interface AccountKey {
  readonly workspaceId: string
  readonly accountId: string
}

/** The role in force of an account of a workspace: the newest that was granted or taken away. */
export const roleInForceIn = (workspace: string) => `(
  select role from account_roles granted
  where granted.workspace_id = ${workspace} and granted.account_id = account.id
  order by granted.number desc
  limit 1
)`

/** The same, of the workspace `$1`. */
export const roleInForce = roleInForceIn('$1')

const selectAccounts = `
  select account.id, account.email, account.name, ${roleInForce} as role, account.created_at as "createdAt"
  from accounts account`

const listStatement: Statement = {
  name: 'account_list',
  text: `
    ${selectAccounts}
    where account.workspace_id = $1 and ($2::uuid is null or account.id > $2)
    order by account.id
    limit $3`,
}

const listOperatorsStatement: Statement = {
  name: 'account_list_operators',
  text: `
    ${selectAccounts}
    where account.workspace_id = $1 and exists (
      select from account_roles where workspace_id = $1 and account_id = account.id
    )
    order by account.id`,
}

const findStatement: Statement = {
  name: 'account_find',
  text: `${selectAccounts} where account.workspace_id = $1 and account.id = $2`,
}

const findByEmailStatement: Statement = {
  name: 'account_find_by_email',
  text: `
    ${selectAccounts}
    where account.workspace_id = $1 and account.id = coalesce(
      (select id from accounts where workspace_id = $1 and email = lower($2)),
      (${selectWhoMayTakeBack('lower($2)')})
    )`,
}

const lockStatement: Statement = {
  name: 'account_lock',
  text: `${selectAccounts} where account.workspace_id = $1 and account.id = $2 for no key update of account`,
}

const insertStatement: Statement = {
  name: 'account_insert',
  text: `
    insert into accounts as made (workspace_id, id, email, name, created_at)
    select workspace_id, $2, $3, $4, date_trunc('milliseconds', now())
    from workspaces
    where workspace_id = $1 and not exists (${selectWhoMayTakeBack('$3')})
    on conflict on constraint accounts_one_of_email do nothing
    returning id`,
}

/** Lists the people of a workspace, the first ones first. */
export async function listAccounts(
  database: Queryable,
  workspaceId: string,
  { after, limit }: ListPage,
): Promise<readonly Account[]> {
  return await database.query<Account>(listStatement, [workspaceId, after ?? null, limit])
}

/** Lists who is an operator or was one, the first ones first: not those who act for members alone. */
export async function listOperators(database: Queryable, workspaceId: string): Promise<readonly Account[]> {
  return await database.query<Account>(listOperatorsStatement, [workspaceId])
}

/** Finds a person. */
export async function findAccount(
  database: Queryable,
  { workspaceId, accountId }: AccountKey,
): Promise<Account | undefined> {
  const [account] = await database.query<Account>(findStatement, [workspaceId, accountId])
  return account
}

/** Finds a person. Whoever changes the same one too waits until the transaction is over. */
export async function lockAccount(
  tx: Queryable,
  { workspaceId, accountId }: AccountKey,
): Promise<Account | undefined> {
  const [account] = await tx.query<Account>(lockStatement, [workspaceId, accountId])
  return account
}

/** Finds the person who has an address, or can still take it back (D449). */
export async function findAccountByEmail(
  database: Queryable,
  workspaceId: string,
  email: string,
): Promise<Account | undefined> {
  const [account] = await database.query<Account>(findByEmailStatement, [workspaceId, email])
  return account
}

/** Who is to be added. */
export interface NewAccount {
  readonly workspaceId: string
  readonly email: string
  readonly name: string
}

/**
 * Adds a person, who may not do anything yet.
 *
 * @returns the id; `undefined` where somebody has the address already, or can still take it back
 */
export async function insertAccount(
  database: Queryable,
  { workspaceId, email, name }: NewAccount,
): Promise<string | undefined> {
  const values = [workspaceId, newId(), email.toLowerCase(), name]
  const [account] = await database.query<{ readonly id: string }>(insertStatement, values)
  return account?.id
}
