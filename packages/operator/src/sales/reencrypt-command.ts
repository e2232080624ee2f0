import type { Database } from '@affiliate-platform/platform/database'
import { reencryptWebhookSecrets } from '@affiliate-platform/platform/outbox'
import { reencryptTokens } from '@affiliate-platform/platform/sales'
import { listWorkspaces } from '@affiliate-platform/platform/workspaces'
import { readSettings } from '@affiliate-platform/service'
import { type AddCommand, addInput, flag } from '../command-line/act.ts'
import { addChangeCommand, type DatabaseFlags, runOnDatabase } from '../command-line/database-command.ts'
import { UsageError } from '../command-line/operator-error.ts'
import { printDone } from '../command-line/print-done.ts'

interface ReencryptFlags extends DatabaseFlags {
  readonly dryRun?: boolean
}

type KeyChange = Parameters<typeof reencryptTokens>[2]

/** Whose secret it is, and what became of it. */
interface Reencrypted {
  readonly kind: 'app' | 'endpoint'
  readonly id: string
  readonly outcome: 'encrypted' | 'current' | 'unreadable'
}

const plan = {
  name: 'reencrypt',
  description:
    'encrypt the stored tokens and the webhook secrets of all workspaces, so far under AFFILIATE_OLD_SECRET_KEY, under AFFILIATE_SECRET_KEY',
  examples: ['sales reencrypt --dry-run', 'sales reencrypt --as mia'],
  options: [flag('--dry-run', 'say what would be encrypted; save nothing')],
}

export const reencryptCommand: AddCommand = (noun, terminal) => {
  const command = addChangeCommand(noun, plan.name, plan)
  addInput<ReencryptFlags>(command, plan, async ({ flags }) => {
    const { AFFILIATE_OLD_SECRET_KEY: oldKey, AFFILIATE_SECRET_KEY: newKey } = readSettings(terminal.env)
    if (oldKey === undefined || newKey === undefined) {
      throw new UsageError(
        'Set AFFILIATE_OLD_SECRET_KEY to the key so far, and AFFILIATE_SECRET_KEY to the new one.',
      )
    }
    if (oldKey.equals(newKey)) {
      throw new UsageError('AFFILIATE_OLD_SECRET_KEY and AFFILIATE_SECRET_KEY are the same key.')
    }
    const isDryRun = flags.dryRun === true
    const secrets = await runOnDatabase(terminal, flags, (database) =>
      reencryptAll(database, { oldKey, newKey, isDryRun }),
    )
    printDone(terminal, flags, describe(secrets, isDryRun))
  })
}

async function reencryptAll(database: Database, keys: KeyChange): Promise<readonly Reencrypted[]> {
  const secrets: Reencrypted[] = []
  for (let after: string | undefined; ; ) {
    const [workspace] = await listWorkspaces(database, { after, limit: 1 })
    if (workspace === undefined) return secrets
    for (const { appId: id, outcome } of await reencryptTokens(database, workspace.id, keys))
      secrets.push({ kind: 'app', id, outcome })
    for (const { endpointId: id, outcome } of await reencryptWebhookSecrets(database, workspace.id, keys))
      secrets.push({ kind: 'endpoint', id, outcome })
    after = workspace.id
  }
}

function describe(secrets: readonly Reencrypted[], isDryRun: boolean) {
  const idsOf = (outcome: Reencrypted['outcome'], kind?: Reencrypted['kind']) =>
    secrets
      .filter((each) => each.outcome === outcome && each.kind === (kind ?? each.kind))
      .map(({ id }) => id)
  const record = {
    encrypted: idsOf('encrypted'),
    current: idsOf('current'),
    unreadable: idsOf('unreadable'),
  }
  const verb = isDryRun ? 'To be encrypted under the new key' : 'Encrypted under the new key'
  const { encrypted, current } = record
  const left = [
    describeLeft('the tokens of', idsOf('unreadable', 'app'), 'Run sales connect for each of these apps.'),
    describeLeft(
      'secrets of the endpoints',
      idsOf('unreadable', 'endpoint'),
      'Run webhooks rotate for each.',
    ),
  ].filter((text) => text !== undefined)
  return {
    value: String(encrypted.length),
    record,
    message: `${verb}: ${encrypted.length}. Under it already: ${current.length}.`,
    failure: left.length === 0 ? undefined : left.join('\n'),
  }
}

function describeLeft(what: string, ids: readonly string[], next: string): string | undefined {
  if (ids.length === 0) return undefined
  return `Under neither key, and left as they are: ${what} ${ids.join(', ')}. ${next}`
}
