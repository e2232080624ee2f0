import { listReceipts } from '@affiliate-platform/platform/receipts'
import { flag, type NounPlan } from '../command-line/act.ts'
import { list } from '../command-line/list-command.ts'
import { parseShopDomain } from '../command-line/parse-value.ts'

export const receiptsCommands: NounPlan = {
  name: 'receipts',
  description: 'list the outcomes of identify calls',
  commands: [
    list<{ shop?: string }>()({
      description:
        'list the receipts of identify calls, newest first; find looks one up by its id or request id',
      examples: ['receipts list', 'receipts list --shop example.myshopify.com --limit 5 --json'],
      options: [flag('--shop <domain>', 'only the receipts of this shop', parseShopDomain)],
      find: ({ database, workspaceId, flags, page }) =>
        listReceipts(database, { workspaceId, shopDomain: flags.shop }, page),
      toAfter: ({ id }) => id,
    }),
  ],
}
