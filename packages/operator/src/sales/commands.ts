import { listSetAside } from '@affiliate-platform/platform/sales'
import type { Command } from 'commander'
import { addDatabaseCommand, runOnDatabase } from '../command-line/database-command.ts'
import { parseText } from '../command-line/parse-value.ts'
import { addListOptions, type ListFlags, printList, toListPage } from '../command-line/print-list.ts'
import type { Terminal } from '../command-line/terminal.ts'
import { type AppFlags, addAppOption, chooseSalesApp } from './app-option.ts'
import { addConnectCommand } from './connect-command.ts'
import { addImportCommand } from './import-command.ts'
import { addReconcileCommand } from './reconcile-command.ts'
import { addStatusCommand } from './status-command.ts'

/** Adds `sales connect`, `import`, `status`, `set-aside` and `reconcile`. */
export function addSalesCommands(program: Command, terminal: Terminal): void {
  const sales = program
    .command('sales')
    .description('import the sales of an app, and post commissions from them')
  addConnectCommand(sales, terminal)
  addImportCommand(sales, terminal)
  addStatusCommand(sales, terminal)
  addSetAsideCommand(sales, terminal)
  addReconcileCommand(sales, terminal)
}

function addSetAsideCommand(sales: Command, terminal: Terminal): void {
  const setAside = addDatabaseCommand(sales, 'set-aside', {
    description: 'list the rows that imports could not read to the last digit, and why',
    examples: ['sales set-aside', 'sales set-aside --json'],
  })
  addAppOption(addListOptions(setAside, parseText)).action(async (flags: ListFlags & AppFlags) => {
    const rows = await runOnDatabase(terminal, flags, async (database) =>
      listSetAside(database, await chooseSalesApp(database, flags), toListPage(flags)),
    )
    const toTableRow = ({ copy: _copy, ...row }: (typeof rows)[number]) => row
    printList(terminal, flags, { rows, toAfter: ({ platformId }) => platformId, toTableRow })
  })
}
