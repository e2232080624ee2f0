import {
  checkIdentify,
  type IdentifyRequest,
  identifyRequestSchema,
  operations,
  parseBody,
} from '@affiliate-platform/contract'
import {
  findApp,
  hasContact,
  type IdentifyingApp,
  insertReceipt,
  type Receipt,
  type ShopContact,
  saveIdentification,
  type UninstallWatch,
} from '@affiliate-platform/platform/contacts'
import { newId as newUuid } from '@affiliate-platform/platform/database'
import { accessDenied } from '../access/access-denied.ts'
import { jsonAnswer } from '../http/json-answer.ts'
import type { Route } from '../http/route.ts'
import { ServiceError } from '../http/service-error.ts'
import type { CommercePlatform } from '../shopify/commerce-platform.ts'
import { type Finding, identifyShop } from '../shopify/identify-shop.ts'
import { toServiceError } from '../shopify/platform-refusal.ts'

/** What identification needs. */
export interface IdentifyOptions {
  readonly platform: CommercePlatform
  /** Makes receipt ids. Default: uuidv7. */
  readonly newId?: () => string
  /** Starts the time that the platform has for all its answers. Default: a signal that ends after 3.5 s. */
  readonly startBudget?: () => AbortSignal
}

/** The caller gives up after 5 s (interface 4.4 rule 2): the platform must leave time for an answer of our own. */
const platformBudgetMs = 3500

/** Creates the route that identifies a shop's business contact (interface 4.3). */
export function createIdentifyRoute({
  platform,
  newId = newUuid,
  startBudget = () => AbortSignal.timeout(platformBudgetMs),
}: IdentifyOptions): Route {
  return {
    operation: operations.identify,
    async handle(request) {
      // The token leaves the request here: from now on it is an argument of the calls that need it (D36).
      const { accessToken, ...sent } = parseIdentification(request.body)
      const { requestId, credential, database, nowMs } = request
      const { workspaceId } = credential
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

      // 403: unknown and another workspace's are one answer. The platform is not asked.
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
      const finding = await identifyShop({ platform, startBudget }, subject, accessToken)
      const { uninstallWatch } = finding

      // 400, 409, 503: the platform was the only source, and it told nothing. The contact stays as it was.
      if (finding.kind === 'refused') {
        const refusal = toServiceError(finding.refusal)
        await insertReceipt(database, { ...receipt, outcome: refusal.code, uninstallWatch })
        throw refusal
      }

      await saveIdentification(
        database,
        { ...receipt, outcome: 'identified', uninstallWatch },
        { contact: finding.contact, watch: toWatch(finding, app) },
      )
      const answer = { ok: true, requestId, receiptId: receipt.id, contact: finding.source, uninstallWatch }
      return jsonAnswer(JSON.stringify(answer))
    },
  }
}

function parseIdentification(body: unknown): IdentifyRequest {
  const parsed = parseBody(identifyRequestSchema, body)
  if (!parsed.ok) {
    const detail = 'The body does not have the required form.'
    throw new ServiceError('invalid_request', detail, { issues: parsed.issues })
  }
  const issues = checkIdentify(parsed.value)
  if (issues.length > 0) {
    const detail = 'The body holds neither an access token nor a contact field.'
    throw new ServiceError('nothing_to_identify', detail, { issues })
  }
  return parsed.value
}

function toSentKind(hasToken: boolean, sent: ShopContact): Receipt['sent'] {
  if (!hasToken) return 'contact'
  return hasContact(sent) ? 'token_and_contact' : 'token'
}

/** The watch to remember: one that the platform has confirmed for an address of the app. */
function toWatch({ uninstallWatch }: Finding, app: IdentifyingApp | undefined): UninstallWatch | undefined {
  const isNew = uninstallWatch === 'registered'
  if (app?.uninstallUrl === undefined || !(isNew || uninstallWatch === 'already_registered')) return undefined
  return { appId: app.id, uri: app.uninstallUrl, isNew }
}
