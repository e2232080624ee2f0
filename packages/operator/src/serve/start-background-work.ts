import { startAttribution } from '@affiliate-platform/platform/attribution'
import { startAnchoring } from '@affiliate-platform/platform/audit'
import { type Database, startAnalyzing } from '@affiliate-platform/platform/database'
import { startDelivery, startMailing, startNotices } from '@affiliate-platform/platform/outbox'
import { startRetention } from '@affiliate-platform/platform/retention'
import { startSalesSchedule } from '@affiliate-platform/platform/sales'
import {
  type createLog,
  createMailSender,
  createWebhookSender,
  type MailSenderOptions,
  type Metrics,
  type Settings,
  type WebhookSenderOptions,
} from '@affiliate-platform/service'
import { toPartnerAccess } from '../sales/partner-access.ts'

/** Where webhooks are sent: to public addresses, and to what the settings name. */
export const toPublicReach = ({ WEBHOOK_PRIVATE_NETWORKS: networks }: Settings) => ({
  isPublicReached: true,
  networks,
})

/** How mail is sent, where the settings say so and there is a console that its links lead to. */
export function toMail({
  SMTP_URL: smtpUrl,
  MAIL_FROM: from,
  CONSOLE_ORIGIN: origin,
}: Settings): MailSenderOptions | undefined {
  if (smtpUrl === undefined || from === undefined || origin === undefined) return undefined
  return { smtpUrl, from, origin }
}

/** What the work needs to know. */
interface BackgroundPlan extends Pick<WebhookSenderOptions, 'reach'> {
  /** How mail is sent; without it none is. */
  readonly mail: MailSenderOptions | undefined
  readonly settings: Settings
  readonly metrics: Metrics | undefined
}

/** Starts what a process that serves does beside its requests. Any number of processes may do so on one database. */
export function startBackgroundWork(
  database: Database,
  log: ReturnType<typeof createLog>,
  { settings, reach, mail, metrics }: BackgroundPlan,
): readonly { stop(): Promise<void> }[] {
  const {
    RECEIPTS_MONTHS: receiptsMonths,
    SALES_IMPORT_MINUTES: everyMinutes,
    AFFILIATE_SECRET_KEY: secretKey,
  } = settings
  const sender = createWebhookSender({ reach })
  const send = metrics?.watchWebhooks(sender) ?? sender
  const access = toPartnerAccess(settings)
  const watch = metrics?.watchWork
  return [
    startAnalyzing(database, log, watch),
    startAnchoring(database, log, watch),
    startAttribution(database, log, watch),
    startRetention(database, log, { receiptsMonths, watch }),
    ...(secretKey === undefined ? [] : [startDelivery(database, log, { send, secretKey })]),
    ...(mail === undefined
      ? []
      : [
          startMailing(database, log, { send: createMailSender(mail), watch }),
          startNotices(database, log, watch),
        ]),
    ...(everyMinutes === undefined
      ? []
      : [startSalesSchedule(database, log, { everyMinutes, access, watch })]),
  ]
}
