import type { Queryable, Statement } from '../database/statements/database.ts'

const deleteOldStatement: Statement = {
  name: 'visitor_delete_old_secrets',
  text: `delete from visitor_secrets where day < (now() at time zone 'UTC')::date`,
}

/** Deletes the secrets of days that are over, under which visitors of links were hashed. */
export async function deleteOldVisitorSecrets(database: Queryable): Promise<void> {
  await database.query(deleteOldStatement, [])
}
