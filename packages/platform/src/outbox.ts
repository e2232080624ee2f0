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
export { listUnwantedMail, type MailChoiceKey, saveMailChoice } from './outbox/mail/choices.ts'
export {
  findMail,
  type ListedMail,
  listMails,
  type MailFilter,
  mailStates,
  repeatMail,
} from './outbox/mail/mails.ts'
export { readMailBacklog } from './outbox/mail/read-mail-backlog.ts'
export { type Mail, type MailAttempt, type SendMail, startMailing } from './outbox/mail/start-mailing.ts'
export { startNotices } from './outbox/mail/start-notices.ts'
export { tellSignInLinks } from './outbox/mail/tell-sign-in-links.ts'
export { createUnsubscribeTokens } from './outbox/mail/unsubscribe-tokens.ts'
export { readBacklog } from './outbox/read-backlog.ts'
export { reencryptWebhookSecrets } from './outbox/reencrypt-secrets.ts'
export { rotateSecret, rotateSecretOnce } from './outbox/rotate-secret.ts'
export { startDelivery } from './outbox/start-delivery.ts'
export { disableEndpoint, enableEndpoint } from './outbox/switch-endpoint.ts'
export { tellByMail } from './outbox/tell-by-mail.ts'
