import type { AppFolder } from './app-folder.ts'
import type { TomlFile } from './app-toml.ts'
import { detectHost, type Host } from './detect-host.ts'
import { draftEnvExample } from './env-example-draft.ts'
import { draftManifest } from './manifest-draft.ts'
import { planExpress } from './plan-express.ts'
import { planRoutes } from './plan-routes.ts'
import type { Variant } from './recipe-names.ts'
import { isComplianceElsewhere, subscribeCompliance } from './subscribe-compliance.ts'
import { type Subscription, subscribeWebhook } from './subscribe-webhook.ts'
import { UnsupportedAppError } from './unsupported-app-error.ts'

/** What a person chose. */
export interface AddChoice {
  readonly variant: Variant
  readonly hasBackfill: boolean
  readonly nowMs: number
}

/** A file as it is to become. */
export type Draft = readonly [path: string, text: string]

/** What one framework needs. */
export interface HostPlan {
  readonly drafts: readonly Draft[]
  /** What is left to do by hand, after the package is installed. */
  readonly steps: readonly string[]
  /** Whether the compliance topics are to be delivered to our route. */
  readonly handlesCompliance: boolean
  /** What the drafts import besides this package, with its range. */
  readonly packages?: Readonly<Record<string, string>>
}

/** One file that changes. */
export interface Change {
  readonly path: string
  /** Null for a file that is new. */
  readonly before: string | null
  readonly after: string
}

/** All that is to change, computed before anything is written. */
export interface Plan {
  readonly host: Host
  readonly changes: readonly Change[]
  readonly steps: readonly string[]
}

/** What the uninstall webhook reads of a payload: the least that each variant needs. */
const fields: Readonly<Record<Variant, readonly string[]>> = {
  install: ['id', 'myshopify_domain'],
  forward: ['id', 'myshopify_domain', 'email', 'shop_owner', 'country_name', 'plan_display_name'],
}

/** The subscription that an app needs. The frontend of Shopify's Node template proxies nothing outside of `/api`. */
export function subscriptionFor(framework: Host['framework'] | undefined, variant: Variant): Subscription {
  return { uri: `${prefixOf(framework)}/webhooks/app/uninstalled`, fields: fields[variant] }
}

/** The path that the compliance topics are delivered to. */
export function complianceUri(framework: Host['framework'] | undefined): string {
  return `${prefixOf(framework)}/webhooks/compliance`
}

const prefixOf = (framework: Host['framework'] | undefined): string => (framework === 'express' ? '/api' : '')

/**
 * Computes all changes to an app, and writes nothing.
 *
 * @throws UnsupportedAppError for an app that cannot be edited safely
 */
export function planChanges(folder: AppFolder, choice: AddChoice): Plan {
  const host = detectHost(folder)
  if (host === undefined) {
    throw new UnsupportedAppError(
      "No app of Shopify's React Router, Remix or Express package was found here.",
    )
  }
  const uri = complianceUri(host.framework)
  const configurations = readConfigurations(folder)
  const hasOwnCompliance = configurations.some((file) => isComplianceElsewhere(file, uri))
  const planHost = host.framework === 'express' ? planExpress : planRoutes
  const { drafts, steps, packages, handlesCompliance } = planHost(host, choice, hasOwnCompliance)
  const subscription = subscriptionFor(host.framework, choice.variant)
  const subscribe = (file: TomlFile): Draft => {
    const text = subscribeWebhook(file, subscription)
    return [file.path, handlesCompliance ? subscribeCompliance({ ...file, text }, uri) : text]
  }
  const all = [
    ...drafts,
    ...configurations.map(subscribe),
    draftEnvExample(folder, choice),
    draftManifest(host, packages),
  ]
  const changes = all
    .map(([path, after]): Change => ({ path, before: folder.read(path), after }))
    .filter(({ before, after }) => before !== after)
  return { host, changes, steps: [...steps, handlesCompliance ? complianceStep : ownComplianceStep] }
}

const complianceStep =
  'Where your app keeps data of customers or shops, give handleCompliance its callbacks: see docs/compliance.md of this package.'
const ownComplianceStep =
  'The compliance topics were left as they are. To take them without a session, see docs/compliance.md of this package.'

function readConfigurations(folder: AppFolder): readonly TomlFile[] {
  const list = (path: string) =>
    folder.list(path).filter((name) => name.startsWith('shopify.app') && name.endsWith('.toml'))
  const names = list('.')
  if (names.length === 0) throw new UnsupportedAppError('There is no shopify.app.toml here.')
  return names.map((path) => ({ path, text: folder.read(path) ?? '' }))
}
