import { newId } from '@affiliate-platform/platform/database'
import {
  checkPayee,
  insertPayee,
  listPayees,
  type PayeeDetails,
  type PayeeIssue,
  type PayeeMethod,
  payeeMethods,
} from '@affiliate-platform/platform/payees'
import { type Command, Option } from 'commander'
import { addWorkspaceOption, chooseWorkspace, type WorkspaceFlags } from '../command-line/choose-workspace.ts'
import { addChangeCommand, addDatabaseCommand, runOnDatabase } from '../command-line/database-command.ts'
import { toOperator } from '../command-line/operator.ts'
import { OperatorError, UsageError } from '../command-line/operator-error.ts'
import { parseText, parseTimeMs } from '../command-line/parse-value.ts'
import { printDone } from '../command-line/print-done.ts'
import { recordArgument } from '../command-line/record-name.ts'
import { formatTable } from '../command-line/table.ts'
import type { Terminal } from '../command-line/terminal.ts'
import { runRepeatable } from '../payouts/money-command.ts'

interface SetFlags extends WorkspaceFlags {
  readonly name: string
  readonly method: PayeeMethod
  readonly email?: string
  readonly iban?: string
  readonly bic?: string
  readonly country?: string
  readonly from?: number
}

const issues: Readonly<Record<PayeeIssue, string>> = {
  name_too_long: '--name: At most 70 characters, as banks take it.',
  email_missing: '--email: This method pays to an e-mail address.',
  email_invalid: '--email: An e-mail address that begins with a letter or digit.',
  iban_missing: '--iban: This method pays to a bank account.',
  iban_invalid: '--iban: Not an IBAN: its checksum, length or country is wrong.',
  bic_invalid: '--bic: Not a BIC: 8 or 11 letters and digits.',
  country_invalid: '--country: Two letters of ISO 3166-1, such as DE.',
}

/** Adds the commands for whom payouts go to. */
export function addPayeesCommands(program: Command, terminal: Terminal): void {
  const payees = program.command('payees').description('say whom the payouts of a membership go to, and how')
  addSetCommand(payees, terminal)
  const show = addDatabaseCommand(payees, 'show', {
    description: 'show every payee that a membership ever had, the latest first',
    examples: ['payees show "$membership"', 'payees show "$membership" --json'],
  })
  addWorkspaceOption(show)
    .addArgument(recordArgument('membership'))
    .action((membershipId: string, flags: WorkspaceFlags) => showPayees(terminal, membershipId, flags))
}

function addSetCommand(payees: Command, terminal: Terminal): void {
  const set = addChangeCommand(payees, 'set', {
    description: 'record how a membership is paid from a time on; runs frozen before keep their payee',
    examples: [
      `payees set "$membership" --method paypal --name 'Mia Moore' --email mia@example.com`,
      `payees set "$membership" --method sepa --name 'Mia Moore' --iban DE89370400440532013000 --country DE --from 2026-05-01`,
    ],
  })
  addWorkspaceOption(set)
    .addArgument(recordArgument('membership'))
    .requiredOption('--name <text>', 'who is paid, as the bank knows the name', parseText('--name'))
    .addOption(new Option('--method <method>', 'how').choices(payeeMethods).makeOptionMandatory())
    .option('--email <address>', 'address at PayPal or Wise', parseText('--email'))
    .option('--iban <iban>', 'bank account; blanks do not matter', parseText('--iban'))
    .option('--bic <bic>', 'bank, where it asks for it', parseText('--bic'))
    .option('--country <code>', 'two letters of ISO 3166-1, such as DE', parseText('--country'))
    .option(
      '--from <time>',
      'since when it applies: a date or an RFC 3339 time (default: now)',
      parseTimeMs('--from'),
    )
    .action((membershipId: string, flags: SetFlags) => setPayee(terminal, membershipId, flags))
}

async function setPayee(terminal: Terminal, membershipId: string, flags: SetFlags): Promise<void> {
  const details = toDetails(flags)
  const [issue] = checkPayee(details)
  if (issue !== undefined) throw new UsageError(issues[issue])
  const effectiveFrom = flags.from === undefined ? undefined : new Date(flags.from)
  const payee = { id: newId(), membershipId, ...details, effectiveFrom, actor: toOperator(flags) }
  const id = await runRepeatable(terminal, flags, {
    what: 'the payee was recorded',
    run: (database, workspaceId) => insertPayee(database, { ...payee, workspaceId }),
  })
  if (id === undefined) throw new OperatorError('The workspace has no such membership. See memberships list.')
  printDone(terminal, flags, {
    value: id,
    record: { id, membershipId, ...details, effectiveFrom: effectiveFrom ?? null },
    message:
      id === payee.id ? 'The payee was recorded.' : 'This payee was recorded before. Nothing was changed.',
  })
}

function toDetails({ name, method, email, iban, bic, country }: SetFlags): PayeeDetails {
  return {
    name,
    method,
    email: email ?? null,
    iban: iban?.replaceAll(/\s/g, '').toUpperCase() ?? null,
    bic: bic?.toUpperCase() ?? null,
    country: country?.toUpperCase() ?? null,
  }
}

async function showPayees(terminal: Terminal, membershipId: string, flags: WorkspaceFlags): Promise<void> {
  const payees = await runOnDatabase(terminal, flags, async (database) => {
    const workspaceId = await chooseWorkspace(database, flags)
    return await listPayees(database, { workspaceId, membershipId })
  })
  terminal.writeData(
    flags.json ? `${JSON.stringify(payees)}\n` : formatTable(payees, { columns: terminal.columns }).text,
  )
}
