import type { memberOperations } from '@affiliate-platform/contract/console'
import { accessDenied, type Handlers } from '@affiliate-platform/contract/server'
import {
  type CommissionRow,
  commissionsList,
  findCommission,
  listCommissionNames,
} from '@affiliate-platform/platform/commissions'
import type { Database, RequestContext } from '@affiliate-platform/platform/database'
import { explainCommission } from '@affiliate-platform/platform/explain'
import { toMoney } from '../console/console-context.ts'
import { readWaiting } from '../console/read-waiting.ts'
import { maskShop } from './mask-shop.ts'
import { createOwnLists } from './own-lists.ts'
import { findMember, findOwnRecord, type PortalContext } from './portal-context.ts'

type EarningOperations = Pick<typeof memberOperations, 'listEarnings' | 'explainEarning'>

/** Shows what a member has earned, and says why each is what it is and why it is not paid yet. */
export function createEarningHandlers(context: PortalContext) {
  const { database } = context
  const { readPage } = createOwnLists(context)
  return {
    listEarnings: async (asked) => {
      const { caller, query, pathId } = asked
      const { workspaceId, membershipId } = findMember(caller, pathId)
      if (query.payoutId !== undefined) {
        const owner = await findOwnRecord(database, caller, { kind: 'payouts', id: query.payoutId })
        if (owner !== membershipId) throw accessDenied()
      }
      const { rows, nextCursor } = await readPage('portal-earnings', commissionsList, asked)
      return { value: { items: await toEarnings(database, workspaceId, rows), nextCursor } }
    },

    explainEarning: async ({ caller, pathId: commissionId }) => {
      const { workspaceId } = caller
      await findOwnRecord(database, caller, { kind: 'commissions', id: commissionId })
      const [explained, record] = await Promise.all([
        explainCommission(database, workspaceId, commissionId),
        findCommission(database, { workspaceId, commissionId }),
      ])
      const [entry] = explained?.entries ?? []
      if (entry === undefined || record === undefined) throw accessDenied()
      const { arithmetic, appTransaction: sale, referral, contract, takenBack, commission } = entry
      const waiting = await readWaiting(database, workspaceId, entry)
      return {
        value: {
          ...{ id: commissionId, entry: record.entry, saleKind: record.saleKind, status: record.status },
          shop: referral && maskShop(referral.shop),
          amount: toMoney(entry.amountMinor, entry.currency),
          accruedAt: record.accruedAt.toISOString(),
          availableAt: record.availableAt.toISOString(),
          payoutId: record.payoutId,
          // Who has entered something is the operators' own business.
          because: 'by' in commission.because ? { ...commission.because, by: '' } : commission.because,
          arithmetic,
          sale: sale && { gross: sale.gross, net: sale.net, at: sale.collectedAt },
          refunds: takenBack.map(({ gross, collectedAt }) => ({ gross, at: collectedAt })),
          referral: referral && {
            ...{ installedAt: referral.installedAt, endsAt: referral.endsAt },
            evidence: referral.evidence.map(({ kind, at }) => ({ kind, at })),
          },
          termsFrom: contract?.appliesFrom ?? null,
          waiting: waiting && {
            ...{ code: waiting.code, reason: waiting.reason, until: waiting.until },
            ...{ available: waiting.available, threshold: waiting.threshold },
          },
        },
      }
    },
  } satisfies Handlers<EarningOperations, RequestContext>
}

/** Commissions as their member sees them. */
export async function toEarnings(database: Database, workspaceId: string, rows: readonly CommissionRow[]) {
  const names = await listCommissionNames(
    database,
    workspaceId,
    rows.map(({ id }) => id),
  )
  const shopOf = new Map(names.map(({ id, shop }) => [id, shop]))
  return rows.map((row) => {
    const shop = shopOf.get(row.id) ?? null
    return {
      ...{ id: row.id, entry: row.entry, saleKind: row.sale_kind, status: row.status },
      shop: shop === null ? null : maskShop(shop),
      amount: toMoney(`${row.entry === 'reversal' ? '-' : ''}${row.amount_minor}`, row.currency),
      accruedAt: row.accrued_at.toISOString(),
      availableAt: row.available_at.toISOString(),
    }
  })
}
