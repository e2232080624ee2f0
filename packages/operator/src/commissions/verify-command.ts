import { verifyMoney } from '@affiliate-platform/platform/verify-money'
import type { Command } from 'commander'
import { addWorkspaceOption, chooseWorkspace, type WorkspaceFlags } from '../command-line/choose-workspace.ts'
import { addDatabaseCommand, runOnDatabase } from '../command-line/database-command.ts'
import { OperatorError } from '../command-line/operator-error.ts'
import type { Terminal } from '../command-line/terminal.ts'

/** Adds `commissions verify`. */
export function addVerifyCommissionsCommand(commissions: Command, terminal: Terminal): void {
  const verify = addDatabaseCommand(commissions, 'verify', {
    description:
      'recompute every commission and payout from sales and contracts; fails at the first difference',
    examples: ['commissions verify', 'commissions verify --json'],
  })
  addWorkspaceOption(verify).action((flags: WorkspaceFlags) => runVerify(terminal, flags))
}

async function runVerify(terminal: Terminal, flags: WorkspaceFlags): Promise<void> {
  const verification = await runOnDatabase(terminal, flags, async (database) =>
    verifyMoney(database, await chooseWorkspace(database, flags)),
  )
  const { collections, commissions, payouts, difference } = verification
  if (flags.json) terminal.writeData(`${JSON.stringify(verification)}\n`)
  if (difference !== null) {
    const { kind, subject, expected, found } = difference
    throw new OperatorError(
      `The ${kind.replaceAll('_', ' ')} of ${JSON.stringify(subject)} is ${found}; the facts say ${expected}.`,
    )
  }
  terminal.writeMessage(
    `The ledger is what the facts say: collections ${collections}, commissions ${commissions}, payouts ${payouts}.\n`,
  )
}
