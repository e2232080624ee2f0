import { eraseShop, listContacts } from '@affiliate-platform/platform/contacts'
import type { Command } from 'commander'
import { addWorkspaceOption, chooseWorkspace, type WorkspaceFlags } from '../command-line/choose-workspace.ts'
import { addChangeCommand, addDatabaseCommand, runOnDatabase } from '../command-line/database-command.ts'
import { toOperator } from '../command-line/operator.ts'
import { parseShopDomain } from '../command-line/parse-value.ts'
import { printDone } from '../command-line/print-done.ts'
import { addListOptions, type ListFlags, printList, toListPage } from '../command-line/print-list.ts'
import type { Terminal } from '../command-line/terminal.ts'

/** Adds `contacts list` and `contacts erase`. */
export function addContactsCommands(program: Command, terminal: Terminal): void {
  const contacts = program
    .command('contacts')
    .description('list and erase the business contacts of identified shops')
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
  addEraseCommand(contacts, terminal)
}

function addEraseCommand(contacts: Command, terminal: Terminal): void {
  const erase = addChangeCommand(contacts, 'erase', {
    description: 'erase the contact of a shop for good, and its domain from its receipts',
    examples: ['contacts erase example.myshopify.com', 'contacts erase example.myshopify.com --as mia'],
  })
  addWorkspaceOption(erase)
    .argument('<shop>', 'domain of the shop', parseShopDomain('<shop>'))
    .action(async (shopDomain: string, flags: WorkspaceFlags) => {
      const erasure = await runOnDatabase(terminal, flags, async (database) => {
        const workspaceId = await chooseWorkspace(database, flags)
        return await eraseShop(database, { workspaceId, shopDomain, actor: toOperator(flags) })
      })
      printDone(terminal, flags, {
        value: shopDomain,
        record: { shopDomain, ...erasure },
        message: erasure.hadContact
          ? `The contact of ${shopDomain} was erased.`
          : `There was no contact of ${shopDomain}. Its receipts have lost the domain.`,
      })
    })
}
