import type { AppFolder } from './app-folder.ts'
import { detectHost, type Host } from './detect-host.ts'
import { draftEnvExample } from './env-example-draft.ts'
import { draftManifest } from './manifest-draft.ts'
import { planExpress } from './plan-express.ts'
import { planRoutes } from './plan-routes.ts'
import type { Variant } from './recipe-names.ts'
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
  const prefix = framework === 'express' ? '/api' : ''
  return { uri: `${prefix}/webhooks/app/uninstalled`, fields: fields[variant] }
}

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
  const { drafts, steps } = (host.framework === 'express' ? planExpress : planRoutes)(host, choice)
  const all = [
    ...drafts,
    ...draftSubscriptions(host, choice),
    draftEnvExample(folder, choice),
    draftManifest(host),
  ]
  const changes = all
    .map(([path, after]): Change => ({ path, before: folder.read(path), after }))
    .filter(({ before, after }) => before !== after)
  return { host, changes, steps }
}

function draftSubscriptions({ folder, framework }: Host, { variant }: AddChoice): readonly Draft[] {
  const list = (path: string) =>
    folder.list(path).filter((name) => name.startsWith('shopify.app') && name.endsWith('.toml'))
  const names = list('.')
  if (names.length === 0) {
    const [above] = list('..')
    const hint = above ? ` Run it one folder up, where ${above} is.` : ''
    throw new UnsupportedAppError(`There is no shopify.app.toml here.${hint}`)
  }
  const subscription = subscriptionFor(framework, variant)
  return names.map((path) => [path, subscribeWebhook({ path, text: folder.read(path) ?? '' }, subscription)])
}
