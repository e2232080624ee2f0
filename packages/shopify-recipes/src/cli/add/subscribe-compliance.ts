import {
  addWords,
  appendSubscription,
  quoteAll,
  readWebhooks,
  stringsOf,
  subscriptionPathOf,
  type TomlFile,
} from './app-toml.ts'

const key = 'compliance_topics'
const topics = ['customers/data_request', 'customers/redact', 'shop/redact']

/** Whether a `shopify.app.toml` delivers compliance topics to a place that is not ours. */
export function isComplianceElsewhere(file: TomlFile, uri: string): boolean {
  const { privacy, subscriptions } = readWebhooks(file)
  const existing = subscriptions.filter((table) => stringsOf(table, key).length > 0)
  return privacy !== undefined || existing.some((table) => subscriptionPathOf(table) !== uri)
}

/**
 * Subscribes to the three compliance topics in a `shopify.app.toml` that delivers none of them elsewhere.
 *
 * @returns the file's text, unchanged if it has all of them
 */
export function subscribeCompliance(file: TomlFile, uri: string): string {
  const existing = readWebhooks(file).subscriptions.filter((table) => stringsOf(table, key).length > 0)
  const [first] = existing
  if (first === undefined) return appendSubscription(file, complianceBlock(uri))
  const known = existing.flatMap((table) => stringsOf(table, key))
  return addWords(file, first, [key, topics.filter((topic) => !known.includes(topic))])
}

/** The block that subscribes, in the style of Shopify's templates. */
export function complianceBlock(uri: string): readonly string[] {
  return ['[[webhooks.subscriptions]]', `uri = "${uri}"`, `${key} = [${quoteAll(topics)}]`]
}
