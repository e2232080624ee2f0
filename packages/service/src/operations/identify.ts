import type { operations } from '@affiliate-platform/contract'
import { accessDenied, type Handler, identifyBy } from '@affiliate-platform/contract/server'
import { findApp, type IdentifyingApp } from '@affiliate-platform/platform/apps'
import {
  hasContact,
  insertReceipt,
  type Receipt,
  type ShopContact,
  saveIdentification,
  type UninstallWatch,
} from '@affiliate-platform/platform/contacts'
import { newId, type RequestContext } from '@affiliate-platform/platform/database'
import type { CommercePlatform } from '../shopify/commerce-platform.ts'
import { identifyShop, type ShopFinding } from '../shopify/identify-shop.ts'
import { toServiceError } from '../shopify/platform-rejection.ts'

type IdentifyCall = Parameters<Handler<typeof operations.identify, RequestContext>>[0]

/** Creates the handler that identifies a shop's business contact (interface 4.3). */
export function createIdentify(
  platform: CommercePlatform,
): Handler<typeof operations.identify, RequestContext> {
  const isOwnApp = async (appId: string, { caller, context: { database } }: IdentifyCall) =>
    (await findApp(database, caller.workspaceId, appId)) !== undefined
  return identifyBy(async ({ requestId, caller: { workspaceId }, context: { database, nowMs }, body }) => {
    // The token leaves the request here: from now on it is an argument of the calls that need it (D36).
    const { accessToken, ...sent } = body
    const app = sent.appId === undefined ? undefined : await findApp(database, workspaceId, sent.appId)
    const receipt = {
      id: newId(),
      workspaceId,
      shopDomain: sent.myshopifyDomain,
      appId: app?.id,
      sent: toSentKind(accessToken !== undefined, sent),
      requestId,
      createdAtMs: nowMs,
    }

    // 403: unknown and another workspace's get one response. The platform is not asked.
    if (sent.appId !== undefined && app === undefined) {
      const uninstallWatch = accessToken === undefined ? 'not_requested' : 'denied'
      await insertReceipt(database, { ...receipt, outcome: 'access_denied', uninstallWatch })
      throw accessDenied()
    }

    const subject = {
      shopDomain: sent.myshopifyDomain,
      sent,
      clientId: app?.clientId,
      uninstallUrl: app?.uninstallUrl,
    }
    const finding = await identifyShop(platform, subject, accessToken)
    const { uninstallWatch } = finding

    // 400, 409, 503: the platform was the only source, and it told nothing. The contact stays as it was.
    if (finding.kind === 'rejected') {
      const rejection = toServiceError(finding.rejection)
      await insertReceipt(database, { ...receipt, outcome: rejection.code, uninstallWatch })
      throw rejection
    }

    await saveIdentification(
      database,
      { ...receipt, outcome: 'identified', uninstallWatch },
      { contact: finding.contact, watch: toWatch(finding, app) },
    )
    return { receiptId: receipt.id, contact: finding.source, uninstallWatch }
  }, isOwnApp)
}

function toSentKind(hasToken: boolean, sent: ShopContact): Receipt['sent'] {
  if (!hasToken) return 'contact'
  return hasContact(sent) ? 'token_and_contact' : 'token'
}

/** The watch to remember: one that the platform has confirmed for an address of the app. */
function toWatch(
  { uninstallWatch }: ShopFinding,
  app: IdentifyingApp | undefined,
): UninstallWatch | undefined {
  const isNew = uninstallWatch === 'registered'
  if (app?.uninstallUrl === undefined || !(isNew || uninstallWatch === 'already_registered')) return undefined
  return { appId: app.id, uri: app.uninstallUrl, isNew }
}
