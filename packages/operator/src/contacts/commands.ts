import { type Erasure, eraseShop, listContacts } from '@affiliate-platform/platform/contacts'
import { Argument } from 'commander'
import { flag, type NounPlan } from '../command-line/act.ts'
import { change } from '../command-line/change-command.ts'
import { list } from '../command-line/list-command.ts'
import { OperatorError } from '../command-line/operator-error.ts'
import { parseShopDomain } from '../command-line/parse-value.ts'

const eraseCommand = change()({
  name: 'erase',
  description: 'erase the contact of a shop permanently, and its domain from its receipts',
  examples: ['contacts erase example.myshopify.com', 'contacts erase example.myshopify.com --as mia'],
  argument: new Argument('<shop>', 'domain of the shop').argParser(parseShopDomain('<shop>')),
  toChange: ({ id: shopDomain, actor }) => ({
    run: async (database, workspaceId) => {
      const erasure = await eraseShop(database, { workspaceId, shopDomain, actor })
      if (!erasure.hadSomething) {
        throw new OperatorError(
          `Nothing is known of ${shopDomain}, or nothing any more: if it was not erased before, check the domain.`,
        )
      }
      const record = { shopDomain, ...erasure }
      return { value: shopDomain, record, message: describe(shopDomain, erasure) }
    },
  }),
})

function describe(shopDomain: string, { hadContact, receipts }: Erasure): string {
  if (hadContact) return `The contact of ${shopDomain} was erased.`
  const rest =
    receipts > 0 ? 'Its domain was removed from its receipts.' : 'What else was known of it was erased.'
  return `There was no contact for ${shopDomain}. ${rest}`
}

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
    eraseCommand,
  ],
}
