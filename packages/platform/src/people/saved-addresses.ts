import type { Queryable, Statement } from '../database/statements/database.ts'
import { newId } from '../database/statements/new-id.ts'
import type { AccountKey } from './accounts.ts'

/** A screen with its filters, under a name that an operator has given it for themself. */
export interface SavedAddress {
  readonly id: string
  readonly name: string
  /** Below where the console is, such as `/payouts/all?status=disputed`. */
  readonly path: string
}

/** How many an operator may have. */
export const savedAddressesMax = 50

const listStatement: Statement = {
  name: 'saved_address_list',
  text: `
    select id, name, path from saved_addresses
    where workspace_id = $1 and account_id = $2
    order by lower(name), id`,
}

const saveStatement: Statement = {
  name: 'saved_address_save',
  text: `
    insert into saved_addresses (workspace_id, id, account_id, name, path)
    select $1, $3, $2, $4, $5
    where $6 > (select count(*) from saved_addresses where workspace_id = $1 and account_id = $2 and name <> $4)
    on conflict on constraint saved_addresses_one_of_name do update set path = excluded.path
    returning 1`,
}

const removeStatement: Statement = {
  name: 'saved_address_remove',
  text: 'delete from saved_addresses where workspace_id = $1 and account_id = $2 and id = $3 returning 1',
}

/** Lists what an operator has saved, by name. */
export async function listSavedAddresses(
  database: Queryable,
  { workspaceId, accountId }: AccountKey,
): Promise<readonly SavedAddress[]> {
  return await database.query<SavedAddress>(listStatement, [workspaceId, accountId])
}

/**
 * Saves an address for an operator; under a name that they have used it takes the place of the one before.
 *
 * @returns whether it was saved; false where they have too many
 */
export async function saveAddress(
  database: Queryable,
  { workspaceId, accountId, name, path }: AccountKey & Omit<SavedAddress, 'id'>,
): Promise<boolean> {
  const values = [workspaceId, accountId, newId(), name, path, savedAddressesMax]
  return (await database.query(saveStatement, values)).length > 0
}

/** Removes what an operator has saved. Returns whether it is theirs. */
export async function removeSavedAddress(
  database: Queryable,
  { workspaceId, accountId, id }: AccountKey & Pick<SavedAddress, 'id'>,
): Promise<boolean> {
  return (await database.query(removeStatement, [workspaceId, accountId, id])).length > 0
}
