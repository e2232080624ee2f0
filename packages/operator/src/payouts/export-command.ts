import { lstat, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { formatAmount } from '@affiliate-platform/contract'
import { errorCode, makeFolder, writeWhole } from '@affiliate-platform/platform/database'
import {
  type Debtor,
  type ExportPlan,
  exportRun,
  type RunExport,
  readDebtor,
} from '@affiliate-platform/platform/payout-files'
import { Option } from 'commander'
import { flag } from '../command-line/act.ts'
import { formatCount } from '../command-line/format-count.ts'
import { OperatorError, UsageError } from '../command-line/operator-error.ts'
import { parseDay, parseText } from '../command-line/parse-value.ts'
import { show } from '../command-line/show-command.ts'
import { formatTable } from '../command-line/table.ts'

interface ExportFlags {
  readonly format: ExportPlan['format']
  readonly dir: string
  readonly debtorName?: string
  readonly debtorIban?: string
  readonly debtorBic?: string
  readonly executeOn?: string
  readonly all?: boolean
}

export const exportCommand = show<ExportFlags>()({
  name: 'export',
  of: 'run',
  description:
    'write the files that pay a run; what was reported or is disputed is left out; no file is overwritten',
  examples: [
    'payouts export "$run" --format paypal --dir payments',
    `payouts export "$run" --format pain001 --dir payments --debtor-name 'Studio GmbH' --debtor-iban DE89370400440532013000`,
  ],
  options: [
    new Option('--format <format>', 'format of the files')
      .choices(['paypal', 'wise', 'pain001'])
      .makeOptionMandatory(),
    flag('--dir <folder>', 'where to write the files').default('.'),
    flag('--debtor-name <text>', 'pain001: who pays', parseText),
    flag('--debtor-iban <iban>', 'pain001: the account to pay from', parseText),
    flag('--debtor-bic <bic>', 'pain001: its bank, if the bank requires it', parseText),
    flag(
      '--execute-on <date>',
      'pain001: when (default: the day of the run, or today if that has passed)',
      parseDay,
    ),
    flag('--all', 'pay again what was reported as paid; never what is disputed'),
  ],
  check: toDebtor,
  find: async ({ database, workspaceId, id: runId, flags, terminal: { columns } }) => {
    const exported = await exportRun(database, toPlan({ workspaceId, runId }, flags))
    if (!exported.ok) {
      if (exported.rejection === 'unknown_run') return undefined
      throw new OperatorError(
        `--execute-on ${flags.executeOn} has passed. Banks take a date from ${exported.today} on.`,
      )
    }
    if (exported.files.length > 0) makeFolder(flags.dir)
    for (const { name, content } of exported.files) await writeNew(join(flags.dir, name), content)
    const lacksPayee = exported.leftOut.some(({ reason }) => reason === 'no_payee')
    const message = lacksPayee
      ? 'A payee applies to runs frozen after its start. For an earlier run use payees set --from.'
      : undefined
    return { record: toDocument(exported), text: toText(exported, columns), message }
  },
  missing: 'The workspace has no such run. See payouts runs list.',
})

/** Writes a payment file once: the same bytes again are done, and other ones would pay something else. */
async function writeNew(file: string, content: string): Promise<void> {
  try {
    await writeWhole(file, content)
  } catch (error) {
    const code = errorCode(error)
    if (code !== 'EEXIST') {
      throw new OperatorError(`${file} cannot be written (${code}). The file was not made.`, { cause: error })
    }
    if ((await lstat(file)).isFile() && (await readFile(file, 'utf8')) === content) return
    throw new OperatorError(
      `${file} exists with other content: it pays what was due when it was made. Move it away, or choose another --dir.`,
    )
  }
}

function toPlan(
  run: { readonly workspaceId: string; readonly runId: string },
  flags: ExportFlags,
): ExportPlan {
  const { format, executeOn } = flags
  const key = { ...run, isReportedPaidAgain: flags.all ?? false }
  if (format !== 'pain001') return { ...key, format }
  const debtor = toDebtor(flags)
  if (debtor === undefined) throw new UsageError('pain001 needs --debtor-name and --debtor-iban.')
  return { ...key, format, debtor, executeOn }
}

function toDebtor({ format, debtorName: name, debtorIban, debtorBic }: ExportFlags): Debtor | undefined {
  if (format !== 'pain001' || name === undefined || debtorIban === undefined) return undefined
  const read = readDebtor({ name, iban: debtorIban, bic: debtorBic ?? null })
  if (read.ok) return read.debtor
  throw new UsageError(`--debtor-${read.fault.member}: ${read.fault.message}`)
}

function toDocument({ files, leftOut }: RunExport): object {
  return { files: files.map(({ content: _content, ...file }) => file), leftOut }
}

function toText({ files, leftOut }: RunExport, columns: number | undefined): string {
  // Names and checksums are compared letter by letter: neither is cut.
  const written = files.map(
    ({ name, rows, sum, checksum }) =>
      `${name}\n  ${formatCount(rows, 'row')}, ${formatAmount(sum)}\n  SHA-256 ${checksum}\n`,
  )
  const others = leftOut.map(({ payoutId, memberName, amount, reason, membershipId }) => {
    return { memberName, amount: formatAmount(amount), reason, payoutId, membershipId }
  })
  const first = ['memberName', 'amount', 'reason']
  const table = formatTable(others, { columns, first, id: 'payoutId' }).text
  return [
    written.length === 0 ? 'No file was written.\n' : written.join(''),
    ...(others.length === 0 ? [] : [`Not in these files\n${table}`]),
  ].join('\n')
}
