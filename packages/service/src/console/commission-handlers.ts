import type { consoleOperations } from '@affiliate-platform/contract/console'
import { accessDenied, type Handlers } from '@affiliate-platform/contract/server'
import {
  type CommissionNames,
  type CommissionRow,
  commissionsList,
  listCommissionNames,
} from '@affiliate-platform/platform/commissions'
import type { RequestContext } from '@affiliate-platform/platform/database'
import { explainCommission, toCommissionExplanation } from '@affiliate-platform/platform/explain'
import { createAppLists } from './app-lists.ts'
import { type ConsoleContext, toMoney } from './console-context.ts'
import { readCommissionWaiting } from './read-commission-waiting.ts'

type CommissionOperations = Pick<typeof consoleOperations, 'searchCommissions' | 'explainCommission'>

/** Lists commissions, and says why each is what it is and why it is not paid yet. */
export function createCommissionHandlers(context: ConsoleContext) {
  const { database } = context
  const { readPage } = createAppLists(context)

  return {
    searchCommissions: async (asked) => {
      const { rows, ...list } = await readPage('console-commissions', commissionsList, asked)
      const ids = rows.map(({ id }) => id)
      const names = await listCommissionNames(database, asked.caller.workspaceId, ids)
      const nameOf = new Map(names.map((one) => [one.id, one]))
      return { value: { ...list, items: rows.map((row) => toItem(row, nameOf.get(row.id))) } }
    },

    explainCommission: async ({ caller: { workspaceId }, pathId }) => {
      const explained = await explainCommission(database, workspaceId, pathId)
      const [entry] = explained?.entries ?? []
      if (entry === undefined) throw accessDenied()
      const { payout, amountMinor, currency } = entry
      return {
        value: {
          ...toCommissionExplanation(entry),
          amount: toMoney(amountMinor, currency),
          payout: payout && { id: payout.id, asOf: payout.asOf },
          waiting: await readCommissionWaiting(database, workspaceId, entry),
        },
      }
    },
  } satisfies Handlers<CommissionOperations, RequestContext>
}

function toItem(row: CommissionRow, names: CommissionNames | undefined) {
  const sign = row.entry === 'reversal' ? '-' : ''
  return {
    ...{ id: row.id, entry: row.entry, saleKind: row.sale_kind, status: row.status },
    member: { id: row.membership_id, name: names?.memberName ?? '' },
    shop: names?.shop ?? null,
    amount: toMoney(`${sign}${row.amount_minor}`, row.currency),
    accruedAt: row.accrued_at.toISOString(),
    availableAt: row.available_at.toISOString(),
    payoutId: row.payout_id,
  }
}
