export {
  verifyWebhook,
  type WebhookRequest,
  WebhookVerificationError,
  type WebhookVerificationErrorCode,
} from './lib/webhooks/verify-webhook.ts'
export type { KnownWebhookEvent, WebhookEvent } from './lib/webhooks/webhook-event.ts'
