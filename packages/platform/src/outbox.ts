export { listUnwantedMail, type MailChoiceKey, saveMailChoice } from './mail/choices.ts'
export {
  findMail,
  type ListedMail,
  listMails,
  type MailFilter,
  mailStates,
  repeatMail,
} from './mail/mails.ts'
export { readMailBacklog } from './mail/read-mail-backlog.ts'
export { type Mail, type MailAttempt, type SendMail, startMailing } from './mail/start-mailing.ts'
export { startNotices } from './mail/start-notices.ts'
export { tellSignInLinks } from './mail/tell-sign-in-links.ts'
export { createUnsubscribeTokens } from './mail/unsubscribe-tokens.ts'
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
  type AddedEndpoint,
  addEndpoint,
  addEndpointOnce,
  endpointsMax,
  findEndpoint,
  listEndpoints,
  removeEndpoint,
  type WebhookEndpoint,
} from './outbox/endpoints.ts'
export { readBacklog } from './outbox/read-backlog.ts'
export { reencryptWebhookSecrets } from './outbox/reencrypt-secrets.ts'
export { rotateSecret, rotateSecretOnce } from './outbox/rotate-secret.ts'
export { startDelivery } from './outbox/start-delivery.ts'
export { disableEndpoint, enableEndpoint } from './outbox/switch-endpoint.ts'
export { tellByMail } from './outbox/tell-by-mail.ts'
