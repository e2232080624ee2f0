import { findCredentialsByHash, hashApiKey } from '@affiliate-platform/platform/api-keys'
import type { Database, Statement } from '@affiliate-platform/platform/database'
import { readSecret } from '@affiliate-platform/platform/database'
import { listWorkspaces } from '@affiliate-platform/platform/workspaces'
import { OperatorError } from '../command-line/operator-error.ts'
import { deriveDemoKeys } from './keys.ts'

/** What a database holds that the demo may be put into. */
export type DemoDatabase = 'empty' | 'demo'

// What an extension brought is nobody's data. The journal alone is left by a first start that was killed.
const whatIsThereStatement: Statement = {
  name: 'demo_what_is_there',
  text: `
    select
      to_regclass('service_settings') is not null as "isMigrated",
      exists (
        select
        from pg_class
        where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
          and relname <> 'schema_migrations'
          and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
      ) as "hasTables"`,
}

/**
 * Checks that a database is the demo's to use: an empty one, or one that holds the demo already. Writes nothing, so
 * that a database of others stays as it was, pending migrations included.
 *
 * @throws OperatorError for a database with data of its own
 */
export async function checkDemoDatabase(database: Database): Promise<DemoDatabase> {
  const [found] = await database.query<{ isMigrated: boolean; hasTables: boolean }>(whatIsThereStatement, [])
  if (found?.isMigrated) return await checkWorkspaces(database)
  if (!found?.hasTables) return 'empty'
  throw new OperatorError(`The database has tables of another application. ${remedy}`)
}

async function checkWorkspaces(database: Database): Promise<DemoDatabase> {
  const demoKeys = deriveDemoKeys(await readSecret(database))
  const found = await findCredentialsByHash(database, [hashApiKey(demoKeys.affiliate)])
  if (found.size > 0) return 'demo'
  const [workspace] = await listWorkspaces(database, { after: undefined, limit: 1 })
  if (workspace === undefined) return 'empty'
  throw new OperatorError(`The database already has other workspaces. ${remedy}`)
}

const remedy = 'Nothing was written. Give the demo a database of its own.'
