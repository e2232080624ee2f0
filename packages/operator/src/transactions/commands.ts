import {
  linkRefund,
  listAppTransactions,
  listRefundLinks,
  type RefundLinking,
} from '@affiliate-platform/platform/app-transactions'
import { Argument } from 'commander'
import { type AddCommand, flag, type InputPlan, type NounPlan, required } from '../command-line/act.ts'
import { change } from '../command-line/change-command.ts'
import { chooseApp } from '../command-line/choose-workspace.ts'
import { list } from '../command-line/list-command.ts'
import { OperatorError } from '../command-line/operator-error.ts'
import { parseShopDomain, parseText } from '../command-line/parse-value.ts'
import { appOption } from '../sales/app-option.ts'

const rejections: Readonly<Record<Extract<RefundLinking, { ok: false }>['rejection'], string>> = {
  unknown_refund: 'The app has no such adjustment or credit. See transactions list.',
  no_refund: 'This is a sale: only an adjustment or a credit takes something back.',
  unknown_sale: '--sale: The app has no such sale. See transactions list.',
  no_sale: '--sale: This is no sale, but takes something back itself.',
  other_shop: '--sale: This is a sale of another shop.',
  other_currency: '--sale: This is a sale in another currency.',
}

interface LinkFlags {
  readonly app?: string
  readonly sale?: string
  readonly reason: string
}

/** A command that says, or says no longer, which sale a refund takes back. */
function linker({ options = [], ...words }: InputPlan): AddCommand {
  return change<LinkFlags>()({
    ...words,
    argument: new Argument('<refund>', 'id of the adjustment or credit at its source').argParser(
      parseText('<refund>'),
    ),
    options: [appOption, ...options, required('--reason <text>', 'why', parseText)],
    toChange: ({ id: refundId, flags, actor }) => ({
      what: 'the link was saved',
      run: async (database, workspaceId) => {
        const appId = await chooseApp(database, workspaceId, flags.app)
        const { sale: saleId = null, reason } = flags
        const linked = await linkRefund(database, { workspaceId, appId, refundId, saleId, reason, actor })
        if (!linked.ok) throw new OperatorError(rejections[linked.rejection])
        const message = linked.isNew
          ? `Saved. Commissions posted to put right what was posted before: ${linked.posted}.`
          : 'It is so already. Nothing was changed.'
        return { value: refundId, record: { refundId, saleId, posted: linked.posted }, message }
      },
    }),
  })
}

/** `transactions list`, and the links of refunds. */
export const transactionsCommands: NounPlan = {
  name: 'transactions',
  description: 'list what was collected from referred shops and taken back, and link refunds to sales',
  commands: [
    list<{ app?: string; shop?: string }>()({
      description: "list an app's transactions by their source's ids, each in its latest revision",
      examples: ['transactions list', 'transactions list --shop a.myshopify.com --json'],
      options: [appOption, flag('--shop <domain>', 'only those of this shop', parseShopDomain)],
      parseAfter: parseText,
      first: ['shopDomain', 'gross', 'net', 'kind', 'collectedAt'],
      idColumn: 'platformId',
      find: async ({ database, workspaceId, flags, page }) => {
        const appId = await chooseApp(database, workspaceId, flags.app)
        return await listAppTransactions(database, { workspaceId, appId, shopDomain: flags.shop }, page)
      },
      toAfter: ({ platformId }) => platformId,
      toTableRow: ({ gross, grossCurrency, net, netCurrency, ...row }) => ({
        ...row,
        gross: `${gross} ${grossCurrency}`,
        net: net === null ? null : `${net} ${netCurrency}`,
      }),
      toCsvRow: (row) => row,
    }),
    linker({
      name: 'link',
      description: 'say which sale an adjustment or credit takes back, where the rules chose another one',
      examples: [`transactions link "$refund" --sale "$sale" --reason 'It was for the May invoice'`],
      options: [required('--sale <id>', 'id of the sale at its source', parseText)],
    }),
    linker({
      name: 'unlink',
      description: 'take such a word back: the rules decide again',
      examples: [`transactions unlink "$refund" --reason 'It was for the June invoice'`],
    }),
    list<{ app?: string }>()({
      name: 'links',
      description: 'list which refunds were linked to which sales, as was said last',
      examples: ['transactions links'],
      options: [appOption],
      parseAfter: parseText,
      find: async ({ database, workspaceId, flags, page }) => {
        const appId = await chooseApp(database, workspaceId, flags.app)
        return await listRefundLinks(database, { workspaceId, appId }, page)
      },
      toAfter: ({ refundId }) => refundId,
    }),
  ],
}
