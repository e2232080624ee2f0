import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import {
  importSales,
  readSalesFile,
  runSalesPass,
  type SalesFilePage,
} from '@affiliate-platform/platform/sales'
import { readSettings } from '@affiliate-platform/service'
import { type Command, Option } from 'commander'
import { addChangeCommand, runOnDatabase } from '../command-line/database-command.ts'
import { toOperator } from '../command-line/operator.ts'
import { OperatorError } from '../command-line/operator-error.ts'
import { parseShopDomain } from '../command-line/parse-value.ts'
import { printDone } from '../command-line/print-done.ts'
import type { Terminal } from '../command-line/terminal.ts'
import { type AppFlags, addAppOption, chooseSalesApp } from './app-option.ts'
import { createProgress, describeReport } from './describe-import.ts'
import { toFileRejection, toRejection } from './describe-rejection.ts'
import { toPartnerAccess } from './partner-access.ts'

interface ImportFlags extends AppFlags {
  readonly file?: string
  readonly shop?: string
  readonly window: 'recent' | 'weekly' | 'all'
}

/** Adds `sales import`. */
export function addImportCommand(sales: Command, terminal: Terminal): void {
  const imports = addChangeCommand(sales, 'import', {
    description: 'import sales from the Partner API or a file, and post them; again, it changes nothing',
    examples: [
      'sales import',
      'sales import --shop maple-lantern.myshopify.com',
      'sales import --window all',
      'sales import --file sales.ndjson --json',
    ],
  })
  addAppOption(imports)
    .addOption(new Option('--file <path>', 'a file instead, NDJSON').conflicts(['shop', 'window']))
    .addOption(
      new Option('--shop <domain>', 'the whole history of one shop')
        .argParser(parseShopDomain('--shop'))
        .conflicts('window'),
    )
    .addOption(
      new Option('--window <window>', 'how far back: three days before the last sale, 60 days, or everything')
        .choices(['recent', 'weekly', 'all'])
        .default('recent'),
    )
    .action((flags: ImportFlags) =>
      flags.file === undefined
        ? importFromPlatform(terminal, flags)
        : importFile(terminal, flags, flags.file),
    )
}

async function importFromPlatform(terminal: Terminal, flags: ImportFlags): Promise<void> {
  const access = toPartnerAccess(readSettings(terminal.env))
  const report = await runOnDatabase(terminal, flags, async (database) => {
    const app = await chooseSalesApp(database, flags)
    const scope = flags.shop === undefined ? flags.window : { shopDomain: flags.shop }
    const onPage = createProgress(terminal)
    return await runSalesPass(database, { ...app, access, actor: toOperator(flags), scope, onPage })
  }).catch((error: unknown) => {
    throw toRejection(error)
  })
  print(terminal, flags, report)
}

async function importFile(terminal: Terminal, flags: ImportFlags, path: string): Promise<void> {
  // Opened first: a stream that fails while nobody reads it would end the process.
  const file = await open(path).catch(() => {
    throw new OperatorError(`${path} cannot be read.`)
  })
  let linesStored = 0
  try {
    const report = await runOnDatabase(terminal, flags, async (database) => {
      const app = await chooseSalesApp(database, flags)
      const order = { ...app, source: 'manual_file', actor: toOperator(flags) } as const
      const sales = follow(readSalesFile(file.createReadStream({ autoClose: false })), (lastLine) => {
        linesStored = lastLine
      })
      return await importSales(database, { ...order, arguments: { file: basename(path) } }, sales)
    })
    print(terminal, flags, report)
  } catch (error) {
    throw toFileRejection(error, path, `${describeStored(linesStored)} Mend it and import the file again.`)
  } finally {
    await file.close()
  }
}

/** Tells how far a file is stored: an import asks for the next page when it has committed the one before. */
async function* follow(
  pages: AsyncIterable<SalesFilePage>,
  onStored: (lastLine: number) => void,
): AsyncGenerator<SalesFilePage> {
  for await (const page of pages) {
    yield page
    onStored(page.lastLine)
  }
}

function describeStored(lines: number): string {
  if (lines === 0) return 'Nothing was imported.'
  return `Lines 1 to ${lines} are imported and wait to be posted, the others are not.`
}

function print(terminal: Terminal, flags: ImportFlags, report: Parameters<typeof describeReport>[0]): void {
  const value = report.runId ?? ''
  printDone(terminal, flags, { value, record: report, message: describeReport(report) })
}
