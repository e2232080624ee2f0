export {
  type BehaviourDetails,
  type RefreshBehaviour,
  type ShopBehaviour,
  shopBehaviours,
} from './lib/behaviour.ts'
export { createShopifySimulator } from './lib/create-shopify-simulator.ts'
export type { IssuedToken } from './lib/issued-token.ts'
export type { SimulatorServer } from './lib/node-server.ts'
export type {
  PartnerApiClient,
  PartnerApp,
  PartnerAppEvent,
  PartnerBehaviour,
  PartnerMoney,
  PartnerOptions,
  PartnerPermission,
  PartnerShop,
  PartnerTransaction,
  PartnerTransactionList,
  PartnerTransactionType,
  SimulatedPartner,
} from './lib/partner/simulated-partner.ts'
export type { Delay } from './lib/platform.ts'
export type { PlatformFetch } from './lib/platform-fetch.ts'
export type { RecordedRequest, RefreshCall } from './lib/recordings.ts'
export { type SessionTokenOptions, signSessionToken } from './lib/session-token.ts'
export type { ShopContact } from './lib/shop-contact.ts'
export type {
  ListenOptions,
  ShopifySimulator,
  ShopOptions,
  ShopView,
  SimulatorOptions,
} from './lib/shopify-simulator.ts'
export { signWebhook } from './lib/sign-webhook.ts'
export { defaultApp, type SimulatedApp } from './lib/simulated-app.ts'
export type { WebhookSubscription } from './lib/stored-subscription.ts'
export type { TokenOptions } from './lib/tokens.ts'
export type { UninstallOptions } from './lib/uninstall.ts'
export { type UninstalledPayload, uninstalledPayload } from './lib/uninstalled-payload.ts'
export {
  createWebhookDelivery,
  type HeaderFamily,
  type WebhookDelivery,
  type WebhookDeliveryOptions,
} from './lib/webhook-delivery.ts'
