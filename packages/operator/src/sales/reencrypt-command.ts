import type { Database } from '@affiliate-platform/platform/database'
import { type ReencryptedToken, reencryptTokens } from '@affiliate-platform/platform/sales'
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

const plan = {
  name: 'reencrypt',
  description:
    'encrypt the stored tokens of all workspaces, so far under AFFILIATE_OLD_SECRET_KEY, under AFFILIATE_SECRET_KEY',
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
    const tokens = await runOnDatabase(terminal, flags, (database) =>
      reencryptAll(database, { oldKey, newKey, isDryRun }),
    )
    printDone(terminal, flags, describe(tokens, isDryRun))
  })
}

async function reencryptAll(database: Database, keys: KeyChange): Promise<readonly ReencryptedToken[]> {
  const tokens: ReencryptedToken[] = []
  for (let after: string | undefined; ; ) {
    const [workspace] = await listWorkspaces(database, { after, limit: 1 })
    if (workspace === undefined) return tokens
    tokens.push(...(await reencryptTokens(database, workspace.id, keys)))
    after = workspace.id
  }
}

function describe(tokens: readonly ReencryptedToken[], isDryRun: boolean) {
  const appsOf = (outcome: ReencryptedToken['outcome']) =>
    tokens.filter((token) => token.outcome === outcome).map(({ appId }) => appId)
  const record = {
    encrypted: appsOf('encrypted'),
    current: appsOf('current'),
    unreadable: appsOf('unreadable'),
  }
  const verb = isDryRun ? 'To be encrypted under the new key' : 'Encrypted under the new key'
  const { encrypted, current, unreadable } = record
  return {
    value: String(encrypted.length),
    record,
    message: `${verb}: ${encrypted.length}. Under it already: ${current.length}.`,
    failure:
      unreadable.length === 0
        ? undefined
        : `Under neither key, and left as they are: the tokens of ${unreadable.join(', ')}. Run sales connect for each of these apps.`,
  }
}
