import { UnusableDatabaseError } from '../statements/unusable-database-error.ts'

/** What decides whether the service can work with a server's database. */
export interface ServerSupport {
  /** The major version. */
  readonly version: number
  readonly encoding: string
  /** Whether the server was built with ICU, by which a search folds letters. */
  readonly has_icu: boolean
  /** Whether the role's `search_path` leads to a schema. */
  readonly has_schema: boolean
  readonly is_cluster: boolean
}

const versionMin = 14

export const readServerSupport = {
  name: 'read_server_support',
  text: `
    select current_setting('server_version_num')::integer / 10000 as version,
      current_setting('server_encoding') as encoding,
      exists (select from pg_collation where collname = 'und-x-icu') as has_icu, current_schema() is not null as has_schema,
      to_regproc('citus_version') is not null as is_cluster`,
}

/**
 * Rejects a database that could be migrated, and would fail later, in single requests (D179).
 *
 * @throws UnusableDatabaseError
 */
export function rejectUnsupported({ version, encoding, has_icu, has_schema }: ServerSupport): void {
  if (version < versionMin) {
    throw new UnusableDatabaseError(
      `The server is Postgres ${version}.`,
      `Use Postgres ${versionMin} or newer.`,
    )
  }
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
  if (!has_schema) {
    throw new UnusableDatabaseError(
      'The search_path of the role leads to no schema, so that none of its tables is found.',
      'Take the setting back with alter role … reset search_path, also in this database alone.',
    )
  }
}
