import { listReceipts } from '@affiliate-platform/platform/receipts'
import type { Command } from 'commander'
import { addWorkspaceOption, chooseWorkspace, type WorkspaceFlags } from '../command-line/choose-workspace.ts'
import { addDatabaseCommand, runOnDatabase } from '../command-line/database-command.ts'
import { parseId, parseShopDomain } from '../command-line/parse-value.ts'
import { addListOptions, type ListFlags, printList, toListPage } from '../command-line/print-list.ts'
import type { Terminal } from '../command-line/terminal.ts'

/** Adds `receipts list`. */
export function addReceiptsCommands(program: Command, terminal: Terminal): void {
  const receipts = program.command('receipts').description('list what came of identify calls')
  const list = addDatabaseCommand(receipts, 'list', {
    description: 'list the receipts of identify calls, newest first',
    examples: ['receipts list', 'receipts list --shop example.myshopify.com --limit 5 --json'],
  })
  addWorkspaceOption(addListOptions(list, parseId))
    .option('--shop <domain>', 'only the receipts of this shop', parseShopDomain('--shop'))
    .action(async (flags: ListFlags & WorkspaceFlags & { shop?: string }) => {
      const rows = await runOnDatabase(terminal, flags, async (database) => {
        const filter = { workspaceId: await chooseWorkspace(database, flags), shopDomain: flags.shop }
        return await listReceipts(database, filter, toListPage(flags))
      })
      printList(terminal, flags, { rows, toAfter: ({ id }) => id })
    })
}
