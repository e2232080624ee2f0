import { type ApiKeyKind, apiKeyKinds, type Scope, scopes } from '@affiliate-platform/contract'
import { type Command, Option } from 'commander'
import { createApiKey, listApiKeys, revokeApiKey } from '../access/manage-keys.ts'
import { readSettings } from '../config.ts'
import type { Database } from '../database/database.ts'
import { chooseDatabase, dataDirFlag, withDatabase } from './database-option.ts'
import { OperatorError } from './operator-error.ts'
import { formatTable } from './table.ts'

interface DatabaseFlags {
  readonly dataDir?: string
  readonly json?: boolean
}

interface CreateFlags extends DatabaseFlags {
  readonly kind: ApiKeyKind
  readonly workspace: string
  readonly app?: string
  readonly scope?: readonly Scope[]
  readonly name: string
  readonly expires?: string
}

/** Adds `keys create`, `keys list` and `keys revoke`. */
export function addKeysCommands(program: Command): void {
  const keys = program.command('keys').description('create, list and revoke API keys')
  addDatabaseOptions(keys.command('create').description('create an API key and print it, once'))
    .requiredOption('--workspace <id>', 'workspace that the key belongs to')
    .addOption(new Option('--kind <kind>', 'what the key is for').choices(apiKeyKinds).default('affiliate'))
    .option('--app <id>', 'app of an affiliate key')
    .addOption(new Option('--scope <scope...>', 'scopes of an affiliate key (default: all)').choices(scopes))
    .requiredOption('--name <name>', 'what to call it in lists')
    .option('--expires <time>', 'when it ends, such as 2027-01-31T00:00:00Z (default: never)')
    .action(async (flags: CreateFlags) =>
      printCreatedKey(flags, await runOn(flags, (db) => create(db, flags))),
    )
  addDatabaseOptions(keys.command('list').description('list API keys; the keys themselves are not kept'))
    .option('--workspace <id>', 'only the keys of this workspace')
    .action(async (flags: DatabaseFlags & { workspace?: string }) => {
      const rows = await runOn(flags, (database) => listApiKeys(database, flags.workspace))
      process.stdout.write(flags.json ? `${JSON.stringify(rows)}\n` : formatTable(rows))
    })
  addDatabaseOptions(
    keys.command('revoke').description('end an API key; takes effect everywhere within a second'),
  )
    .argument('<id>', 'id of the key, as listed')
    .action(async (id: string, flags: DatabaseFlags) => {
      const revoked = await runOn(flags, (database) => revokeApiKey(database, id, Date.now()))
      if (!revoked) throw new OperatorError('There is no such key, or it was revoked before. See keys list.')
      process.stdout.write(flags.json ? `${JSON.stringify({ id, revoked })}\n` : `Revoked ${id}.\n`)
    })
}

function addDatabaseOptions(command: Command): Command {
  return command
    .option(dataDirFlag.name, dataDirFlag.description)
    .option('--json', 'print JSON on standard output')
}

function runOn<T>({ dataDir }: DatabaseFlags, run: (database: Database) => Promise<T>): Promise<T> {
  return withDatabase(chooseDatabase(readSettings(process.env), dataDir), run)
}

async function create(database: Database, flags: CreateFlags) {
  const { kind, workspace: workspaceId, app: appId, name, expires } = flags
  const isAffiliate = kind === 'affiliate'
  if (isAffiliate !== (appId !== undefined)) {
    throw new OperatorError(
      isAffiliate ? 'An affiliate key needs --app.' : 'Only an affiliate key has an --app.',
    )
  }
  if (!isAffiliate && flags.scope !== undefined)
    throw new OperatorError('Only an affiliate key has a --scope.')
  const expiresAtMs = expires === undefined ? undefined : Date.parse(expires)
  if (Number.isNaN(expiresAtMs))
    throw new OperatorError('--expires takes a time such as 2027-01-31T00:00:00Z.')
  const created = await createApiKey(database, {
    kind,
    workspaceId,
    appId,
    name,
    scopes: isAffiliate ? (flags.scope ?? scopes) : [],
    expiresAtMs,
    nowMs: Date.now(),
  })
  if (created === undefined) throw new OperatorError('There is no such workspace, or it has no such app.')
  return created
}

function printCreatedKey(
  { json }: CreateFlags,
  created: { readonly id: string; readonly apiKey: string },
): void {
  process.stdout.write(json ? `${JSON.stringify(created)}\n` : `${created.apiKey}\n`)
  process.stderr.write(`Key ${created.id} was created. It is shown this once: keep it now.\n`)
}
