import type { Host } from './detect-host.ts'
import type { Variant } from './recipe-names.ts'
import type { Subscription } from './subscribe-webhook.ts'

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
