import { listContacts } from '@affiliate-platform/platform/contacts'
import type { Command } from 'commander'
import { addWorkspaceOption, chooseWorkspace, type WorkspaceFlags } from '../command-line/choose-workspace.ts'
import { addDatabaseCommand, runOnDatabase } from '../command-line/database-command.ts'
import { parseShopDomain } from '../command-line/parse-value.ts'
import { addListOptions, type ListFlags, printList, toListPage } from '../command-line/print-list.ts'
import type { Terminal } from '../command-line/terminal.ts'

/** Adds `contacts list`. */
export function addContactsCommands(program: Command, terminal: Terminal): void {
  const contacts = program.command('contacts').description('list the business contacts of identified shops')
  const list = addDatabaseCommand(contacts, 'list', {
    description: 'list contacts by shop domain',
    examples: ['contacts list', 'contacts list --shop example.myshopify.com --json'],
  })
  addWorkspaceOption(addListOptions(list, parseShopDomain))
    .option('--shop <domain>', 'only the contact of this shop', parseShopDomain('--shop'))
    .action(async (flags: ListFlags & WorkspaceFlags & { shop?: string }) => {
      const rows = await runOnDatabase(terminal, flags, async (database) => {
        const filter = { workspaceId: await chooseWorkspace(database, flags), shopDomain: flags.shop }
        return await listContacts(database, filter, toListPage(flags))
      })
      printList(terminal, flags, { rows, toAfter: ({ shopDomain }) => shopDomain })
    })
}
