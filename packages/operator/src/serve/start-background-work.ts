import { startAttribution } from '@affiliate-platform/platform/attribution'
import { startAnchoring } from '@affiliate-platform/platform/audit'
import { type Database, startAnalyzing } from '@affiliate-platform/platform/database'
import { startDelivery } from '@affiliate-platform/platform/outbox'
import { startRetention } from '@affiliate-platform/platform/retention'
import { startSalesSchedule } from '@affiliate-platform/platform/sales'
import {
  type createLog,
  createWebhookSender,
  type Settings,
  type WebhookSenderOptions,
} from '@affiliate-platform/service'
import { toPartnerAccess } from '../sales/partner-access.ts'

/** Where webhooks are sent: to public addresses, and to what the settings name. */
export const toPublicReach = ({ WEBHOOK_PRIVATE_NETWORKS: networks }: Settings) => ({
  isPublicReached: true,
  networks,
})

/** Starts what a process that serves does beside its requests. Any number of processes may do so on one database. */
export function startBackgroundWork(
  database: Database,
  log: ReturnType<typeof createLog>,
  { settings, reach }: { readonly settings: Settings } & Pick<WebhookSenderOptions, 'reach'>,
): readonly { stop(): Promise<void> }[] {
  const {
    RECEIPTS_MONTHS: receiptsMonths,
    SALES_IMPORT_MINUTES: everyMinutes,
    AFFILIATE_SECRET_KEY: secretKey,
  } = settings
  const send = createWebhookSender({ reach })
  const access = toPartnerAccess(settings)
  return [
    startAnalyzing(database, log),
    startAnchoring(database, log),
    startAttribution(database, log),
    startRetention(database, log, { receiptsMonths }),
    ...(secretKey === undefined ? [] : [startDelivery(database, log, { send, secretKey })]),
    ...(everyMinutes === undefined ? [] : [startSalesSchedule(database, log, { everyMinutes, access })]),
  ]
}
