import { uninstallFields } from '../uninstall-fields.ts'
import type { Host } from './detect-host.ts'
import type { Variant } from './recipe-names.ts'
import type { Subscription } from './subscribe-webhook.ts'

/** The subscription that an app needs. The frontend of Shopify's Node template proxies nothing outside of `/api`. */
export function subscriptionFor(framework: Host['framework'] | undefined, variant: Variant): Subscription {
  return { uri: `${prefixOf(framework)}/webhooks/app/uninstalled`, fields: uninstallFields[variant] }
}

/** The path that the compliance topics are delivered to. */
export function complianceUri(framework: Host['framework'] | undefined): string {
  return `${prefixOf(framework)}/webhooks/compliance`
}

const prefixOf = (framework: Host['framework'] | undefined): string => (framework === 'express' ? '/api' : '')
