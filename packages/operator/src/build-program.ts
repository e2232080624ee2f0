import { readFileSync } from 'node:fs'
import { Command, Help } from 'commander'
import { accountsCommands } from './accounts/commands.ts'
import { applicationsCommands } from './applications/commands.ts'
import { appsCommands } from './apps/commands.ts'
import { attributionCommands } from './attribution/commands.ts'
import { auditCommands } from './audit/list-command.ts'
import { addVerifyCommand } from './audit/verify-command.ts'
import { addBackupCommands } from './backup/commands.ts'
import { addBalancesCommand } from './balances/command.ts'
import { addNoun } from './command-line/act.ts'
import { commandName } from './command-line/command-name.ts'
import { addNameLookUp } from './command-line/look-up-names.ts'
import { settingsHelp } from './command-line/settings-help.ts'
import type { Terminal } from './command-line/terminal.ts'
import { commissionsCommands } from './commissions/commands.ts'
import { addCompletionCommand } from './completion/command.ts'
import { contactsCommands } from './contacts/commands.ts'
import { contextCommands } from './context/commands.ts'
import { contractsCommands } from './contracts/commands.ts'
import { debtsCommands } from './debts/commands.ts'
import { addSeedCommand } from './demo/seed-command.ts'
import { addDevCommand } from './dev/dev-command.ts'
import { addDistributeCommand } from './distribute/command.ts'
import { addDoctorCommand } from './doctor/command.ts'
import { explainCommands } from './explain/commands.ts'
import { addFindCommand } from './find/command.ts'
import { groupsCommands } from './groups/commands.ts'
import { importCommands } from './history/commands.ts'
import { invitationsCommands } from './invitations/commands.ts'
import { keysCommands } from './keys/commands.ts'
import { linksCommands } from './links/commands.ts'
import { mailCommands } from './mail/commands.ts'
import { materialsCommands } from './materials/commands.ts'
import { membershipsCommands } from './memberships/commands.ts'
import { addMoveCommand } from './move/command.ts'
import { payeesCommands } from './payees/commands.ts'
import { payoutsCommands } from './payouts/commands.ts'
import { programsCommands } from './programs/commands.ts'
import { receiptsCommands } from './receipts/commands.ts'
import { referralsCommands } from './referrals/commands.ts'
import { salesCommands } from './sales/commands.ts'
import { addMigrateCommand } from './serve/migrate-command.ts'
import { addServeCommand } from './serve/serve-command.ts'
import { addTermsCommands } from './terms/commands.ts'
import { addTombstonesCommands } from './tombstones/commands.ts'
import { transactionsCommands } from './transactions/commands.ts'
import { webhooksCommands } from './webhooks/commands.ts'
import { workspacesCommands } from './workspaces/commands.ts'

/** Builds the command line: what there is, in the order of its help. */
export function buildProgram(terminal: Terminal): Command {
  const program = new Command(commandName)
    .description('Run the affiliate platform, pay from it, inspect it and back it up.')
    .version(readVersion(), '--version', 'print the version')
    .showHelpAfterError(`Run ${commandName} --help for a list of commands.`)
    .exitOverride()
    .configureHelp({
      // Long names of commands leave less than the 40 characters below which lines are otherwise not wrapped.
      minWidthToWrap: 20,
      optionDescription: (option) =>
        `${new Help().optionDescription(option)}${option.mandatory ? ' (required)' : ''}`,
    })
    .configureOutput({ writeOut: terminal.writeData, writeErr: terminal.writeMessage })
    .addHelpText('after', settingsHelp)
  addNameLookUp(program, terminal)
  addDevCommand(program)
  addServeCommand(program)
  addMigrateCommand(program, terminal)
  addSeedCommand(program, terminal)
  addDoctorCommand(program, terminal)
  addBackupCommands(program, terminal)
  addMoveCommand(program, terminal)
  addDistributeCommand(program, terminal)
  addNoun(program, terminal, workspacesCommands)
  addNoun(program, terminal, appsCommands)
  addNoun(program, terminal, keysCommands)
  addNoun(program, terminal, accountsCommands)
  addNoun(program, terminal, programsCommands)
  addNoun(program, terminal, groupsCommands)
  addNoun(program, terminal, membershipsCommands)
  addNoun(program, terminal, invitationsCommands)
  addNoun(program, terminal, applicationsCommands)
  addNoun(program, terminal, materialsCommands)
  addTermsCommands(program, terminal)
  addNoun(program, terminal, linksCommands)
  addNoun(program, terminal, referralsCommands)
  addNoun(program, terminal, attributionCommands)
  addNoun(program, terminal, contractsCommands)
  addNoun(program, terminal, importCommands)
  addNoun(program, terminal, salesCommands)
  addNoun(program, terminal, transactionsCommands)
  addNoun(program, terminal, commissionsCommands)
  addNoun(program, terminal, debtsCommands)
  addNoun(program, terminal, payeesCommands)
  addNoun(program, terminal, payoutsCommands)
  addBalancesCommand(program, terminal)
  addNoun(program, terminal, explainCommands)
  addNoun(program, terminal, contactsCommands)
  addNoun(program, terminal, receiptsCommands)
  addNoun(program, terminal, webhooksCommands)
  addNoun(program, terminal, mailCommands)
  addNoun(program, terminal, auditCommands)
  addVerifyCommand(program, terminal)
  addTombstonesCommands(program, terminal)
  addFindCommand(program, terminal)
  addNoun(program, terminal, contextCommands)
  addCompletionCommand(program, terminal)
  return program
}

function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  return String(Reflect.get(Object(manifest), 'version'))
}
