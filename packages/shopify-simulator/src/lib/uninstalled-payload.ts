/** The body of `app/uninstalled`: the REST shop record. */
export type UninstalledPayload = Readonly<Record<string, unknown>>

/**
 * Builds the payload of `app/uninstalled` in the shape of Shopify's own sample: the whole shop record with a
 * phone, and `domain`, `myshopify_domain`, `iana_timezone` and `created_at` null.
 *
 * @param overrides Fields that replace or join the sample's.
 */
export function uninstalledPayload(overrides: UninstalledPayload = {}): UninstalledPayload {
  return {
    id: 1001,
    name: 'Maple Lantern',
    email: 'owner@maple-lantern.example',
    domain: null,
    province: 'Ontario',
    country: 'CA',
    address1: '12 Harbour Lane',
    zip: 'K1A 0B1',
    city: 'Ottawa',
    source: null,
    phone: '+1 613 555 0142',
    latitude: null,
    longitude: null,
    primary_locale: 'en',
    address2: null,
    created_at: null,
    updated_at: null,
    country_code: 'CA',
    country_name: 'Canada',
    currency: 'CAD',
    customer_email: 'hello@maple-lantern.example',
    timezone: '(GMT-05:00) Eastern Time (US & Canada)',
    iana_timezone: null,
    shop_owner: 'Robin Example',
    money_format: '{{amount}} $',
    money_with_currency_format: '{{amount}} $ CAD',
    weight_unit: 'kg',
    province_code: 'ON',
    taxes_included: null,
    auto_configure_tax_inclusivity: null,
    tax_shipping: null,
    county_taxes: null,
    plan_display_name: 'Shopify Plus',
    plan_name: 'enterprise',
    has_discounts: false,
    has_gift_cards: true,
    myshopify_domain: null,
    google_apps_domain: null,
    google_apps_login_enabled: null,
    money_in_emails_format: '{{amount}} $',
    money_with_currency_in_emails_format: '{{amount}} $ CAD',
    eligible_for_payments: true,
    requires_extra_payments_agreement: false,
    password_enabled: null,
    has_storefront: true,
    finances: true,
    primary_location_id: 2001,
    checkout_api_supported: true,
    multi_location_enabled: true,
    setup_required: false,
    pre_launch_enabled: false,
    enabled_presentment_currencies: ['CAD'],
    marketing_sms_consent_enabled_at_checkout: false,
    transactional_sms_disabled: false,
    ...overrides,
  }
}
