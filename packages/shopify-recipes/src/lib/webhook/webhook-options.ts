import type { Ledger } from '../ledger/ledger.ts'

/** What the webhooks have in common. */
export interface WebhookOptions {
  /**
   * The app's client secret, or several while one is being rotated. Default: the environment's
   * `SHOPIFY_API_SECRET`. Without any, every request gets 500.
   */
  readonly secrets?: string | readonly (string | undefined)[] | undefined
  /**
   * Headers that may carry the signature; the first one present is verified. Default `X-Shopify-Hmac-Sha256`,
   * `Shopify-Hmac-Sha256`, `X-Platform-Hmac-Sha256`.
   */
  readonly hmacHeaders?: readonly string[]
  /**
   * Remembers handled deliveries for 30 days; the install ledger that `identifyOnInstall` has, where there is one.
   * Default: this process's memory, with 10,000 deliveries and the installs that all recipes share.
   */
  readonly ledger?: Ledger
}

/** What a webhook reports of a request that it does not handle. */
export type UnhandledResult =
  /** Sent with `status` before anything was done; `code` says why. */
  | { readonly outcome: 'rejected'; readonly status: number; readonly code: string }
  /** The same event was handled before, or is being handled. */
  | { readonly outcome: 'duplicate'; readonly shop: string }
