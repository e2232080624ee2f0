import { formatAmount } from '@affiliate-platform/contract'
import {
  type CommissionRecord,
  findCommission,
  listCommissions,
} from '@affiliate-platform/platform/commissions'
import { readDatabaseTime } from '@affiliate-platform/platform/database'
import type { Command } from 'commander'
import { addWorkspaceOption, chooseWorkspace, type WorkspaceFlags } from '../command-line/choose-workspace.ts'
import { addDatabaseCommand, runOnDatabase } from '../command-line/database-command.ts'
import { OperatorError } from '../command-line/operator-error.ts'
import { parseId } from '../command-line/parse-value.ts'
import { addListOptions, type ListFlags, printList, toListPage } from '../command-line/print-list.ts'
import { recordFlag } from '../command-line/record-name.ts'
import { formatCard } from '../command-line/table.ts'
import type { Terminal } from '../command-line/terminal.ts'
import { addVerifyCommissionsCommand } from './verify-command.ts'

interface ListCommissionsFlags extends ListFlags, WorkspaceFlags {
  readonly membership?: string
  readonly referral?: string
}

/** Adds `commissions list` and `commissions show`. */
export function addCommissionsCommands(program: Command, terminal: Terminal): void {
  const commissions = program
    .command('commissions')
    .description('list, show and verify commissions, the entries that sales and refunds lead to')
  addListCommand(commissions, terminal)
  addVerifyCommissionsCommand(commissions, terminal)
  const show = addDatabaseCommand(commissions, 'show', {
    description: 'show a commission',
    examples: ['commissions show "$commission"'],
  })
  addWorkspaceOption(show)
    .argument('<commission>', 'id of the commission', parseId('<commission>'))
    .action(async (commissionId: string, flags: WorkspaceFlags) => {
      const { commission, now } = await runOnDatabase(terminal, flags, async (database) => {
        const workspaceId = await chooseWorkspace(database, flags)
        return {
          commission: await findCommission(database, { workspaceId, commissionId }),
          now: await readDatabaseTime(database),
        }
      })
      if (commission === undefined) {
        throw new OperatorError('The workspace has no such commission. See commissions list.')
      }
      terminal.writeData(
        flags.json ? `${JSON.stringify(commission)}\n` : formatCard(toTableRow(commission), now),
      )
    })
}

function addListCommand(commissions: Command, terminal: Terminal): void {
  const list = addDatabaseCommand(commissions, 'list', {
    description: 'list commissions in the order of their posting',
    examples: ['commissions list', 'commissions list --membership "$membership" --limit 1000 --json'],
  })
  addWorkspaceOption(addListOptions(list, parseId))
    .addOption(recordFlag('membership', 'only those of this membership'))
    .option('--referral <id>', 'only those of this referral', parseId('--referral'))
    .action(async (flags: ListCommissionsFlags) => {
      const rows = await runOnDatabase(terminal, flags, async (database) => {
        const workspaceId = await chooseWorkspace(database, flags)
        const filter = { workspaceId, membershipId: flags.membership, referralId: flags.referral }
        return await listCommissions(database, filter, toListPage(flags))
      })
      printList(terminal, flags, { rows, toAfter: ({ id }) => id, toTableRow })
    })
}

const toTableRow = (commission: CommissionRecord) => ({
  ...commission,
  amount: formatAmount(commission.amount),
})
