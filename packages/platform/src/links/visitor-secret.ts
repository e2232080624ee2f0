import { randomBytes } from 'node:crypto'
import type { Queryable, Statement } from '../database/statements/database.ts'

const findStatement: Statement = {
  name: 'visitor_find_secret',
  text: `select secret from visitor_secrets where day = (now() at time zone 'UTC')::date`,
}

// The processes of a day share the first one that is there.
const insertStatement: Statement = {
  name: 'visitor_insert_secret',
  text: `
    insert into visitor_secrets (day, secret) values ((now() at time zone 'UTC')::date, $1)
    on conflict (day) do nothing`,
}

/**
 * Reads the secret of today, under which visitors are hashed. Retention deletes those of other days: whoever has
 * the database then can neither join the visits of two days nor try out addresses against those of a day before.
 */
export async function readVisitorSecret(database: Queryable): Promise<Buffer> {
  const found = await findSecret(database)
  if (found !== undefined) return found
  await database.query(insertStatement, [randomBytes(32)])
  const made = await findSecret(database)
  if (made === undefined) throw new Error('The day ended while its secret was made.')
  return made
}

async function findSecret(database: Queryable): Promise<Buffer | undefined> {
  const [row] = await database.query<{ readonly secret: Uint8Array }>(findStatement, [])
  return row && Buffer.from(row.secret)
}
