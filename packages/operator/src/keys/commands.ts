import {
  type ApiKeyKind,
  apiKeyKinds,
  type KeyScope,
  mcpScopes,
  type Scope,
  scopes,
} from '@affiliate-platform/contract'
import type { NewApiKey } from '@affiliate-platform/platform/api-keys'
import { createApiKey, listApiKeys, revokeApiKey } from '@affiliate-platform/platform/api-keys'
import type { Database } from '@affiliate-platform/platform/database'
import { readDatabaseTime } from '@affiliate-platform/platform/database'
import { type Command, Option } from 'commander'
import {
  addWorkspaceOption,
  chooseApp,
  chooseWorkspace,
  type WorkspaceFlags,
} from '../command-line/choose-workspace.ts'
import { addChangeCommand, addDatabaseCommand, runOnDatabase } from '../command-line/database-command.ts'
import { OperatorError, UsageError } from '../command-line/operator-error.ts'
import { parseId, parseInstantMs, parseText } from '../command-line/parse-value.ts'
import { printDone } from '../command-line/print-done.ts'
import { addListOptions, type ListFlags, printList, toListPage } from '../command-line/print-list.ts'
import { recordFlag } from '../command-line/record-name.ts'
import type { Terminal } from '../command-line/terminal.ts'
import { addRotateCommand, ownKeyOption } from './rotate-command.ts'

interface CreateFlags extends WorkspaceFlags {
  readonly kind: ApiKeyKind
  readonly app?: string
  readonly scope?: readonly Scope[]
  readonly name: string
  readonly expires?: number
  readonly allowTermsWrite?: boolean
  readonly contacts?: boolean
}

/** Adds `keys create`, `keys list`, `keys rotate` and `keys revoke`. */
export function addKeysCommands(program: Command, terminal: Terminal): void {
  const keys = program.command('keys').description('create, list, rotate and revoke API keys')
  addCreateCommand(keys, terminal)
  addListCommand(keys, terminal)
  addRotateCommand(keys, terminal)
  addRevokeCommand(keys, terminal)
}

function addCreateCommand(keys: Command, terminal: Terminal): void {
  const create = addChangeCommand(keys, 'create', {
    description: 'create an API key and print it, once',
    examples: [
      "keys create --name 'Dashboard' --scope payouts:read",
      "keys create --kind workspace --name 'Install webhook' --expires 2027-01-31T00:00:00Z",
      "keys create --kind mcp --name 'Assistant' --allow-terms-write",
    ],
  })
  addWorkspaceOption(create)
    .addOption(new Option('--kind <kind>', 'what the key is for').choices(apiKeyKinds).default('affiliate'))
    .addOption(recordFlag('app', 'app of an affiliate key (default: the only one of the workspace)'))
    .addOption(new Option('--scope <scope...>', 'scopes of an affiliate key (default: all)').choices(scopes))
    .option('--allow-terms-write', 'let an MCP key save the terms that it proposes')
    .option('--contacts', 'let an MCP key see e-mail addresses and the contacts of shops')
    .requiredOption('--name <name>', 'what to call it in lists', parseText('--name'))
    .option(
      '--expires <time>',
      'when it ends, such as 2027-01-31T00:00:00Z (default: never)',
      parseInstantMs('--expires'),
    )
    .action(async (flags: CreateFlags) => {
      const created = await runOnDatabase(terminal, flags, (database) => createKey(database, flags))
      printDone(terminal, flags, {
        value: created.apiKey,
        record: created,
        message: `Key ${created.id} was created. It is shown this once: keep it now.`,
      })
    })
}

function addListCommand(keys: Command, terminal: Terminal): void {
  const list = addDatabaseCommand(keys, 'list', {
    description: 'list API keys, oldest first; the keys themselves are not kept',
    examples: ['keys list', 'keys list --workspace "$workspace" --json'],
  })
  addListOptions(list, parseId)
    .addOption(recordFlag('workspace', 'only the keys of this workspace'))
    .action(async (flags: ListFlags & WorkspaceFlags) => {
      const rows = await runOnDatabase(terminal, flags, (database) =>
        listApiKeys(database, flags.workspace, toListPage(flags)),
      )
      printList(terminal, flags, { rows, toAfter: ({ id }) => id })
    })
}

function addRevokeCommand(keys: Command, terminal: Terminal): void {
  addChangeCommand(keys, 'revoke', {
    description: 'end an API key; takes effect everywhere within a second',
    examples: ['keys revoke "$key"', 'keys revoke "$key" --workspace "$workspace"'],
  })
    .argument('<id>', 'id of the key, as listed', parseId('<id>'))
    .addOption(ownKeyOption())
    .action(async (id: string, flags: WorkspaceFlags) => {
      const key = { id, workspaceId: flags.workspace }
      const revoked = await runOnDatabase(terminal, flags, async (database) =>
        revokeApiKey(database, key, (await readDatabaseTime(database)).getTime()),
      )
      if (!revoked) throw new OperatorError('There is no such key, or it was revoked before. See keys list.')
      printDone(terminal, flags, { value: id, record: { id, revoked }, message: `Key ${id} was revoked.` })
    })
}

async function createKey(database: Database, flags: CreateFlags): Promise<NewApiKey> {
  const { kind, app, name, expires: expiresAtMs } = flags
  const keyScopes = chooseScopes(flags)
  const workspaceId = await chooseWorkspace(database, flags)
  const created = await createApiKey(database, {
    kind,
    workspaceId,
    appId: kind === 'affiliate' ? await chooseApp(database, workspaceId, app) : undefined,
    name,
    scopes: keyScopes,
    expiresAtMs,
    nowMs: (await readDatabaseTime(database)).getTime(),
  })
  if (created === undefined) throw new OperatorError('The workspace has no such app. See apps list.')
  return created
}

function chooseScopes({
  kind,
  app,
  scope,
  allowTermsWrite = false,
  contacts = false,
}: CreateFlags): readonly KeyScope[] {
  const isAffiliate = kind === 'affiliate'
  if (!isAffiliate && app !== undefined) throw new UsageError('Only an affiliate key has an --app.')
  if (!isAffiliate && scope !== undefined) throw new UsageError('Only an affiliate key has a --scope.')
  if (kind !== 'mcp' && (allowTermsWrite || contacts)) {
    throw new UsageError('Only an MCP key has --allow-terms-write and --contacts.')
  }
  if (isAffiliate) return scope ?? scopes
  const chosen = { 'terms:write': allowTermsWrite, 'contacts:read': contacts }
  return mcpScopes.filter((name) => chosen[name])
}
