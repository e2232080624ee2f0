import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { formatAmount } from '@affiliate-platform/contract'
import { checkPayee } from '@affiliate-platform/platform/payees'
import {
  type Debtor,
  type ExportPlan,
  exportRun,
  type RunExport,
} from '@affiliate-platform/platform/payout-files'
import { type Command, Option } from 'commander'
import { addWorkspaceOption, chooseWorkspace, type WorkspaceFlags } from '../command-line/choose-workspace.ts'
import { addDatabaseCommand, runOnDatabase } from '../command-line/database-command.ts'
import { OperatorError, UsageError } from '../command-line/operator-error.ts'
import { parseDay, parseId, parseText } from '../command-line/parse-value.ts'
import { formatTable } from '../command-line/table.ts'
import type { Terminal } from '../command-line/terminal.ts'

interface ExportFlags extends WorkspaceFlags {
  readonly format: ExportPlan['format']
  readonly dir: string
  readonly debtorName?: string
  readonly debtorIban?: string
  readonly debtorBic?: string
  readonly executeOn?: string
}

/** Adds `payouts export`. */
export function addExportCommand(payouts: Command, terminal: Terminal): void {
  const command = addDatabaseCommand(payouts, 'export', {
    description:
      'write the files that pay a run; made again while none of its payouts was voided, they have the same bytes',
    examples: [
      'payouts export "$run" --format paypal --dir payments',
      `payouts export "$run" --format pain001 --dir payments --debtor-name 'Studio GmbH' --debtor-iban DE89370400440532013000`,
    ],
  })
  addWorkspaceOption(command)
    .argument('<run>', 'id of the run', parseId('<run>'))
    .addOption(
      new Option('--format <format>', 'who reads the files')
        .choices(['paypal', 'wise', 'pain001'])
        .makeOptionMandatory(),
    )
    .option('--dir <folder>', 'where to write the files', '.')
    .option('--debtor-name <text>', 'pain001: who pays', parseText('--debtor-name'))
    .option('--debtor-iban <iban>', 'pain001: the account that is paid from', parseText('--debtor-iban'))
    .option('--debtor-bic <bic>', 'pain001: its bank, where the bank asks for it', parseText('--debtor-bic'))
    .option('--execute-on <date>', 'pain001: when (default: the day of the run)', parseDay('--execute-on'))
    .action((runId: string, flags: ExportFlags) => writeFiles(terminal, runId, flags))
}

async function writeFiles(terminal: Terminal, runId: string, flags: ExportFlags): Promise<void> {
  const debtor = flags.format === 'pain001' ? readDebtor(flags) : undefined
  const exported = await runOnDatabase(terminal, flags, async (database) => {
    const key = { workspaceId: await chooseWorkspace(database, flags), runId }
    return await exportRun(database, toPlan(key, flags, debtor))
  })
  if (exported === undefined) throw new OperatorError('The workspace has no such run. See payouts runs.')
  await mkdir(flags.dir, { recursive: true })
  for (const { name, content } of exported.files) await writeFile(join(flags.dir, name), content)
  terminal.writeData(flags.json ? `${JSON.stringify(toDocument(exported))}\n` : toText(exported))
}

function toPlan(
  key: { readonly workspaceId: string; readonly runId: string },
  { format, executeOn }: ExportFlags,
  debtor: Debtor | undefined,
): ExportPlan {
  if (format !== 'pain001') return { ...key, format }
  if (debtor === undefined) throw new UsageError('pain001 takes --debtor-name and --debtor-iban.')
  return { ...key, format, debtor, executeOn }
}

function readDebtor({ debtorName: name, debtorIban, debtorBic }: ExportFlags): Debtor | undefined {
  if (name === undefined || debtorIban === undefined) return undefined
  const iban = debtorIban.replaceAll(/\s/g, '').toUpperCase()
  const bic = debtorBic?.toUpperCase() ?? null
  const [issue] = checkPayee({ name, method: 'sepa', iban, bic, email: null, country: null })
  if (issue !== undefined)
    throw new UsageError(`The account that is paid from: ${issue.replaceAll('_', ' ')}.`)
  return { name, iban, bic }
}

function toDocument({ files, leftOut }: RunExport): object {
  return { files: files.map(({ content: _content, ...file }) => file), leftOut }
}

function toText({ files, leftOut }: RunExport): string {
  const rows = files.map(({ name, rows: count, sum, checksum }) => ({
    file: name,
    rows: count,
    sum: formatAmount(sum),
    sha256: checksum,
  }))
  const others = leftOut.map(({ amount, ...payout }) => ({ ...payout, amount: formatAmount(amount) }))
  return `${formatTable(rows).text}\nIn no file\n${formatTable(others).text}`
}
