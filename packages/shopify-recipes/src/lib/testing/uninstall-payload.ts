/**
 * Builds an `app/uninstalled` payload: the shop record with the nulls of Shopify's own sample (`domain` and
 * `myshopify_domain` among them: such a body names no shop, and is rejected) and with what must never be forwarded, a phone and an address.
 *
 * @param overrides - fields that replace or join the sample's
 *
 * @example
 * ```ts
 * import { uninstallPayload } from '@affiliate-platform/shopify-recipes/testing'
 *
 * const payload = uninstallPayload({ myshopify_domain: 'example.myshopify.com', country_name: null })
 * ```
 */
export function uninstallPayload(
  overrides: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  return {
    id: 548380009,
    name: 'Paper Harbour',
    email: 'owner@paper-harbour.example',
    customer_email: 'hello@paper-harbour.example',
    shop_owner: 'Sam Example',
    domain: null,
    myshopify_domain: null,
    address1: '3 Quay Street',
    city: 'Halifax',
    zip: 'B3H 0A1',
    latitude: null,
    longitude: null,
    phone: '+1 902 555 0117',
    country: 'CA',
    country_code: 'CA',
    country_name: 'Canada',
    currency: 'CAD',
    iana_timezone: null,
    created_at: null,
    plan_display_name: 'Shopify Plus',
    plan_name: 'enterprise',
    ...overrides,
  }
}
