import { basename } from 'node:path'
import type { Database } from '@affiliate-platform/platform/database'
import {
  importSalesFile,
  type PassReport,
  runSalesPass,
  type SalesFileReport,
} from '@affiliate-platform/platform/sales'
import { readSettings } from '@affiliate-platform/service'
import { Option } from 'commander'
import { change } from '../command-line/change-command.ts'
import { chooseApp } from '../command-line/choose-workspace.ts'
import { parseShopDomain } from '../command-line/parse-value.ts'
import { createProgress } from '../command-line/progress.ts'
import type { Terminal } from '../command-line/terminal.ts'
import { acceptSetAsideOption } from './accept-set-aside-option.ts'
import { appOption } from './app-option.ts'
import { describeLeft, describeReport, describeSalesProgress } from './describe-import.ts'
import { toRejection } from './describe-rejection.ts'
import { toPartnerAccess } from './partner-access.ts'
import { readSalesStream } from './read-sales-stream.ts'

interface ImportFlags {
  readonly app?: string
  readonly file?: string
  readonly shop?: string
  readonly restate?: boolean
  readonly acceptSetAside?: boolean
  readonly window: 'recent' | 'weekly' | 'all'
}

/** What is imported for whom, and by whom. */
interface Order {
  readonly workspaceId: string
  readonly appId: string
  readonly actor: string
}

export const salesImportCommand = change<ImportFlags>()({
  name: 'import',
  description:
    'import sales from the Partner API or a file, and post them; running it again changes nothing. It exits with 1 where rows were set aside or sales could not be posted; everything else is imported',
  examples: [
    'sales import',
    'sales import --shop maple-lantern.myshopify.com',
    'sales import --window all',
    'sales import --file sales.ndjson --json',
    'sales import --accept-set-aside',
    'sales import --file corrected-back.ndjson --restate',
  ],
  options: [
    appOption,
    new Option('--file <path>', 'a file instead, NDJSON').conflicts(['shop', 'window']),
    new Option('--restate', 'of a file: let an older content of a sale count again').conflicts([
      'shop',
      'window',
    ]),
    new Option('--shop <domain>', 'the whole history of one shop')
      .argParser(parseShopDomain('--shop'))
      .conflicts('window'),
    new Option('--window <window>', 'how far back: three days before the last sale, 60 days, or everything')
      .choices(['recent', 'weekly', 'all'])
      .default('recent'),
    acceptSetAsideOption,
  ],
  toChange: ({ flags, actor, terminal }) => ({
    run: async (database, workspaceId) => {
      const order = { workspaceId, appId: await chooseApp(database, workspaceId, flags.app), actor }
      const report =
        flags.file === undefined
          ? await importFromPlatform(database, order, { flags, terminal })
          : await importFile(database, order, { path: flags.file, restate: flags.restate })
      const setAsideCount = flags.acceptSetAside ? 0 : report.setAside.length
      const failure = describeLeft(report.unposted, setAsideCount, flags)
      return { value: report.runId ?? '', record: report, message: describeReport(report, flags), failure }
    },
  }),
})

async function importFromPlatform(
  database: Database,
  order: Order,
  { flags, terminal }: { readonly flags: ImportFlags; readonly terminal: Terminal },
): Promise<PassReport> {
  const access = toPartnerAccess(readSettings(terminal.env))
  const scope = flags.shop === undefined ? flags.window : { shopDomain: flags.shop }
  try {
    const onPage = createProgress(terminal, describeSalesProgress)
    return await runSalesPass(database, { ...order, access, scope, onPage })
  } catch (error) {
    throw toRejection(error)
  }
}

async function importFile(
  database: Database,
  order: Order,
  { path, restate = false }: { readonly path: string; readonly restate: boolean | undefined },
): Promise<SalesFileReport> {
  const plan = { ...order, file: basename(path), restate }
  const remedy = 'Nothing was imported. Correct it and import the file again.'
  return await readSalesStream(path, (open) => importSalesFile(database, { ...plan, open }), remedy)
}
