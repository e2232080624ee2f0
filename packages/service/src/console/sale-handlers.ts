import type { ConsoleResponse, consoleOperations } from '@affiliate-platform/contract/console'
import type { Handlers } from '@affiliate-platform/contract/server'
import { actAs } from '@affiliate-platform/platform/audit'
import type { RequestContext } from '@affiliate-platform/platform/database'
import {
  listMisplaced,
  listSetAside,
  moveSale,
  type PartnerAccess,
  previewMove,
  readSalesStatus,
  type SaleMoving,
  type SetAsideReason,
  toSetAsideKey,
} from '@affiliate-platform/platform/sales'
import { chooseApp } from './choose-app.ts'
import { type ConsoleContext, toMoney } from './console-context.ts'
import { describeSetAside } from './describe-set-aside.ts'
import { createReconciliation } from './reconcile-sales.ts'

type SaleOperations = Pick<
  typeof consoleOperations,
  'readSales' | 'listSetAside' | 'moveSale' | 'reconcileSales'
>

const misplacedMax = 50
const setAsideMax = 50

const noApp: ConsoleResponse<'readSales'> = {
  ...{ appId: null, apps: [], source: null, connection: null, lastRun: null },
  ...{ backfills: 0, unposted: 0, misplaced: [], isCut: false, setAside: [] },
}

/** Shows how sales get in, what could not be read, and moves sales to the shops that their source names. */
export function createSaleHandlers({ database }: ConsoleContext, access: PartnerAccess) {
  return {
    readSales: async ({ caller: { workspaceId }, query }) => {
      const { appId, apps } = await chooseApp(database, workspaceId, query.appId)
      if (appId === undefined) return { value: noApp }
      const app = { workspaceId, appId }
      const [status, misplaced] = await Promise.all([
        readSalesStatus(database, app),
        listMisplaced(database, app, { after: undefined, limit: misplacedMax + 1 }),
      ])
      const { source, connection, lastRun, backfills, unposted, setAside } = status
      return {
        value: {
          ...{ appId, apps, source, backfills, unposted },
          connection: connection && toConnection(connection),
          lastRun: lastRun && {
            ...{ id: lastRun.id, result: lastRun.result, pages: lastRun.pages, rows: lastRun.read },
            startedAt: toInstant(lastRun.startedAt),
          },
          misplaced: misplaced.slice(0, misplacedMax).map(({ shopDomain, namedDomain, ...sale }) => ({
            ...sale,
            ...{ shop: shopDomain, namedShop: namedDomain, collectedAt: sale.collectedAt.toISOString() },
          })),
          isCut: misplaced.length > misplacedMax,
          setAside: countByReason(setAside),
        },
      }
    },

    listSetAside: async ({ caller: { workspaceId }, query: { appId: asked, after } }) => {
      const { appId = asked } = await chooseApp(database, workspaceId, asked)
      const found = await listSetAside(database, { workspaceId, appId }, { after, limit: setAsideMax + 1 })
      const items = found.slice(0, setAsideMax)
      const last = found.length > setAsideMax ? items.at(-1) : undefined
      return {
        value: {
          items: items.map(({ platformId, reason, copy, createdAt, isSettled }) => ({
            ...{ platformId, reason, copy, isSettled, createdAt: createdAt.toISOString() },
            ...describeSetAside(reason),
          })),
          next: last ? toSetAsideKey(last) : null,
        },
      }
    },

    moveSale: async ({ caller: { workspaceId, actor }, body: { shop: shopDomain, isDryRun, ...sale } }) => {
      await chooseApp(database, workspaceId, sale.appId)
      const move = { ...sale, workspaceId, shopDomain, actor }
      if (isDryRun) {
        const tried = await previewMove(database, move)
        if (!tried.ok) return { value: { ...nothingMoved, rejected: describeMoveRejection(tried) } }
        const amounts = tried.amounts.map(
          ({ membershipId: id, memberName: name, amountMinor, currency }) => ({
            ...{ member: { id, name }, amount: toMoney(amountMinor, currency) },
          }),
        )
        return { value: { ...nothingMoved, amounts } }
      }
      const moved = await moveSale(actAs(database, actor), move)
      if (!moved.ok) return { value: { ...nothingMoved, rejected: describeMoveRejection(moved) } }
      return { value: { ...nothingMoved, posted: moved.posted } }
    },

    reconcileSales: createReconciliation(database, access),
  } satisfies Handlers<SaleOperations, RequestContext>
}

const nothingMoved = { rejected: null, amounts: [], posted: 0 }

function describeMoveRejection(moving: Extract<SaleMoving, { ok: false }>): string {
  if (moving.rejection === 'names_another_shop') {
    return `The source names ${moving.namedDomain} by now. Look at it again.`
  }
  return 'The source names no other shop for this sale any more, or somebody has moved it already.'
}

type Status = Awaited<ReturnType<typeof readSalesStatus>>

/** Postgres writes a time in JSON with its offset. */
const toInstant = (text: string): string => new Date(text).toISOString()

function toConnection(connection: NonNullable<Status['connection']>) {
  const { organizationId, platformAppId, keepsToken, isReading, lastFailure, ...times } = connection
  const { salesReadUntil, installsReadUntil, nextPassAt } = times
  return {
    ...{ organizationId, platformAppId, keepsToken, isReading, lastFailure },
    salesReadUntil: toInstant(salesReadUntil),
    installsReadUntil: installsReadUntil && toInstant(installsReadUntil),
    nextPassAt: toInstant(nextPassAt),
  }
}

function countByReason(setAside: Status['setAside']) {
  const counts = new Map<SetAsideReason, number>()
  for (const { reason, rows } of setAside) counts.set(reason, (counts.get(reason) ?? 0) + rows)
  return [...counts].map(([reason, rows]) => ({ reason, rows, because: describeSetAside(reason).because }))
}
