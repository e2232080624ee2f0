import { type Operation, operations } from '@affiliate-platform/contract'
import type { EndedRequest } from '@affiliate-platform/contract/server'
import { readAnchoringState } from '@affiliate-platform/platform/audit'
import type { Database, Replica, WatchWork } from '@affiliate-platform/platform/database'
import type { SendMail, SendWebhook } from '@affiliate-platform/platform/outbox'
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { RedirectOutcome } from '../http/redirects.ts'
import type { CommercePlatform } from '../shopify/commerce-platform.ts'
import { gaugeDatabase, gaugeReplica } from './database-metrics.ts'
import { gaugeRead } from './gauge-read.ts'
import { createMailWatch, createWebhookWatch, gaugeOutbox } from './outbox-metrics.ts'
import { createWorkWatch, gaugeSales } from './work-metrics.ts'

/** The figures of one process. They tell how much and how fast, and nothing of anybody. */
export interface Metrics {
  /** The media type of `render`. */
  readonly contentType: string
  countRequest(responded: EndedRequest): void
  /** Counts one request to a member's link. */
  countRedirect(outcome: RedirectOutcome): void
  /** The same platform, with its calls counted and timed. */
  watchPlatform(platform: CommercePlatform): CommercePlatform
  /** The same sender, with its attempts counted. */
  watchWebhooks(send: SendWebhook): SendWebhook
  /** The same of one that sends mail. */
  watchMail(send: SendMail): SendMail
  /** Counts one turn of the work in the background. */
  readonly watchWork: WatchWork
  /** All figures in the text format of Prometheus. */
  render(): Promise<string>
}

/** What is asked of a database when the metrics are rendered. */
type Watched = Pick<Database, 'load' | 'query'>

// From a cached look-up to the slowest response that a client waits for.
const durationBucketsSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/**
 * Creates the metrics of one app, in a registry of their own. Labels hold names from this code alone, never a value
 * that someone sent: it would grow without bound, and could be a secret (D48).
 *
 * @param database - whose connections are looked at when the metrics are rendered
 * @param replica - of which is told whether and how much it serves; without it there are no such figures
 */
export function createMetrics(database: Watched, replica?: Pick<Replica, 'state'>): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  gaugeDatabase(registry, database)
  gaugeAnchoring(registry, database)
  gaugeOutbox(registry, database)
  gaugeSales(registry, database)
  if (replica !== undefined) gaugeReplica(registry, replica)
  return {
    contentType: registry.contentType,
    countRequest: createRequestCounters(registry),
    countRedirect: createRedirectCounter(registry),
    watchPlatform: createPlatformWatch(registry),
    watchWebhooks: createWebhookWatch(registry),
    watchMail: createMailWatch(registry),
    watchWork: createWorkWatch(registry),
    render: () => registry.metrics(),
  }
}

function createRequestCounters(registry: Registry): (responded: EndedRequest) => void {
  const requests = new Counter({
    name: 'affiliate_requests_total',
    help: 'API requests with a response, by operation and HTTP status.',
    labelNames: ['operation', 'status'],
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'affiliate_request_duration_seconds',
    help: 'Time from the request line to the finished response, by operation.',
    labelNames: ['operation'],
    buckets: durationBucketsSeconds,
    registers: [registry],
  })
  const quotaRejections = new Counter({
    name: 'affiliate_quota_rejections_total',
    help: 'Requests rejected because their API key had used up its quota.',
    labelNames: ['operation'],
    registers: [registry],
  })
  const replays = new Counter({
    name: 'affiliate_replays_total',
    help: 'Retried writes that got the stored response of the first.',
    labelNames: ['operation'],
    registers: [registry],
  })
  // A rate can only be told of a counter that was there before its first count.
  for (const { id: operation, repeatable } of Object.values<Operation>(operations)) {
    quotaRejections.inc({ operation }, 0)
    if (repeatable === 'with_idempotency_key') replays.inc({ operation }, 0)
  }

  return ({ operation, status, isReplay, durationMs }) => {
    requests.inc({ operation, status })
    durations.observe({ operation }, durationMs / 1000)
    if (status === 429) quotaRejections.inc({ operation })
    if (isReplay) replays.inc({ operation })
  }
}

function createRedirectCounter(registry: Registry): (outcome: RedirectOutcome) => void {
  const redirects = new Counter({
    name: 'affiliate_redirects_total',
    help: "Requests to members' links, by what they were: a click, a bot, a code or an app that is unknown, or unavailable.",
    labelNames: ['outcome'],
    registers: [registry],
  })
  return (outcome) => redirects.inc({ outcome })
}

function createPlatformWatch(registry: Registry): (platform: CommercePlatform) => CommercePlatform {
  const calls = new Counter({
    name: 'affiliate_platform_calls_total',
    help: 'Calls to the commerce platform, by call and outcome.',
    labelNames: ['call', 'outcome'],
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'affiliate_platform_call_duration_seconds',
    help: 'Time that the commerce platform took, by call.',
    labelNames: ['call'],
    buckets: durationBucketsSeconds,
    registers: [registry],
  })
  return (platform) => ({
    async readShop(...question) {
      const stop = durations.startTimer({ call: 'read_shop' })
      const reading = await platform.readShop(...question)
      stop()
      calls.inc({ call: 'read_shop', outcome: reading.kind })
      return reading
    },
    async watchUninstall(...question) {
      const stop = durations.startTimer({ call: 'watch_uninstall' })
      const outcome = await platform.watchUninstall(...question)
      stop()
      calls.inc({ call: 'watch_uninstall', outcome })
      return outcome
    },
  })
}

function gaugeAnchoring(registry: Registry, database: Watched): void {
  gaugeRead(registry, () => readAnchoringState(database), [
    {
      name: 'affiliate_facts_anchored_until_timestamp_seconds',
      help: 'Facts up to this time are anchored. Beyond now, none is.',
      value: ({ anchoredUntil }) => anchoredUntil.getTime() / 1000,
    },
  ])
}
