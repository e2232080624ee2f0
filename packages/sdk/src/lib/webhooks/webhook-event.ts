import type { WebhookData, WebhookTopic } from '@affiliate-platform/contract'
import type { Later } from '../records/later.ts'

/** What every webhook has. */
interface WebhookOf<Type extends string, Data> {
  /** The id of the message, the same however often it comes: what was there before is done already. */
  readonly id: string
  /** What it is about. */
  readonly type: Type
  /** When the fact was recorded, RFC 3339. */
  readonly timestamp: string
  /** Ids and amounts. The record itself is read with an API key. */
  readonly data: Data
}

/** A webhook of a type that this version knows: `type` tells what `data` has. */
export type KnownWebhookEvent =
  | { readonly [Topic in WebhookTopic]: WebhookOf<Topic, WebhookData[Topic]> }[WebhookTopic]
  | WebhookOf<'webhook.test', Readonly<Record<never, never>>>

/** A webhook. A later service may send types that this version does not know. */
export type WebhookEvent = KnownWebhookEvent | WebhookOf<Later, unknown>
