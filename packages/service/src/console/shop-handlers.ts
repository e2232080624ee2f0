import type { consoleOperations } from '@affiliate-platform/contract/console'
import type { Handlers } from '@affiliate-platform/contract/server'
import { listInstallations } from '@affiliate-platform/platform/attribution'
import { eraseShop, listContacts } from '@affiliate-platform/platform/contacts'
import type { Database, RequestContext } from '@affiliate-platform/platform/database'
import { type Explanation, explainReferredShop } from '@affiliate-platform/platform/explain'
import { listReceipts } from '@affiliate-platform/platform/receipts'
import { listEarned, referralsList } from '@affiliate-platform/platform/referrals'
import { chooseApp } from './choose-app.ts'
import type { ConsoleContext } from './console-context.ts'

type ShopOperations = Pick<typeof consoleOperations, 'readShop' | 'readShopContact' | 'eraseShop'>

const referralsMax = 10
const salesMax = 10
const receiptsMax = 10

interface OfShop {
  readonly workspaceId: string
  readonly appId: string
  readonly shopDomain: string
}

async function listShopReferrals(
  database: Database,
  context: RequestContext,
  { workspaceId, appId, shopDomain }: OfShop,
) {
  const query = { appId, search: shopDomain, limit: referralsMax }
  const app = { workspaceId, appId }
  const { rows } = await referralsList.listRows(context, { app, query, after: undefined })
  const ofShop = rows.filter((row) => row.shop_domain === shopDomain)
  const earned = await listEarned(
    database,
    workspaceId,
    ofShop.map(({ id }) => id),
  )
  const names = new Map(earned.map(({ id, memberName }) => [id, memberName]))
  return ofShop.map(({ id, membership_id, status }) => ({
    ...{ id, status },
    member: { id: membership_id, name: names.get(id) ?? '' },
  }))
}

/** Shows what is known of a shop, and erases it. */
export function createShopHandlers({ database }: ConsoleContext) {
  return {
    readShop: async ({ caller: { workspaceId }, context, query: { shop: shopDomain, appId: asked } }) => {
      const [{ appId, apps }, receipts] = await Promise.all([
        chooseApp(database, workspaceId, asked),
        listReceipts(database, { workspaceId, shopDomain }, { after: undefined, limit: receiptsMax }),
      ])
      const known = {
        ...{ shop: shopDomain, appId: appId ?? null, apps },
        receipts: receipts.map(({ id, sent, outcome, requestId, shopDomain: kept, createdAt }) => ({
          ...{ id, sent, outcome, requestId, isErased: kept === null, at: createdAt.toISOString() },
        })),
      }
      if (appId === undefined) return { value: { ...known, ...nothing } }
      const ofShop = { workspaceId, appId, shopDomain }
      const [installations, explanation, referrals] = await Promise.all([
        listInstallations(database, ofShop),
        // What its commissions are, the list of commissions tells.
        explainReferredShop(database, ofShop, { start: 0, limit: 0 }),
        listShopReferrals(database, context, ofShop),
      ])
      return {
        value: {
          ...known,
          ...toExplained(explanation),
          referrals,
          installations: installations.map(({ fromMs, untilMs }) => ({
            from: new Date(fromMs).toISOString(),
            until: untilMs === undefined ? null : new Date(untilMs).toISOString(),
          })),
        },
      }
    },

    readShopContact: async ({ caller: { workspaceId }, query: { shop: shopDomain } }) => {
      const [contact] = await listContacts(
        database,
        { workspaceId, shopDomain },
        { after: undefined, limit: 1 },
      )
      if (contact === undefined) return { value: { contact: null } }
      const { email, ownerName, country, shopifyPlan, phone, updatedAt } = contact
      return {
        value: {
          contact: { email, ownerName, country, shopifyPlan, phone, updatedAt: updatedAt.toISOString() },
        },
      }
    },

    eraseShop: async ({ caller: { workspaceId, actor }, body: { shop: shopDomain } }) => {
      const { hadContact, receipts } = await eraseShop(database, { workspaceId, shopDomain, actor })
      return { value: { hadContact, receipts } }
    },
  } satisfies Handlers<ShopOperations, RequestContext>
}

const nothing = { installations: [], referrals: [], evidence: [], sales: 0, latestSales: [] }

function toExplained(explanation: Explanation | undefined) {
  const sales = explanation?.appTransactions ?? []
  return {
    evidence: (explanation?.evidence ?? []).map(
      ({ id, kind, membershipId, memberName, code, occurredAt, verdict }) => ({
        ...{ id, kind, code, at: occurredAt, verdict: verdict.code, because: verdict.because },
        member: { id: membershipId, name: memberName },
      }),
    ),
    sales: sales.length,
    latestSales: sales
      .slice(-salesMax)
      .toReversed()
      .map(({ platformId, kind, gross, collectedAt, skipped }) => ({
        ...{ platformId, kind, gross, collectedAt, skipped },
      })),
  }
}
