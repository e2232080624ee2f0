import {
  type ApiKeyKind,
  apiKeyKinds,
  type KeyScope,
  mcpScopes,
  type Scope,
  scopes,
} from '@affiliate-platform/contract'
import {
  createApiKey,
  type ListedApiKey,
  listApiKeys,
  revokeApiKey,
} from '@affiliate-platform/platform/api-keys'
import { Option } from 'commander'
import { act, flag, globalAct, type NounPlan, required } from '../command-line/act.ts'
import { chooseApp, type WorkspaceFlags } from '../command-line/choose-workspace.ts'
import { globalList } from '../command-line/list-command.ts'
import { UsageError } from '../command-line/operator-error.ts'
import { parseText } from '../command-line/parse-value.ts'
import { recordFlag } from '../command-line/record-name.ts'
import { parseEndMs } from './parse-end.ts'
import { keyRotateCommand, ownKeyOption } from './rotate-command.ts'

interface CreateFlags {
  readonly kind: ApiKeyKind
  readonly app?: string
  readonly scope?: readonly Scope[]
  readonly name: string
  readonly expires?: number
  readonly allowTermsWrite?: boolean
  readonly contacts?: boolean
}

const keyCreateCommand = act<CreateFlags>()({
  name: 'create',
  description: 'create an API key and print it once',
  examples: [
    "keys create --name 'Dashboard' --scope payouts:read",
    "keys create --kind workspace --name 'Install webhook' --expires 2027-01-31T00:00:00Z",
    "keys create --kind mcp --name 'Assistant' --allow-terms-write",
  ],
  options: [
    new Option('--kind <kind>', 'what the key is for').choices(apiKeyKinds).default('affiliate'),
    recordFlag('app', 'app of an affiliate key (default: the only one of the workspace)'),
    new Option('--scope <scope...>', 'scopes of an affiliate key (default: all)').choices(scopes),
    flag('--allow-terms-write', 'let an MCP key save terms'),
    flag('--contacts', 'let an MCP key see e-mail addresses and the contacts of shops'),
    required('--name <name>', 'what to call it in lists', parseText),
    flag(
      '--expires <time>',
      'when it expires: a date (00:00 UTC) or an RFC 3339 time (default: never)',
      parseEndMs,
    ),
  ],
  check: chooseScopes,
  run: async ({ database, workspaceId, flags }) => {
    const { kind, app, name, expires: expiresAtMs } = flags
    return await createApiKey(database, {
      kind,
      workspaceId,
      appId: kind === 'affiliate' ? await chooseApp(database, workspaceId, app) : undefined,
      name,
      scopes: chooseScopes(flags),
      expiresAtMs,
    })
  },
  missing: 'The workspace has no such app. See apps list.',
  value: ({ apiKey }) => apiKey,
  done: ({ id }) => `Key ${id} was created. It is shown only once: save it now.`,
})

const revokeCommand = globalAct<WorkspaceFlags>()({
  name: 'revoke',
  of: 'key',
  description: 'end an API key; takes effect everywhere within a second',
  examples: ['keys revoke "$key"', 'keys revoke "$key" --workspace "$workspace"'],
  options: [ownKeyOption()],
  run: async ({ database, id, flags }) => {
    const revoked = await revokeApiKey(database, { id, workspaceId: flags.workspace })
    return revoked ? { id, revoked } : undefined
  },
  missing: 'There is no such key, or it has already been revoked. See keys list.',
  done: ({ id }) => `Key ${id} was revoked.`,
})

export const keysCommands: NounPlan = {
  name: 'keys',
  description: 'create, list, rotate and revoke API keys',
  commands: [
    keyCreateCommand,
    globalList<WorkspaceFlags>()({
      description:
        'list API keys, oldest first, with their states: works, replaced (for a while it works beside its successor) or ended; the keys themselves are not stored',
      examples: ['keys list', 'keys list --workspace "$workspace" --json'],
      options: [recordFlag('workspace', 'only the keys of this workspace')],
      first: ['name', 'kind', 'state', 'lastUsedAt'],
      // Its beginning is that of its kind.
      toTableRow: (key: ListedApiKey) => ({ ...key, hint: key.hint.replace(/^.*_(?=….)/, '') }),
      toCsvRow: (key: ListedApiKey) => key,
      find: ({ database, flags, page }) => listApiKeys(database, flags.workspace, page),
      toAfter: ({ id }) => id,
    }),
    keyRotateCommand,
    revokeCommand,
  ],
}

function chooseScopes({
  kind,
  app,
  scope,
  allowTermsWrite = false,
  contacts = false,
}: CreateFlags): readonly KeyScope[] {
  const isAffiliate = kind === 'affiliate'
  if (!isAffiliate && app !== undefined) throw new UsageError('Only an affiliate key can have --app.')
  if (!isAffiliate && scope !== undefined) throw new UsageError('Only an affiliate key can have --scope.')
  if (kind !== 'mcp' && (allowTermsWrite || contacts)) {
    throw new UsageError('Only an MCP key can have --allow-terms-write and --contacts.')
  }
  if (isAffiliate) return scope ?? scopes
  const chosen = { 'terms:write': allowTermsWrite, 'contacts:read': contacts }
  return mcpScopes.filter((name) => chosen[name])
}
