import type { WebhookData, WebhookTopic } from '@affiliate-platform/contract'

/** Something that happened, as others are told of it. */
export type PublishedFact = {
  [Topic in WebhookTopic]: { readonly topic: Topic; readonly data: WebhookData[Topic] }
}[WebhookTopic]
