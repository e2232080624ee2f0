import { startAddresses } from '@affiliate-platform/platform/addresses'
import { startAttribution } from '@affiliate-platform/platform/attribution'
import { startAnchoring } from '@affiliate-platform/platform/audit'
import { type Database, startAnalyzing } from '@affiliate-platform/platform/database'
import {
  type SendMail,
  type SendWebhook,
  startDelivery,
  startMailing,
  startNotices,
} from '@affiliate-platform/platform/outbox'
import { startRetention } from '@affiliate-platform/platform/retention'
import { startSalesSchedule } from '@affiliate-platform/platform/sales'
import { type createLog, createMailSender, type Metrics, type Settings } from '@affiliate-platform/service'
import { toPartnerAccess } from '../sales/partner-access.ts'

/** How mail is sent, where the settings say so and there is a console that its links lead to. */
export function toMailSender({
  SMTP_URL: smtpUrl,
  MAIL_FROM: from,
  CONSOLE_ORIGIN: origin,
}: Settings): SendMail | undefined {
  if (smtpUrl === undefined || from === undefined || origin === undefined) return undefined
  return createMailSender({ smtpUrl, from, origin })
}

/** What the work needs to know. */
interface BackgroundPlan {
  readonly sendWebhook: SendWebhook
  /** Without it no mail is sent. */
  readonly sendMail: SendMail | undefined
  readonly settings: Settings
  readonly metrics: Metrics | undefined
}

/** Starts what a process that serves does beside its requests. Any number of processes may do so on one database. */
export function startBackgroundWork(
  database: Database,
  log: ReturnType<typeof createLog>,
  { settings, sendWebhook, sendMail, metrics }: BackgroundPlan,
): readonly { stop(): Promise<void> }[] {
  const {
    RECEIPTS_MONTHS: receiptsMonths,
    SALES_IMPORT_MINUTES: everyMinutes,
    AFFILIATE_SECRET_KEY: secretKey,
  } = settings
  const send = metrics?.watchWebhooks(sendWebhook) ?? sendWebhook
  const access = toPartnerAccess(settings)
  const watch = metrics?.watchWork
  return [
    startAnalyzing(database, log, watch),
    startAnchoring(database, log, watch),
    startAttribution(database, log, watch),
    startRetention(database, log, { receiptsMonths, watch }),
    ...(secretKey === undefined ? [] : [startDelivery(database, log, { send, secretKey })]),
    ...(sendMail === undefined
      ? []
      : [
          startMailing(database, log, { send: metrics?.watchMail(sendMail) ?? sendMail, watch }),
          startNotices(database, log, watch),
          startAddresses(database, log, watch),
        ]),
    ...(everyMinutes === undefined
      ? []
      : [startSalesSchedule(database, log, { everyMinutes, access, watch })]),
  ]
}
