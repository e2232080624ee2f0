import { readFileSync } from 'node:fs'
import { CommitUnknownError } from '@affiliate-platform/platform/database'
import { SettingsError } from '@affiliate-platform/service'
import { Command, CommanderError, Help } from 'commander'
import { appsCommands } from './apps/commands.ts'
import { addAuditCommands } from './audit/list-command.ts'
import { addVerifyCommand } from './audit/verify-command.ts'
import { addBackupCommands } from './backup/commands.ts'
import { addBalancesCommand } from './balances/command.ts'
import { collectionsCommands } from './collections/commands.ts'
import { addNoun } from './command-line/act.ts'
import { commandName } from './command-line/command-name.ts'
import { describeFailure } from './command-line/describe-failure.ts'
import { addNameLookUp } from './command-line/look-up-names.ts'
import { describeMisspelt } from './command-line/misspelt-settings.ts'
import { OutcomeUnknownError, UsageError } from './command-line/operator-error.ts'
import type { Terminal } from './command-line/terminal.ts'
import { commissionsCommands } from './commissions/commands.ts'
import { addCompletionCommand } from './completion/command.ts'
import { contactsCommands } from './contacts/commands.ts'
import { contextCommands } from './context/commands.ts'
import { addContractsCommands } from './contracts/commands.ts'
import { addSeedCommand } from './demo/seed-command.ts'
import { addDevCommand } from './dev/dev-command.ts'
import { addDoctorCommand } from './doctor/command.ts'
import { addExplainCommands } from './explain/commands.ts'
import { addFindCommand } from './find/command.ts'
import { groupsCommands } from './groups/commands.ts'
import { keysCommands } from './keys/commands.ts'
import { membershipsCommands } from './memberships/commands.ts'
import { addMoveCommand } from './move/command.ts'
import { addPayeesCommands } from './payees/commands.ts'
import { payoutsCommands } from './payouts/commands.ts'
import { programsCommands } from './programs/commands.ts'
import { receiptsCommands } from './receipts/commands.ts'
import { referralsCommands } from './referrals/commands.ts'
import { salesCommands } from './sales/commands.ts'
import { addMigrateCommand } from './serve/migrate-command.ts'
import { addServeCommand } from './serve/serve-command.ts'
import { addTermsCommands } from './terms/commands.ts'
import { addTombstonesCommands } from './tombstones/commands.ts'
import { workspacesCommands } from './workspaces/commands.ts'

/** What the command's exit code says. */
const exitCodes = { done: 0, failed: 1, usage: 2, unknown: 3 } as const

/** Runs `affiliate-service` with its arguments and returns its exit code. */
export async function runCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    // Commander's own `help` leads to the first word alone.
    const [first, ...rest] = args
    const line = first === 'help' ? [...rest, '--help'] : [...args]
    await buildProgram(terminal).parseAsync(line, { from: 'user' })
    return exitCodes.done
  } catch (error) {
    // It has printed its own message; asking for help is no failure.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage
    for (const line of [describeFailure(error), ...describeMisspelt(terminal.env)]) {
      terminal.writeMessage(`${line}\n`)
    }
    return toExitCode(error)
  }
}

function toExitCode(error: unknown): number {
  if (error instanceof SettingsError || error instanceof UsageError) return exitCodes.usage
  const isUnknown = error instanceof OutcomeUnknownError || error instanceof CommitUnknownError
  return isUnknown ? exitCodes.unknown : exitCodes.failed
}

/** Builds the command line: what there is, in the order of its help. */
export function buildProgram(terminal: Terminal): Command {
  const program = new Command(commandName)
    .description('The affiliate platform service and its tools.')
    .version(readVersion(), '--version', 'print the version')
    .showHelpAfterError(`Run ${commandName} --help to see what there is.`)
    .exitOverride()
    .configureHelp({
      optionDescription: (option) =>
        `${new Help().optionDescription(option)}${option.mandatory ? ' (required)' : ''}`,
    })
    .configureOutput({ writeOut: terminal.writeData, writeErr: terminal.writeMessage })
    .addHelpText(
      'after',
      `
Settings (environment):
  DATABASE_URL                  a Postgres database; --data-dir names an embedded one instead
  AFFILIATE_WORKSPACE           the workspace of commands without --workspace (default: that of context use)
  AFFILIATE_APP                 the app of commands without --app (default: that of context use)
  DATABASE_POOL_SIZE            connections to Postgres per process (default: 10)
  DATABASE_READ_URL             a streaming standby that serves lists and single records
  DATABASE_READ_LAG_SECONDS     how far it may be behind (default: 5)
  HOST, PORT                    where to listen (default: 127.0.0.1, 4010)
  ADMIN_PORT, ADMIN_HOST        where to serve /metrics, /readyz, /livez (default: nowhere, 127.0.0.1)
  LOG_LEVEL                     trace, debug, info, warn, error or silent
  IDENTIFY_REQUESTS_PER_MINUTE  requests per workspace or MCP key (default: 1200)
  RECEIPTS_MONTHS               months that receipts are kept (default: 24)
  MCP_ALLOWED_HOSTS             host names under which /mcp is reached (default: this machine's own)
  SECURITY_CONTACT              https or mailto URL for /.well-known/security.txt (default: none)
  PARTNER_API_TOKEN             token for sales connect, and for apps of which none is kept
  PARTNER_API_ORIGIN            where the Partner API is (default: https://partners.shopify.com)
  AFFILIATE_SECRET_KEY          32 bytes in base64, by which kept tokens are encrypted
  SALES_IMPORT_MINUTES          serve imports the sales of connected apps so often (default: never)

Data goes to standard output (--json: one JSON document), messages go to standard error. Nothing is coloured.
A list shows up to --limit rows and says how to go on with --after.

Exit codes:
  0  done
  1  failed: nothing was done, unless the message says what was; it says why and what to do
  2  wrong usage or settings: nothing was done
  3  outcome unknown: the connection was lost while the change was being saved; the message says how to find out`,
    )
  addNameLookUp(program, terminal)
  addDevCommand(program)
  addServeCommand(program)
  addMigrateCommand(program, terminal)
  addSeedCommand(program, terminal)
  addDoctorCommand(program, terminal)
  addBackupCommands(program, terminal)
  addMoveCommand(program, terminal)
  addNoun(program, terminal, workspacesCommands)
  addNoun(program, terminal, appsCommands)
  addNoun(program, terminal, keysCommands)
  addNoun(program, terminal, programsCommands)
  addNoun(program, terminal, groupsCommands)
  addNoun(program, terminal, membershipsCommands)
  addTermsCommands(program, terminal)
  addNoun(program, terminal, referralsCommands)
  addContractsCommands(program, terminal)
  addNoun(program, terminal, salesCommands)
  addNoun(program, terminal, collectionsCommands)
  addNoun(program, terminal, commissionsCommands)
  addPayeesCommands(program, terminal)
  addNoun(program, terminal, payoutsCommands)
  addBalancesCommand(program, terminal)
  addExplainCommands(program, terminal)
  addNoun(program, terminal, contactsCommands)
  addNoun(program, terminal, receiptsCommands)
  addAuditCommands(program, terminal)
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
