import { moveSale, type SaleMoving } from '@affiliate-platform/platform/sales'
import { required } from '../command-line/act.ts'
import { change } from '../command-line/change-command.ts'
import { chooseApp } from '../command-line/choose-workspace.ts'
import { OperatorError } from '../command-line/operator-error.ts'
import { parseShopDomain, parseText } from '../command-line/parse-value.ts'
import { appOption } from './app-option.ts'

interface MoveFlags {
  readonly app?: string
  readonly sale: string
  readonly shop: string
  readonly reason: string
}

export const moveCommand = change<MoveFlags>()({
  name: 'move',
  description:
    'let a sale count for the other shop that its source names, as it says, and post both shops; see sales status for open ones',
  examples: [
    'sales move --sale gid://partners/AppSubscriptionSale/764220980 --shop maple-lantern.myshopify.com --reason "told by the merchant"',
  ],
  options: [
    appOption,
    required('--sale <platformId>', 'which sale, adjustment or credit', parseText),
    required('--shop <domain>', 'the shop that its source names', parseShopDomain),
    required('--reason <text>', 'why', parseText),
  ],
  toChange: ({ flags, actor }) => ({
    run: async (database, workspaceId) => {
      const { sale: platformId, shop: shopDomain, reason } = flags
      const appId = await chooseApp(database, workspaceId, flags.app)
      const moved = await moveSale(database, { workspaceId, appId, platformId, shopDomain, reason, actor })
      if (!moved.ok) throw new OperatorError(describeRejection(moved))
      const { id, fromDomain, posted } = moved
      const message = `The sale was moved from ${fromDomain} to ${shopDomain}. Commissions posted: ${posted}.`
      return { value: id, record: { id, platformId, fromDomain, shopDomain, posted }, message }
    },
  }),
})

function describeRejection(moving: Extract<SaleMoving, { ok: false }>): string {
  switch (moving.rejection) {
    case 'not_misplaced':
      return 'No import has named another shop for this sale, or it was moved already. See sales status.'
    case 'names_another_shop':
      return `The source of this sale names ${moving.namedDomain}. Nothing was changed.`
  }
}
