export {
  type EmbeddedRequestOptions,
  embeddedRequest,
  type SessionTokenOptions,
  signSessionToken,
} from './lib/testing/session-token.ts'
export { signWebhook } from './lib/testing/sign-webhook.ts'
export {
  type StartedShopify,
  StartedTooLateError,
  shopifyHandlers,
  startShopify,
} from './lib/testing/start-shopify.ts'
export { uninstallPayload } from './lib/testing/uninstall-payload.ts'
export {
  type DeliveryFault,
  type UninstallRequestOptions,
  uninstallRequest,
} from './lib/testing/uninstall-request.ts'
