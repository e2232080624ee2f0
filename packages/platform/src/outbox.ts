export type {
  DeliveryPlan,
  SendWebhook,
  WebhookAttempt,
  WebhookDelivery,
} from './outbox/deliver-queue.ts'
export {
  type DeliveryFilter,
  deliveryStates,
  findDelivery,
  type ListedDelivery,
  listDeliveries,
  repeatDeliveries,
  tellTest,
} from './outbox/deliveries.ts'
export type { EndpointKey } from './outbox/endpoint-secret.ts'
export {
  addEndpoint,
  endpointsMax,
  findEndpoint,
  listEndpoints,
  removeEndpoint,
  type WebhookEndpoint,
} from './outbox/endpoints.ts'
export { type MailKind, tellByMail } from './outbox/mails.ts'
export { readBacklog } from './outbox/read-backlog.ts'
export { reencryptWebhookSecrets } from './outbox/reencrypt-secrets.ts'
export { rotateSecret } from './outbox/rotate-secret.ts'
export { startDelivery } from './outbox/start-delivery.ts'
export { type Mail, type MailAttempt, type SendMail, startMailing } from './outbox/start-mailing.ts'
