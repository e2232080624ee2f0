import type { CommandIo } from '../io.ts'
import { parseTargetUrl } from '../target-url.ts'
import { checkPage } from './check-page.ts'
import { uninstallUris } from './check-subscription.ts'
import { checkWebhook } from './check-webhook.ts'
import { type Finding, warning } from './finding.ts'
import type { App } from './read-app.ts'

/** Where an app runs. */
export interface RunningApp {
  readonly webhookUrl?: string
  readonly appUrl?: string
}

/** Asks the running app, as far as it was said where it runs. */
export async function checkRunningApp(
  { webhookUrl, appUrl }: RunningApp,
  app: App,
  io: CommandIo,
): Promise<readonly Finding[]> {
  const page = appUrl === undefined ? [] : await checkPage(appUrl, io)
  const webhook = webhookUrl ?? (appUrl && findWebhook(appUrl, app))
  if (webhook) return [...page, ...(await checkWebhook(webhook, io))]
  if (appUrl === undefined) return page
  const detail = 'shopify.app.toml names no address for uninstalls: the webhook was not tried.'
  return [...page, warning('WEBHOOK', detail, 'Name it with --webhook-url.')]
}

/** The webhook's path in the configuration, on the origin that the app was said to run at. */
function findWebhook(appUrl: string, app: App): string | undefined {
  const [uri] = app.files
    .filter(({ path }) => path === 'shopify.app.toml')
    .flatMap(({ text }) => uninstallUris(text))
  return uri && new URL(new URL(uri, 'https://app.invalid').pathname, parseTargetUrl(appUrl)).href
}
