import { newId } from '@affiliate-platform/platform/database'
import { findMembership } from '@affiliate-platform/platform/memberships'
import { insertExclusion } from '@affiliate-platform/platform/payout-runs'
import type { Command } from 'commander'
import { addWorkspaceOption, type WorkspaceFlags } from '../command-line/choose-workspace.ts'
import { addChangeCommand } from '../command-line/database-command.ts'
import { toOperator } from '../command-line/operator.ts'
import { OperatorError } from '../command-line/operator-error.ts'
import { parseCurrency, parseText } from '../command-line/parse-value.ts'
import { printDone } from '../command-line/print-done.ts'
import { recordArgument } from '../command-line/record-name.ts'
import type { Terminal } from '../command-line/terminal.ts'
import { runRepeatable } from './money-command.ts'

interface ExclusionFlags extends WorkspaceFlags {
  readonly currency?: string
  readonly reason: string
}

interface Word {
  readonly name: 'exclude' | 'include'
  readonly description: string
  readonly reason: string
  readonly done: string
}

const words: readonly Word[] = [
  {
    name: 'exclude',
    description: 'keep a membership out of the next payout runs, with a reason that previews show',
    reason: 'Documents missing',
    done: 'is kept out of the next runs',
  },
  {
    name: 'include',
    description: 'let a membership into the next payout runs again',
    reason: 'Documents have come',
    done: 'is in the next runs again',
  },
]

const stillSuspended = 'is no longer excluded, but still suspended: see memberships reopen'

/** Adds `payouts exclude` and `payouts include`. */
export function addExclusionCommands(payouts: Command, terminal: Terminal): void {
  for (const word of words) {
    const { name, description, reason } = word
    const examples = [
      `payouts ${name} "$membership" --reason '${reason}'`,
      `payouts ${name} "$membership" --currency EUR --reason '${reason}'`,
    ]
    const command = addChangeCommand(payouts, name, { description, examples })
    addWorkspaceOption(command)
      .addArgument(recordArgument('membership'))
      .option('--currency <code>', 'only in this currency (default: all)', parseCurrency('--currency'))
      .requiredOption('--reason <text>', 'why', parseText('--reason'))
      .action((membershipId: string, flags: ExclusionFlags) => say(terminal, membershipId, { flags, word }))
  }
}

async function say(
  terminal: Terminal,
  membershipId: string,
  { flags, word }: { readonly flags: ExclusionFlags; readonly word: Word },
): Promise<void> {
  const { currency, reason } = flags
  const isExcluded = word.name === 'exclude'
  const exclusion = { id: newId(), membershipId, currency, isExcluded, reason, actor: toOperator(flags) }
  const membership = await runRepeatable(terminal, flags, {
    what: 'it was recorded',
    run: async (database, workspaceId) => {
      await insertExclusion(database, { ...exclusion, workspaceId })
      return await findMembership(database, { workspaceId, id: membershipId })
    },
  })
  if (membership === undefined)
    throw new OperatorError('The workspace has no such membership. See memberships list.')
  const done = `${word.done}${currency === undefined ? '' : ` in ${currency}`}`
  printDone(terminal, flags, {
    value: membershipId,
    record: { membershipId, currency: currency ?? null, isExcluded, reason },
    message: `The membership ${!isExcluded && membership.state === 'suspended' ? stillSuspended : done}.`,
  })
}
