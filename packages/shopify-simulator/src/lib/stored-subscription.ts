/** A subscription that an app made for one shop through the Admin API. */
export interface WebhookSubscription {
  /** `gid://shopify/WebhookSubscription/…`. */
  readonly id: string
  /** The app that made it. */
  readonly clientId: string
  /** For example `APP_UNINSTALLED`. */
  readonly topic: string
  /** Where deliveries go. */
  readonly uri: string
  /** `JSON` or `XML`; deliveries are always JSON. */
  readonly format: string
  /** The only payload fields that are sent; empty for all. */
  readonly includeFields: readonly string[]
  /** Echoed in the `X-Shopify-Name` header. */
  readonly name: string | null
}

export interface StoredSubscription extends WebhookSubscription {
  readonly filter: string | null
  readonly metafieldNamespaces: readonly string[]
  readonly createdAt: string
}
