import type { UninstallWatchOutcome } from '@affiliate-platform/contract'
import type { ShopContact } from '@affiliate-platform/platform/contacts'

/** Which shop is asked about, for which app, and until when. */
export interface ShopQuestion {
  /** The shop's permanent domain, checked and lower-case. */
  readonly shopDomain: string
  /** The app's client id on the platform, when one is registered: a response for another app is rejected. */
  readonly clientId: string | undefined
  /** Ends the time that all the platform's responses together may take. */
  readonly signal: AbortSignal
}

/** Why the platform told nothing. It never holds words of the platform's own: they may quote the token. */
export type PlatformRejection =
  | { readonly kind: 'token_rejected' | 'access_denied' | 'shop_unavailable' | 'shop_mismatch' }
  | {
      readonly kind: 'unavailable'
      /** For the log: what was missing, in words of our own. */
      readonly reason: string
      /** How long to wait, when the platform said so. */
      readonly retryAfterSeconds?: number | undefined
    }

export type ShopReading = { readonly kind: 'read'; readonly contact: ShopContact } | PlatformRejection

/** What registering an uninstall watch came to. */
export type WatchOutcome = Extract<
  UninstallWatchOutcome,
  'registered' | 'already_registered' | 'denied' | 'failed'
>

/**
 * The commerce platform as identification needs it. Neither function throws or keeps the access token: it is an
 * argument and nothing else.
 */
export interface CommercePlatform {
  /** Reads the shop's business contact, and makes sure that the token is this shop's and this app's. */
  readShop(question: ShopQuestion, accessToken: string): Promise<ShopReading>
  /** Asks the platform to announce the app's uninstall at `uri`. Only after the shop was read with the same token. */
  watchUninstall(question: ShopQuestion, uri: string, accessToken: string): Promise<WatchOutcome>
}
