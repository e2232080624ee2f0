import type { Queryable, Statement } from '../statements/database.ts'

const readSecretStatement: Statement = {
  name: 'service_read_secret',
  text: 'select secret from service_settings',
}

/**
 * Reads the secret that all processes on one database share. It authenticates cursors.
 *
 * @throws when the database is not migrated
 */
export async function readSecret(database: Queryable): Promise<Uint8Array> {
  const [row] = await database.query<{ readonly secret: Uint8Array }>(readSecretStatement, [])
  if (row === undefined) throw new Error('The database has no service settings: it is not migrated.')
  return row.secret
}
