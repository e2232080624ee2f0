import { UnusableDatabaseError } from './unusable-database-error.ts'

/** What a server can do with text. */
export interface TextSupport {
  readonly encoding: string
  /** Whether the server was built with ICU, by which a search folds letters. */
  readonly has_icu: boolean
}

export const readTextSupport = {
  name: 'read_text_support',
  text: `
    select current_setting('server_encoding') as encoding,
      exists (select from pg_collation where collname = 'und-x-icu') as has_icu`,
}

/**
 * Rejects a database in which a name could not be stored, or not be found: that would show later, in single requests (D179).
 *
 * @throws UnusableDatabaseError
 */
export function rejectPoorText({ encoding, has_icu }: TextSupport): void {
  if (encoding !== 'UTF8') {
    throw new UnusableDatabaseError(
      `The encoding of the database is ${encoding}, which cannot hold every name.`,
      'Create one with createdb --template template0 --encoding UTF8 --locale C.',
    )
  }
  if (!has_icu) {
    throw new UnusableDatabaseError(
      'The server was built without ICU, by which searches compare names.',
      'Use a Postgres that was built with ICU, as the usual packages are.',
    )
  }
}
