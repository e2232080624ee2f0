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
import { findPayout } from '@affiliate-platform/platform/payouts'
import { toMoney } from '../console/console-context.ts'
import { readCommissionWaiting } from '../console/read-commission-waiting.ts'
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
      const { payoutId } = record
      const [waiting, payout] = await Promise.all([
        readCommissionWaiting(database, workspaceId, entry),
        payoutId === null ? undefined : findPayout(database, { workspaceId, payoutId }),
      ])
      return {
        value: {
          ...{ id: commissionId, entry: record.entry, saleKind: record.saleKind, status: record.status },
          shop: referral && maskShop({ domain: referral.shop, referralId: referral.id }),
          amount: toMoney(entry.amountMinor, entry.currency),
          accruedAt: record.accruedAt.toISOString(),
          availableAt: record.availableAt.toISOString(),
          payout:
            payout === undefined
              ? null
              : { id: payout.id, status: payout.status, createdAt: payout.createdAt.toISOString() },
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
          waiting,
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
  const shopOf = new Map(
    names.map(({ id, shop: domain, referralId }) => [
      id,
      domain && referralId && maskShop({ domain, referralId }),
    ]),
  )
  return rows.map((row) => {
    return {
      ...{ id: row.id, entry: row.entry, saleKind: row.sale_kind, status: row.status },
      shop: shopOf.get(row.id) ?? null,
      amount: toMoney(`${row.entry === 'reversal' ? '-' : ''}${row.amount_minor}`, row.currency),
      accruedAt: row.accrued_at.toISOString(),
      availableAt: row.available_at.toISOString(),
    }
  })
}
