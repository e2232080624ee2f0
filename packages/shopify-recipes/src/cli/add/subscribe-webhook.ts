import type { AST } from 'toml-eslint-parser'
import {
  addWords,
  appendSubscription,
  quoteAll,
  readWebhooks,
  setValue,
  stringsOf,
  subscriptionPathOf,
  type TomlFile,
} from './app-toml.ts'
import { UnsupportedAppError } from './unsupported-app-error.ts'

/** The subscription to `app/uninstalled` that an app is to have. */
export interface Subscription {
  /** The webhook's path in the app. */
  readonly uri: string
  /** The fields of the payload that the recipe reads. */
  readonly fields: readonly string[]
}

/**
 * Subscribes to `app/uninstalled` in a `shopify.app.toml`, or limits the subscription that is there to some fields.
 *
 * @param movedFrom - an address that hands uninstalls on to that of the subscription, and from which they may be taken
 * @returns the file's text, unchanged if it has all of that
 * @throws UnsupportedAppError where the topic is delivered to another place, or together with others
 */
export function subscribeWebhook(file: TomlFile, subscription: Subscription, movedFrom?: string): string {
  const [existing, ...others] = readWebhooks(file).subscriptions.filter((table) =>
    stringsOf(table, 'topics').includes('app/uninstalled'),
  )
  if (existing === undefined) return appendSubscription(file, subscriptionBlock(subscription))
  const isSamePath = subscriptionPathOf(existing) === subscription.uri
  const isOurs = isSamePath && stringsOf(existing, 'topics').length === 1
  if (isOurs && others.length === 0) return addWords(file, existing, ['include_fields', subscription.fields])
  if (subscriptionPathOf(existing) === movedFrom && others.length === 0)
    return moveTopic(file, existing, subscription)
  const [uri = ''] = stringsOf(existing, 'uri')
  throw new UnsupportedAppError(
    isSamePath && others.length === 0
      ? `${file.path} delivers app/uninstalled together with other topics, which include_fields would cut too.`
      : `${file.path} delivers app/uninstalled to ${uri}, and not to ${subscription.uri} alone.`,
  )
}

function moveTopic(file: TomlFile, existing: AST.TOMLTable, subscription: Subscription): string {
  const rest = stringsOf(existing, 'topics').filter((topic) => topic !== 'app/uninstalled')
  if (rest.length > 0) {
    const text = setValue(file, existing, ['topics', `[${quoteAll(rest)}]`])
    return appendSubscription({ ...file, text }, subscriptionBlock(subscription))
  }
  const [uri = ''] = stringsOf(existing, 'uri')
  const moved = URL.canParse(uri) ? new URL(subscription.uri, uri).href : subscription.uri
  return subscribeWebhook({ ...file, text: setValue(file, existing, ['uri', `"${moved}"`]) }, subscription)
}

/** The block that subscribes, in the style of Shopify's templates. */
export function subscriptionBlock({ uri, fields }: Subscription): readonly string[] {
  return [
    '[[webhooks.subscriptions]]',
    `uri = "${uri}"`,
    'topics = ["app/uninstalled"]',
    `include_fields = [${quoteAll(fields)}]`,
  ]
}
