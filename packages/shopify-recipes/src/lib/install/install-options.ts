import type { ReadShopFunction } from '../backfill/backfill-options.ts'
import type { Attribution, BridgeOptions } from '../bridge/bridge-port.ts'
import type { FoundContact } from '../contact.ts'
import type { Fault } from '../fault.ts'
import type { IdentifyPort } from '../identify-port.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { Report } from '../report.ts'

/** The parts of a Shopify session that the recipe reads. */
export interface InstallSession {
  /** The shop's domain, `<name>.myshopify.com`. */
  readonly shop: string
  /** Whether the token belongs to one staff user. */
  readonly isOnline?: boolean | undefined
  readonly accessToken?: string | undefined
  /** When the token ends. */
  readonly expires?: Date | undefined
}

/** What the `afterAuth` hook gets. Remix and React Router add `admin`, Express does not. */
export interface InstallAuth {
  readonly session: InstallSession
}

/** The session storage of the app; only `loadSession` is called. */
export interface OfflineSessions {
  loadSession(id: string): Promise<InstallSession | undefined>
}

/** What became of one authorization; it never holds the token. */
export type InstallResult =
  | {
      readonly outcome: 'identified'
      readonly shop: string
      readonly requestId?: string | undefined
      /** The service's receipt of the call. */
      readonly receiptId?: string | undefined
      /** `read` by the service with the token, or `provided` by the app. */
      readonly contact?: string | undefined
      /** What became of the uninstall watch; it never decides whether the contact was identified. */
      readonly uninstallWatch?: string | undefined
    }
  /** The install was identified before, or is being identified: the hook runs again with every new token. */
  | { readonly outcome: 'already_identified'; readonly shop: string }
  /** An earlier call or callback failed a short while ago, and it is not yet time to try it again. */
  | { readonly outcome: 'postponed'; readonly shop: string }
  /** The install is reported, beside what became of identifying it. */
  | ({ readonly outcome: 'reported' } & Attribution)
  /** Kept in the ledger, and sent again at the next occasion. `stage` is where it failed. */
  | ({
      readonly outcome: 'failed'
      readonly shop: string
      readonly stage: 'session' | 'ledger' | 'contact' | 'identify' | 'report'
    } & Fault)
  /** `onInstalled` or `onReinstalled` failed, and runs again at the next occasion. */
  | ({ readonly outcome: 'failed'; readonly shop: string; readonly stage: 'event' } & Fault)

/** An install or a reinstall of a shop. The two fields together name it, also when it is told again. */
export interface InstallEvent {
  /** The shop's domain, `<name>.myshopify.com`. */
  readonly shop: string
  /** When the hook first saw the install. */
  readonly installedAt: Date
}

/** An app's own callback for an event. */
export type InstallCallback = (event: InstallEvent) => void | Promise<void>

/**
 * The app's callbacks for true installs, which a renewal of a token never is, nor a shop that was primed. Each runs once
 * per install, before the identify call and whatever its outcome; an uninstall ends what is left. A callback
 * has 5,000 ms. One that throws, takes longer, or whose process dies runs again later: so it must
 * be harmless to run it twice.
 */
export interface InstallCallbacks {
  /** A shop that the ledger does not know has installed the app. */
  readonly onInstalled?: InstallCallback
  /** A shop whose uninstall the ledger knows has installed the app again. */
  readonly onReinstalled?: InstallCallback
}

/** What sending a missed install again needs. */
export interface MissedInstallsOptions extends InstallCallbacks, BridgeOptions {
  /** Whether to identify shops; false for an app that hands over neither token nor contact. Default true. */
  readonly identify?: boolean
  /** Sends the call. Default: an `IdentifyClient` made from the environment. */
  readonly client?: IdentifyPort
  /**
   * Remembers which installs were identified. Default: one in this process's memory, which suits only an
   * app with one long-lived process. Pass the same one to `handleUninstall`.
   */
  readonly ledger?: Ledger
  /** The app's session storage, to take the offline tokens of missed shops from. */
  readonly sessionStorage?: OfflineSessions
  /**
   * Reads a missed shop with a token that is still valid, such as `readShopWithAdmin`: for expiring tokens. What it
   * returns is sent. Default: `sessionStorage`, whose tokens may have expired. Where the hook gets an online token
   * (`useOnlineTokens`) and no `sessionStorage`, the offline one is taken from here.
   */
  readonly readShop?: ReadShopFunction
  /** Also sends the phone that `readShop` or `readContact` found. Default false. */
  readonly includePhone?: boolean
  /**
   * The host's background lifecycle, for a host that freezes after the response. Default: Vercel's and
   * Cloudflare's are detected; elsewhere it is either not needed or must be passed.
   */
  readonly waitUntil?: (promise: Promise<unknown>) => void
  /** Gets each result. Default: failures are shown once each as process warnings. */
  readonly onResult?: Report<InstallResult>
}

/** Options of `retryMissedInstalls`: how the shops are read, and the options of the hook. */
export type RetryMissedInstallsOptions = MissedInstallsOptions &
  (
    | { readonly sessionStorage: OfflineSessions }
    | { readonly readShop: ReadShopFunction }
    | { readonly identify: false }
  )

/** Options of `identifyOnInstall`. All have defaults. */
export interface IdentifyOnInstallOptions<Auth extends InstallAuth = InstallAuth>
  extends MissedInstallsOptions {
  /**
   * The app's session storage. An online token (`useOnlineTokens`) is replaced by the offline one from there, and
   * each run of the hook sends a few missed shops again with theirs. Without it and `readShop` a hook with an online
   * token fails with `offline_session_missing`, and missed shops wait for `retryMissedInstalls` or their own next run.
   */
  readonly sessionStorage?: OfflineSessions
  /**
   * Reads the contact in the app itself, and sends it instead of the token: for an app whose IP allowlist does
   * not include the affiliate platform. `readContactWithAdmin` is ready-made.
   */
  readonly readContact?: (auth: Auth, options: { readonly signal: AbortSignal }) => Promise<FoundContact>
}
