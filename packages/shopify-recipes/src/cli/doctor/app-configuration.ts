import { getStaticTOMLValue, parseTOML } from 'toml-eslint-parser'
import { toRecord } from '../../lib/fault.ts'
import type { CheckedApp } from './read-app.ts'
import type { AppFile } from './read-files.ts'

/** A webhook subscription of a `shopify.app.toml`. */
export interface ConfiguredSubscription {
  readonly uri: string
  readonly topics: readonly unknown[]
  readonly complianceTopics: readonly unknown[]
  /** Empty for the whole payload. */
  readonly includeFields: readonly unknown[]
}

/** The app's configurations: `shopify.app.toml`, and one for each further environment. */
export function readConfigurations({ files }: CheckedApp): readonly AppFile[] {
  return files.filter(({ path }) => /^shopify\.app(\.[\w-]+)?\.toml$/.test(path))
}

/**
 * Reads the subscriptions of a configuration.
 *
 * @throws ParseError of the parser where the text is no TOML
 */
export function subscriptionsOf(text: string): readonly ConfiguredSubscription[] {
  const { subscriptions } = webhooksOf(text)
  return toArray(subscriptions)
    .map(toRecord)
    .map(({ uri, topics, compliance_topics: complianceTopics, include_fields: includeFields }) => ({
      uri: String(uri),
      topics: toArray(topics),
      complianceTopics: toArray(complianceTopics),
      includeFields: toArray(includeFields),
    }))
}

/** What a configuration says of webhooks. */
export function webhooksOf(text: string): Readonly<Record<string, unknown>> {
  return toRecord(toRecord(getStaticTOMLValue(parseTOML(text)))['webhooks'])
}

/** Whether one of the paths in the app is where an address leads. */
export function isServedBy(paths: readonly string[], uri: string): boolean {
  const { pathname } = new URL(uri, 'https://app.invalid')
  return paths.some((path) => pathname.replace(/\/$/, '').endsWith(path))
}

const toArray = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
