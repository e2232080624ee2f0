import {
  findReferral,
  listContracts,
  listEvidence,
  listReferrals,
  voidReferral,
} from '@affiliate-platform/platform/referrals'
import type { Command } from 'commander'
import { act, flag, type NounPlan, required } from '../command-line/act.ts'
import { addWorkspaceOption, chooseWorkspace, type WorkspaceFlags } from '../command-line/choose-workspace.ts'
import { addDatabaseCommand, runOnDatabase } from '../command-line/database-command.ts'
import { list } from '../command-line/list-command.ts'
import { toOperator } from '../command-line/operator.ts'
import { OperatorError } from '../command-line/operator-error.ts'
import { parseId, parseShopDomain, parseText } from '../command-line/parse-value.ts'
import { recordFlag } from '../command-line/record-name.ts'
import { formatTable } from '../command-line/table.ts'
import type { Terminal } from '../command-line/terminal.ts'
import { addCreateReferralCommand } from './create-command.ts'

const listCommand = list<{ membership?: string; shop?: string }>()({
  description: 'list referrals, oldest first',
  examples: ['referrals list', 'referrals list --shop a.myshopify.com --json'],
  options: [
    recordFlag('membership', 'only those of this membership'),
    flag('--shop <domain>', 'only those of this shop', parseShopDomain),
  ],
  find: ({ database, workspaceId, flags, page }) => {
    const filter = { workspaceId, membershipId: flags.membership, shopDomain: flags.shop }
    return listReferrals(database, filter, page)
  },
  toAfter: ({ id }) => id,
})

function addShowCommand(referrals: Command, terminal: Terminal): void {
  const show = addDatabaseCommand(referrals, 'show', {
    description: 'show a referral with its contracts and its evidence',
    examples: ['referrals show "$referral"', 'referrals show "$referral" --json'],
  })
  addWorkspaceOption(show)
    .argument('<referral>', 'id of the referral', parseId('<referral>'))
    .action(async (referralId: string, flags: WorkspaceFlags) => {
      const { referral, ...parts } = await runOnDatabase(terminal, flags, async (database) => {
        const key = { workspaceId: await chooseWorkspace(database, flags), referralId }
        const referral = await findReferral(database, key)
        const contracts = await listContracts(database, key)
        return { referral, contracts, evidence: await listEvidence(database, key) }
      })
      if (referral === undefined)
        throw new OperatorError('The workspace has no such referral. See referrals list.')
      if (flags.json) {
        terminal.writeData(`${JSON.stringify({ ...referral, ...parts })}\n`)
        return
      }
      const contracts = parts.contracts.map(({ rules: { basis, rateBps }, ...row }) => ({
        ...row,
        basis,
        rateBps,
      }))
      terminal.writeData(
        `${formatTable([referral]).text}\nContracts\n${formatTable(contracts).text}\nEvidence\n${formatTable(parts.evidence).text}`,
      )
    })
}

const voidCommand = act<WorkspaceFlags & { reason: string }>()({
  name: 'void',
  of: 'referral',
  description: 'end a referral and take back everything that it earned',
  examples: ['referrals void "$referral" --reason "the shop belongs to the member"'],
  options: [required('--reason <text>', 'why', parseText)],
  run: async ({ database, workspaceId, id, flags }) => {
    const cause = { reason: flags.reason, actor: toOperator(flags) }
    const voided = await voidReferral(database, { workspaceId, referralId: id }, cause)
    if (voided.ok) return { id, posted: voided.posted }
    if (voided.rejection === 'unknown_referral') return undefined
    throw new OperatorError('The referral is voided already.')
  },
  done: ({ posted }) => `The referral was voided. Commissions posted to take back what it earned: ${posted}.`,
})

/** `referrals create`, `referrals list`, `referrals show` and `referrals void`. */
export const referralsCommands: NounPlan = {
  name: 'referrals',
  description: 'create, list, show and void referrals, the shops that memberships brought',
  commands: [addCreateReferralCommand, listCommand, addShowCommand, voidCommand],
}
