import type { Queryable } from '../database/statements/database.ts'
import { newId } from '../database/statements/new-id.ts'
import { type EndpointKey, readSecrets } from './endpoint-secret.ts'
import {
  markMessageDelivered,
  markMessageFailed,
  type OutboxMessage,
  takeMessages,
  toBody,
} from './messages.ts'
import { claimQueue, releaseQueue } from './queues.ts'
import { disableEndpoint } from './switch-endpoint.ts'

/** A message on its way. */
export interface WebhookDelivery {
  readonly url: string
  /** The same for every attempt. */
  readonly id: string
  /** The same for every attempt. */
  readonly body: string
  /** What it is signed with: one secret, or two while a rotation lasts. */
  readonly secrets: readonly string[]
}

/** What came of an attempt. */
export interface WebhookAttempt {
  /** `gone`: its receiver has said that it wants no more, for good. */
  readonly result: 'delivered' | 'failed' | 'gone'
  /** In words, such as `status 500`. */
  readonly outcome: string
  /** How long the receiver wants to be left alone; 0 where it does not say. */
  readonly retryAfterMs: number
}

/** Sends a message once, or breaks off where the process stops. It rejects for nothing that a receiver does. */
export type SendWebhook = (delivery: WebhookDelivery, stopping: AbortSignal) => Promise<WebhookAttempt>

/** How messages are delivered. */
export interface DeliveryPlan {
  readonly send: SendWebhook
  /** Under which the secrets of endpoints are encrypted, 32 bytes. */
  readonly secretKey: Uint8Array
  readonly signal: AbortSignal
}

const batchMessages = 20
/** So many messages are under way to one endpoint at a time. */
const atOnceMax = 4

const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

/** Between the attempts of one message: growing, and the last one again and again. */
const pausesMs = [5 * secondMs, minuteMs, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 5 * hourMs, 10 * hourMs]
const endpointPauseMaxMs = 5 * minuteMs
const retryAfterMaxMs = hourMs

/**
 * Delivers what is due at one endpoint, unless another process does: all of it, or until an attempt fails. Then the
 * endpoint is left alone for a while, and next time one message finds out whether it works again. One that is gone is
 * disabled.
 */
export async function deliverQueue(database: Queryable, key: EndpointKey, plan: DeliveryPlan): Promise<void> {
  const holder = newId()
  for (;;) {
    const failures = await claimQueue(database, key, holder)
    if (failures === undefined) return
    const limit = failures === 0 ? batchMessages : 1
    const messages = await takeMessages(database, key, limit)
    const failed = await sendBatch(database, key, { ...plan, messages })
    if (failed?.result === 'gone') await disableEndpoint(database, key, 'gone')
    const isTried = messages.length > 0 && !plan.signal.aborted
    await releaseQueue(database, key, {
      holder,
      ...(isTried ? toEnd(failures, failed) : { failures, pauseMs: 0 }),
    })
    if (failed !== undefined || messages.length < limit || plan.signal.aborted) return
  }
}

/** How an endpoint is left that was tried. */
function toEnd(failures: number, failed: WebhookAttempt | undefined) {
  if (failed === undefined) return { failures: 0, pauseMs: 0 }
  const growingMs = Math.min(secondMs * 2 ** failures, endpointPauseMaxMs)
  const askedMs = Math.min(failed.retryAfterMs, retryAfterMaxMs)
  return { failures: failures + 1, pauseMs: Math.max(growingMs, askedMs) }
}

interface Batch extends DeliveryPlan {
  readonly messages: readonly OutboxMessage[]
}

/** Sends messages, some at a time, until one fails; what that came to. */
async function sendBatch(
  database: Queryable,
  key: EndpointKey,
  { messages, send, secretKey, signal }: Batch,
): Promise<WebhookAttempt | undefined> {
  const secrets = await readSecrets(database, { ...key, secretKey })
  const left = messages.values()
  let failed: WebhookAttempt | undefined
  const sendOnes = async (): Promise<void> => {
    for (const message of left) {
      const attempt = await sendMessage(database, key, { message, secrets, send, signal })
      if (attempt.result !== 'delivered' && failed?.result !== 'gone') failed = attempt
      if (failed !== undefined || signal.aborted) return
    }
  }
  await Promise.all(Array.from({ length: atOnceMax }, sendOnes))
  return failed
}

/** Sends a message of an endpoint once, and records what came of it. */
export async function sendMessage(
  database: Queryable,
  key: EndpointKey,
  {
    message,
    secrets,
    send,
    signal,
  }: Pick<DeliveryPlan, 'send' | 'signal'> & {
    readonly message: OutboxMessage
    readonly secrets: readonly string[]
  },
): Promise<WebhookAttempt> {
  const { id: messageId, url, attempts } = message
  const attempt = await (secrets.length === 0
    ? unsigned
    : send({ url, id: messageId, body: toBody(message), secrets }, signal))
  const { outcome } = attempt
  // Broken off, and tried again by whoever comes next.
  if (attempt.result !== 'delivered' && signal.aborted) return attempt
  if (attempt.result === 'delivered') await markMessageDelivered(database, key, { messageId, outcome })
  else {
    const pauseMs = pausesMs[Math.min(attempts, pausesMs.length - 1)] ?? 0
    await markMessageFailed(database, key, { messageId, outcome, pauseMs })
  }
  return attempt
}

const unsigned: WebhookAttempt = {
  result: 'failed',
  outcome: 'its secret cannot be read: it is under another AFFILIATE_SECRET_KEY',
  retryAfterMs: 0,
}
