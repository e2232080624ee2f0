import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import {
  type ImportReport,
  importSales,
  listSetAside,
  OtherSourceError,
  readSalesFile,
  SalesFileError,
} from '@affiliate-platform/platform/sales'
import type { Command } from 'commander'
import {
  addWorkspaceOption,
  chooseApp,
  chooseWorkspace,
  type WorkspaceFlags,
} from '../command-line/choose-workspace.ts'
import { addChangeCommand, addDatabaseCommand, runOnDatabase } from '../command-line/database-command.ts'
import { toOperator } from '../command-line/operator.ts'
import { OperatorError } from '../command-line/operator-error.ts'
import { parseId, parseText } from '../command-line/parse-value.ts'
import { printDone } from '../command-line/print-done.ts'
import { addListOptions, type ListFlags, printList, toListPage } from '../command-line/print-list.ts'
import type { Terminal } from '../command-line/terminal.ts'

interface ImportFlags extends WorkspaceFlags {
  readonly app?: string
  readonly file: string
}

const appOption = ['--app <id>', 'app of the sales (default: the only one of the workspace)'] as const

/** Adds `sales import` and `sales set-aside`. */
export function addSalesCommands(program: Command, terminal: Terminal): void {
  const sales = program
    .command('sales')
    .description('import the sales of an app, and post commissions from them')
  const imports = addChangeCommand(sales, 'import', {
    description: 'import a file of sales, one JSON object a line; the same file again changes nothing',
    examples: ['sales import --file sales.ndjson', 'sales import --file sales.ndjson --json'],
  })
  addWorkspaceOption(imports)
    .option(...appOption, parseId('--app'))
    .requiredOption('--file <path>', 'the file, NDJSON')
    .action((flags: ImportFlags) => importFile(terminal, flags))
  const setAside = addDatabaseCommand(sales, 'set-aside', {
    description: 'list the rows that imports could not read to the last digit, and why',
    examples: ['sales set-aside', 'sales set-aside --json'],
  })
  addWorkspaceOption(addListOptions(setAside, parseText))
    .option(...appOption, parseId('--app'))
    .action(async (flags: ListFlags & WorkspaceFlags & { app?: string }) => {
      const rows = await runOnDatabase(terminal, flags, async (database) => {
        const workspaceId = await chooseWorkspace(database, flags)
        const app = { workspaceId, appId: await chooseApp(database, workspaceId, flags.app) }
        return await listSetAside(database, app, toListPage(flags))
      })
      const toTableRow = ({ copy: _copy, ...row }: (typeof rows)[number]) => row
      printList(terminal, flags, { rows, toAfter: ({ platformId }) => platformId, toTableRow })
    })
}

async function importFile(terminal: Terminal, flags: ImportFlags): Promise<void> {
  // Opened first: a stream that fails while nobody reads it would end the process.
  const file = await open(flags.file).catch(() => {
    throw new OperatorError(`${flags.file} cannot be read.`)
  })
  try {
    const report = await runOnDatabase(terminal, flags, async (database) => {
      const workspaceId = await chooseWorkspace(database, flags)
      const appId = await chooseApp(database, workspaceId, flags.app)
      const order = { workspaceId, appId, source: 'manual_file', actor: toOperator(flags) } as const
      const sales = readSalesFile(file.createReadStream({ autoClose: false }))
      return await importSales(database, { ...order, arguments: { file: basename(flags.file) } }, sales)
    })
    printDone(terminal, flags, { value: report.runId, record: report, message: describeReport(report) })
  } catch (error) {
    throw toOperatorError(error, flags.file)
  } finally {
    await file.close()
  }
}

function toOperatorError(error: unknown, file: string): unknown {
  if (error instanceof OtherSourceError) return new OperatorError(`${error.message} Nothing was imported.`)
  if (error instanceof SalesFileError) {
    return new OperatorError(
      `${error.message} What came before is imported. Mend it and import the file again.`,
    )
  }
  const isFolder = Reflect.get(Object(error), 'code') === 'EISDIR'
  return isFolder ? new OperatorError(`${file} is a folder.`) : error
}

function describeReport(report: ImportReport): string {
  const { read, revised, known, unreferred, setAside, skipped, posted } = report
  return [
    `Read ${read}: ${report.new} new, ${revised} revised, ${known} known, ${unreferred} of shops without a referral, ${setAside.length} set aside.`,
    `${skipped.length} of the new ones earn nothing. ${posted} commissions were posted.`,
  ].join('\n')
}
