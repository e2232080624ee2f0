import {
  findReferral,
  listContracts,
  listEvidence,
  listReferrals,
  voidReferral,
} from '@affiliate-platform/platform/referrals'
import type { Command } from 'commander'
import { addWorkspaceOption, chooseWorkspace, type WorkspaceFlags } from '../command-line/choose-workspace.ts'
import { addChangeCommand, addDatabaseCommand, runOnDatabase } from '../command-line/database-command.ts'
import { toOperator } from '../command-line/operator.ts'
import { OperatorError } from '../command-line/operator-error.ts'
import { parseId, parseShopDomain, parseText } from '../command-line/parse-value.ts'
import { printDone } from '../command-line/print-done.ts'
import { addListOptions, type ListFlags, printList, toListPage } from '../command-line/print-list.ts'
import { recordFlag } from '../command-line/record-name.ts'
import { formatTable } from '../command-line/table.ts'
import type { Terminal } from '../command-line/terminal.ts'
import { addCreateReferralCommand } from './create-command.ts'

interface ListReferralsFlags extends ListFlags, WorkspaceFlags {
  readonly membership?: string
  readonly shop?: string
}

interface VoidFlags extends WorkspaceFlags {
  readonly reason: string
}

const unknown = 'The workspace has no such referral. See referrals list.'

/** Adds `referrals create`, `referrals list`, `referrals show` and `referrals void`. */
export function addReferralsCommands(program: Command, terminal: Terminal): void {
  const referrals = program
    .command('referrals')
    .description('create, list, show and void referrals, the shops that memberships brought')
  addCreateReferralCommand(referrals, terminal)
  addListCommand(referrals, terminal)
  addShowCommand(referrals, terminal)
  addVoidCommand(referrals, terminal)
}

function addListCommand(referrals: Command, terminal: Terminal): void {
  const list = addDatabaseCommand(referrals, 'list', {
    description: 'list referrals, oldest first',
    examples: ['referrals list', 'referrals list --shop a.myshopify.com --json'],
  })
  addWorkspaceOption(addListOptions(list, parseId))
    .addOption(recordFlag('membership', 'only those of this membership'))
    .option('--shop <domain>', 'only those of this shop', parseShopDomain('--shop'))
    .action(async (flags: ListReferralsFlags) => {
      const rows = await runOnDatabase(terminal, flags, async (database) => {
        const workspaceId = await chooseWorkspace(database, flags)
        const filter = { workspaceId, membershipId: flags.membership, shopDomain: flags.shop }
        return await listReferrals(database, filter, toListPage(flags))
      })
      printList(terminal, flags, { rows, toAfter: ({ id }) => id })
    })
}

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
      if (referral === undefined) throw new OperatorError(unknown)
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

function addVoidCommand(referrals: Command, terminal: Terminal): void {
  const command = addChangeCommand(referrals, 'void', {
    description: 'end a referral and take back everything that it earned',
    examples: ['referrals void "$referral" --reason "the shop belongs to the member"'],
  })
  addWorkspaceOption(command)
    .argument('<referral>', 'id of the referral', parseId('<referral>'))
    .requiredOption('--reason <text>', 'why', parseText('--reason'))
    .action(async (referralId: string, flags: VoidFlags) => {
      const cause = { reason: flags.reason, actor: toOperator(flags) }
      const voided = await runOnDatabase(terminal, flags, async (database) =>
        voidReferral(database, { workspaceId: await chooseWorkspace(database, flags), referralId }, cause),
      )
      if (!voided.ok) {
        throw new OperatorError(
          voided.rejection === 'unknown_referral' ? unknown : 'The referral is voided already.',
        )
      }
      printDone(terminal, flags, {
        value: referralId,
        record: { id: referralId, posted: voided.posted },
        message: `The referral was voided; ${voided.posted} commissions take back what it earned.`,
      })
    })
}
