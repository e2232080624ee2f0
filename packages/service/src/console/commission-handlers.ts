import type { consoleOperations } from '@affiliate-platform/contract/console'
import {
  accessDenied,
  type Handlers,
  type OperationRequest,
  readListPage,
} from '@affiliate-platform/contract/server'
import { listApps } from '@affiliate-platform/platform/apps'
import { listBalances } from '@affiliate-platform/platform/balances'
import {
  type CommissionNames,
  type CommissionRow,
  commissionsList,
  findCommission,
  findLatestApp,
  listCommissionNames,
} from '@affiliate-platform/platform/commissions'
import type { RequestContext } from '@affiliate-platform/platform/database'
import { type ExplainedCommission, explainCommission } from '@affiliate-platform/platform/explain'
import { findMembership } from '@affiliate-platform/platform/memberships'
import { findLastThreshold } from '@affiliate-platform/platform/payout-runs'
import { type ConsoleContext, toMoney } from './console-context.ts'

type CommissionOperations = Pick<typeof consoleOperations, 'searchCommissions' | 'explainCommission'>
type Query = OperationRequest<typeof consoleOperations.searchCommissions, RequestContext>['query']

const appsMax = 100
const looksMax = 20

/** Lists commissions, and says why each is what it is and why it is not paid yet. */
export function createCommissionHandlers({ database, cursors }: ConsoleContext) {
  async function chooseApp(workspaceId: string, { appId, membershipId }: Query) {
    const [apps, latest, member] = await Promise.all([
      listApps(database, workspaceId, { after: undefined, limit: appsMax }),
      findLatestApp(database, workspaceId),
      membershipId && findMembership(database, { workspaceId, id: membershipId }),
    ])
    const wanted = member ? member.appId : (appId ?? latest ?? apps[0]?.id)
    if (wanted !== undefined && !apps.some(({ id }) => id === wanted)) throw accessDenied()
    return { appId: wanted, apps: apps.map(({ id, name }) => ({ id, name })) }
  }

  async function readWaiting(workspaceId: string, entry: ExplainedCommission) {
    const { notPaid, currency, commission } = entry
    const record = await findCommission(database, { workspaceId, commissionId: commission.id })
    if (notPaid === null || record === undefined) return null
    const { membershipId } = record
    const [balances, thresholdMinor] = await Promise.all([
      listBalances(database, { workspaceId, membershipId }),
      findLastThreshold(database, { workspaceId, membershipId, currency }),
    ])
    const balance = balances.find((one) => one.currency === currency)
    return {
      ...{ code: notPaid.code, availableAt: commission.availableAt },
      reason: 'reason' in notPaid ? (notPaid.reason ?? null) : null,
      available: toMoney(balance?.dueMinor ?? '0', currency),
      threshold: thresholdMinor === undefined ? null : toMoney(thresholdMinor, currency),
    }
  }

  // A page that would have to look at too many ends early: a person waits for the first that has something.
  async function readPage(context: RequestContext, scope: Parameters<typeof readListPage>[2]) {
    const reader = { list: { name: 'console-commissions' }, source: commissionsList, cursors }
    let page = await readListPage(reader, context, scope)
    for (let looks = 1; looks < looksMax && page.rows.length === 0 && page.nextCursor !== null; looks += 1) {
      const query = { ...scope.query, cursor: page.nextCursor }
      page = await readListPage(reader, context, { ...scope, query })
    }
    return page
  }

  return {
    searchCommissions: async ({ caller, context, query }) => {
      const { workspaceId, lineageId } = caller
      const { appId, apps } = await chooseApp(workspaceId, query)
      if (appId === undefined) return { value: { appId: null, apps, items: [], nextCursor: null } }
      const app = { workspaceId, appId }
      if (!(await commissionsList.areFiltersAccessible(context, app, { ...query, appId })))
        throw accessDenied()
      const page = await readPage(context, { app, lineageId, query: { ...query, appId } })
      const names = await listCommissionNames(
        database,
        workspaceId,
        page.rows.map(({ id }) => id),
      )
      const nameOf = new Map(names.map((one) => [one.id, one]))
      return {
        value: {
          appId,
          apps,
          items: page.rows.map((row) => toItem(row, nameOf.get(row.id))),
          nextCursor: page.nextCursor,
        },
      }
    },

    explainCommission: async ({ caller: { workspaceId }, pathId }) => {
      const explained = await explainCommission(database, workspaceId, pathId)
      const [entry] = explained?.entries ?? []
      if (entry === undefined) throw accessDenied()
      const { payout, amountMinor, currency, units: _units, notPaid: _notPaid, ...explanation } = entry
      return {
        value: {
          ...explanation,
          amount: toMoney(amountMinor, currency),
          payout: payout && { id: payout.id, asOf: payout.asOf },
          waiting: await readWaiting(workspaceId, entry),
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
