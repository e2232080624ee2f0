import { type Erasure, eraseShop, listContacts } from '@affiliate-platform/platform/contacts'
import { Argument } from 'commander'
import { type AddCommand, flag, type NounPlan } from '../command-line/act.ts'
import { addWorkspaceOption, chooseWorkspace, type WorkspaceFlags } from '../command-line/choose-workspace.ts'
import { addChangeCommand, runOnDatabase } from '../command-line/database-command.ts'
import { list } from '../command-line/list-command.ts'
import { toOperator } from '../command-line/operator.ts'
import { parseShopDomain } from '../command-line/parse-value.ts'
import { printDone } from '../command-line/print-done.ts'

/** `contacts erase`. */
const addEraseCommand: AddCommand = (contacts, terminal) => {
  const erase = addChangeCommand(contacts, 'erase', {
    description: 'erase the contact of a shop for good, and its domain from its receipts',
    examples: ['contacts erase example.myshopify.com', 'contacts erase example.myshopify.com --as mia'],
  })
  addWorkspaceOption(erase)
    .addArgument(new Argument('<shop>', 'domain of the shop').argParser(parseShopDomain('<shop>')))
    .action(async (shopDomain: string, flags: WorkspaceFlags) => {
      const erasure = await runOnDatabase(terminal, flags, async (database) => {
        const workspaceId = await chooseWorkspace(database, flags)
        return await eraseShop(database, { workspaceId, shopDomain, actor: toOperator(flags) })
      })
      printDone(terminal, flags, {
        value: shopDomain,
        record: { shopDomain, ...erasure },
        message: describe(shopDomain, erasure),
      })
    })
}

function describe(shopDomain: string, { hadContact, receipts }: Erasure): string {
  if (hadContact) return `The contact of ${shopDomain} was erased.`
  if (receipts > 0) return `There was no contact of ${shopDomain}. Its receipts have lost the domain.`
  return `There is no contact and no receipt of ${shopDomain}: check the domain.`
}

/** `contacts list` and `contacts erase`. */
export const contactsCommands: NounPlan = {
  name: 'contacts',
  description: 'list and erase the business contacts of identified shops',
  commands: [
    list<{ shop?: string }>()({
      description: 'list contacts by shop domain; find looks one up by its e-mail address',
      examples: ['contacts list', 'contacts list --shop example.myshopify.com --json'],
      parseAfter: parseShopDomain,
      options: [flag('--shop <domain>', 'only the contact of this shop', parseShopDomain)],
      find: ({ database, workspaceId, flags, page }) =>
        listContacts(database, { workspaceId, shopDomain: flags.shop }, page),
      toAfter: ({ shopDomain }) => shopDomain,
    }),
    addEraseCommand,
  ],
}
