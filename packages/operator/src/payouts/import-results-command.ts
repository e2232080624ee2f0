import { readFile } from 'node:fs/promises'
import {
  parseResultFile,
  type RecordedResult,
  ResultFileError,
  recordResults,
} from '@affiliate-platform/platform/payout-files'
import type { Command } from 'commander'
import { addWorkspaceOption, type WorkspaceFlags } from '../command-line/choose-workspace.ts'
import { addDatabaseCommand } from '../command-line/database-command.ts'
import { OperatorError } from '../command-line/operator-error.ts'
import { parseText } from '../command-line/parse-value.ts'
import { runRepeatable } from '../command-line/run-repeatable.ts'
import { formatTable } from '../command-line/table.ts'
import type { Terminal } from '../command-line/terminal.ts'

interface ImportFlags extends WorkspaceFlags {
  readonly method: string
}

/** Adds `payouts import-results`. */
export function addImportResultsCommand(payouts: Command, terminal: Terminal): void {
  const command = addDatabaseCommand(payouts, 'import-results', {
    description:
      'report the payments of a result file, each one once; members still confirm; fails if one is not reported',
    examples: ['payouts import-results results.csv --method paypal'],
  })
  addWorkspaceOption(command)
    .argument(
      '<file>',
      'CSV with the columns reference, amount, currency and, if known, transaction, paid_at, status',
    )
    .requiredOption('--method <method>', 'how the payments were made', parseText('--method'))
    .action((file: string, flags: ImportFlags) => importResults(terminal, file, flags))
}

async function importResults(terminal: Terminal, file: string, flags: ImportFlags): Promise<void> {
  const rows = await readRows(file)
  const results = await runRepeatable(terminal, flags, {
    what: 'all payments were reported',
    run: (database, workspaceId) => recordResults(database, rows, { workspaceId, method: flags.method }),
  })
  terminal.writeData(
    flags.json ? `${JSON.stringify(results)}\n` : formatTable(results, { columns: terminal.columns }).text,
  )
  const reported = results.filter(({ outcome }) => outcome === 'reported').length
  const known = results.filter(({ outcome }) => outcome === 'known').length
  const others = results.filter(({ outcome }) => outcome !== 'reported' && outcome !== 'known')
  const summary = `Reported: ${reported}. Known before: ${known}. Not reported: ${others.length}`
  // A script must not take a payment for reported that is not.
  if (others.length > 0) throw new OperatorError(`${summary} (${countOutcomes(others)}).`)
  terminal.writeMessage(`${summary}.\n`)
}

function countOutcomes(results: readonly RecordedResult[]): string {
  const counts = new Map<string, number>()
  for (const { outcome } of results) counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  return [...counts].map(([outcome, count]) => `${count} ${outcome}`).join(', ')
}

async function readRows(file: string): Promise<ReturnType<typeof parseResultFile>> {
  try {
    return parseResultFile(await readFile(file, 'utf8'))
  } catch (error) {
    if (error instanceof ResultFileError) throw new OperatorError(error.message, { cause: error })
    const code: unknown = Reflect.get(Object(error), 'code')
    throw new OperatorError(`The file cannot be read (${code}).`, { cause: error })
  }
}
