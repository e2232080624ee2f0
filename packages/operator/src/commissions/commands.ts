import {
  type CommissionRecord,
  findCommission,
  listCommissions,
} from '@affiliate-platform/platform/commissions'
import { readDatabaseTime } from '@affiliate-platform/platform/database'
import { type AddCommand, flag, type NounPlan } from '../command-line/act.ts'
import { addWorkspaceOption, chooseWorkspace, type WorkspaceFlags } from '../command-line/choose-workspace.ts'
import { addDatabaseCommand, runOnDatabase } from '../command-line/database-command.ts'
import { list } from '../command-line/list-command.ts'
import { OperatorError } from '../command-line/operator-error.ts'
import { parseId } from '../command-line/parse-value.ts'
import { recordFlag } from '../command-line/record-name.ts'
import { formatCard } from '../command-line/table.ts'
import { formatSum } from '../payouts/signed-money.ts'
import { addVerifyCommissionsCommand } from './verify-command.ts'

// A person adds the column up, as balances does: what is taken back has a sign there.
function toTableRow(commission: CommissionRecord) {
  const { amountMinor, currency } = commission.amount
  const sign = commission.entry === 'reversal' ? -1n : 1n
  return { ...commission, amount: formatSum(sign * BigInt(amountMinor), currency) }
}

const listCommand = list<{ membership?: string; referral?: string }>()({
  description: 'list commissions in the order of their posting',
  examples: ['commissions list', 'commissions list --membership "$membership" --limit 1000 --json'],
  options: [
    recordFlag('membership', 'only those of this membership'),
    flag('--referral <id>', 'only those of this referral', parseId),
  ],
  find: ({ database, workspaceId, flags, page }) => {
    const filter = { workspaceId, membershipId: flags.membership, referralId: flags.referral }
    return listCommissions(database, filter, page)
  },
  toAfter: ({ id }) => id,
  toTableRow,
})

const addShowCommand: AddCommand = (commissions, terminal) => {
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

/** `commissions list`, `commissions verify` and `commissions show`. */
export const commissionsCommands: NounPlan = {
  name: 'commissions',
  description: 'list, show and verify commissions, the entries that sales and refunds lead to',
  commands: [listCommand, addVerifyCommissionsCommand, addShowCommand],
}
