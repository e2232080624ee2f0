import type { Database } from '@affiliate-platform/platform/database'
import {
  readBacklog,
  readMailBacklog,
  type SendMail,
  type SendWebhook,
} from '@affiliate-platform/platform/outbox'
import { Counter, type Registry } from 'prom-client'
import { gaugeRead, secondsSince } from './gauge-read.ts'

/** Tells what waits to be delivered, and what mail to be sent. */
export function gaugeOutbox(registry: Registry, database: Pick<Database, 'query'>): void {
  const queues = [
    { name: 'webhooks', what: 'Messages that wait to be delivered to endpoints', read: readBacklog },
    { name: 'mails', what: 'Mails that wait to be sent', read: readMailBacklog },
  ]
  for (const { name, what, read } of queues) {
    gaugeRead(registry, () => read(database), [
      {
        name: `affiliate_${name}_waiting`,
        help: `${what}, up to 10000.`,
        value: ({ waiting }) => waiting,
      },
      {
        name: `affiliate_${name}_oldest_waiting_seconds`,
        help: 'How long the oldest of them has waited; 0 where none does.',
        value: ({ waitingSince }) => secondsSince(waitingSince),
      },
    ])
  }
}

/** Makes what counts the attempts of a sender. */
export function createWebhookWatch(registry: Registry): (send: SendWebhook) => SendWebhook {
  const attempts = countAttempts(registry, 'webhook', ['delivered', 'failed', 'gone'])
  return (send) => async (delivery, stopping) => {
    const attempt = await send(delivery, stopping)
    attempts.inc({ outcome: attempt.result })
    return attempt
  }
}

export function createMailWatch(registry: Registry): (send: SendMail) => SendMail {
  const attempts = countAttempts(registry, 'mail', ['sent', 'rejected', 'failed', 'unreachable'])
  return (send) => async (mail) => {
    const attempt = await send(mail)
    attempts.inc({ outcome: attempt.result })
    return attempt
  }
}

function countAttempts(registry: Registry, what: 'webhook' | 'mail', outcomes: readonly string[]) {
  const attempts = new Counter({
    name: `affiliate_${what}_attempts_total`,
    help: `Attempts to deliver a ${what}, by what came of them.`,
    labelNames: ['outcome'],
    registers: [registry],
  })
  for (const outcome of outcomes) attempts.inc({ outcome }, 0)
  return attempts
}
