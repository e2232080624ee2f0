import { findInstallation, type Installation, type Platform, type Shop } from './platform.ts'
import { revokeTokens } from './tokens.ts'
import { type UninstalledPayload, uninstalledPayload } from './uninstalled-payload.ts'
import { createWebhookDelivery, type HeaderFamily, type WebhookDelivery } from './webhook-delivery.ts'

/** How an uninstall is delivered. */
export interface UninstallOptions {
  /** The app. Default: the shop's first installed one. */
  readonly clientId?: string
  /** Which headers the deliveries carry. Default: `webhook`. */
  readonly headerFamily?: HeaderFamily
  /** Leaves the fields null that are null in Shopify's own sample. Default: they are filled in. */
  readonly sampleNulls?: boolean
  /** Payload fields to replace. */
  readonly payload?: UninstalledPayload
  /** Signs instead of the app's secret: an older secret, or a wrong one. */
  readonly secret?: string
}

interface Target {
  readonly uri: string
  readonly includeFields: readonly string[]
  readonly name: string | null
}

/** Shopify revokes the tokens and drops the app's subscriptions at once, and delivers afterwards. */
export function uninstallApp(
  platform: Platform,
  shop: Shop,
  options: UninstallOptions,
): readonly WebhookDelivery[] {
  const installation = findInstallation(shop, options.clientId)
  const targets = listTargets(shop, installation)
  installation.installed = false
  installation.previouslyInstalled = true
  revokeTokens(shop, installation.app.clientId)
  shop.subscriptions = shop.subscriptions.filter(({ clientId }) => clientId !== installation.app.clientId)
  const payload = buildPayload(shop, options)
  const eventId = platform.sequence.uuid()
  return targets.map(({ uri, includeFields, name }) =>
    createWebhookDelivery({
      url: uri,
      secret: options.secret ?? installation.app.clientSecret,
      domain: shop.domain,
      payload: pickFields(payload, includeFields),
      eventId,
      webhookId: platform.sequence.uuid(),
      triggeredAtMs: platform.now(),
      name,
      headerFamily: options.headerFamily ?? 'webhook',
    }),
  )
}

function listTargets(shop: Shop, { app }: Installation): readonly Target[] {
  const ofShop = shop.subscriptions
    .filter(({ clientId, topic }) => clientId === app.clientId && topic === 'APP_UNINSTALLED')
    .filter(({ uri }) => uri.startsWith('https://'))
  if (app.uninstallUrl === undefined) return ofShop
  return [{ uri: app.uninstallUrl, includeFields: app.uninstallIncludeFields ?? [], name: null }, ...ofShop]
}

function buildPayload(
  { id, domain, contact, createdAtMs }: Shop,
  options: UninstallOptions,
): UninstalledPayload {
  const filled = {
    domain,
    myshopify_domain: domain,
    iana_timezone: 'America/Toronto',
    created_at: new Date(createdAtMs).toISOString(),
  }
  return uninstalledPayload({
    id,
    name: contact.name,
    email: contact.email,
    customer_email: contact.contactEmail,
    shop_owner: contact.ownerName,
    phone: contact.phone,
    country: contact.countryCode,
    country_code: contact.countryCode,
    country_name: contact.country,
    ...toPlanFields(contact.plan),
    ...(options.sampleNulls ? {} : filled),
    ...options.payload,
  })
}

/** Webhooks name the plans with other words than the Admin API's `publicDisplayName`. */
function toPlanFields(plan: string) {
  if (plan === 'Plus') return { plan_display_name: 'Shopify Plus', plan_name: 'enterprise' }
  return { plan_display_name: plan, plan_name: plan.toLowerCase() }
}

function pickFields(payload: UninstalledPayload, names: readonly string[]): UninstalledPayload {
  if (names.length === 0) return payload
  return Object.fromEntries(Object.entries(payload).filter(([name]) => names.includes(name)))
}
