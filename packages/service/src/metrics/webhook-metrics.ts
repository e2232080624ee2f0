import type { Database } from '@affiliate-platform/platform/database'
import { readBacklog, type SendWebhook } from '@affiliate-platform/platform/outbox'
import { Counter, type Registry } from 'prom-client'
import { gaugeRead, secondsSince } from './gauge-read.ts'

/** Tells what waits to be delivered. */
export function gaugeOutbox(registry: Registry, database: Pick<Database, 'query'>): void {
  gaugeRead(registry, () => readBacklog(database), [
    {
      name: 'affiliate_webhooks_waiting',
      help: 'Messages that wait to be delivered to endpoints, up to 10000.',
      value: ({ waiting }) => waiting,
    },
    {
      name: 'affiliate_webhooks_oldest_waiting_seconds',
      help: 'How long the oldest of them has waited; 0 where none does.',
      value: ({ waitingSince }) => secondsSince(waitingSince),
    },
  ])
}

/** Makes what counts the attempts of a sender. */
export function createWebhookWatch(registry: Registry): (send: SendWebhook) => SendWebhook {
  const attempts = new Counter({
    name: 'affiliate_webhook_attempts_total',
    help: 'Attempts to deliver a webhook, by what came of them.',
    labelNames: ['outcome'],
    registers: [registry],
  })
  for (const outcome of ['delivered', 'failed']) attempts.inc({ outcome }, 0)
  return (send) => async (delivery, stopping) => {
    const attempt = await send(delivery, stopping)
    attempts.inc({ outcome: attempt.isDelivered ? 'delivered' : 'failed' })
    return attempt
  }
}
