import type { Attribution, BridgeOptions } from '../bridge/bridge-port.ts'
import type { Fault } from '../fault.ts'
import type { IdentifyPort } from '../identify-port.ts'
import type { OfflineSessions } from '../install/install-options.ts'
import type { Report } from '../report.ts'
import type { UnhandledResult, WebhookOptions } from '../webhook/webhook-options.ts'

/** An uninstall, for the app's own cleanup. */
export interface Uninstall {
  /** The shop's domain, `<name>.myshopify.com`. */
  readonly shop: string
  /** When the shop uninstalled; a delivery may be late. Undefined when the delivery does not say. */
  readonly triggeredAt: Date | undefined
  /** Whether the shop has installed again since: then delete nothing of it, its sessions above all. */
  readonly isBack: boolean
}

/** What an uninstall handler reports; none holds a contact, a secret or a key. */
export type UninstallResult =
  | UnhandledResult
  | {
      readonly outcome: 'forwarded'
      readonly shop: string
      readonly requestId?: string | undefined
      /** The service's receipt of the call. */
      readonly receiptId?: string | undefined
    }
  /** The webhook does not fail for it (interface 4.4 rule 3). */
  | ({ readonly outcome: 'forward_failed'; readonly shop: string } & Fault)
  /** The uninstall is reported. Nothing waits for it, so that this may come after the other results. */
  | ({ readonly outcome: 'reported' } & Attribution)
  /** The uninstall is not reported, and is not sent again. */
  | ({ readonly outcome: 'report_failed'; readonly shop: string } & Fault)
  /**
   * The install is ended and the app's cleanup is done. `ledgerFault` is the code of a ledger that cannot be used, such
   * as `ledger_table_missing`: nothing could be remembered.
   */
  | { readonly outcome: 'handled'; readonly shop: string; readonly ledgerFault?: string }
  /**
   * The shop has installed again since: nothing was ended. `onUninstalled` ran with `isBack`, unless the ledger shows
   * that the uninstall was told before.
   */
  | { readonly outcome: 'superseded'; readonly shop: string }
  /** Sent with 500, so that the platform delivers again. */
  | {
      readonly outcome: 'failed'
      readonly shop: string
      readonly stage: 'ledger' | 'cleanup'
      readonly code: string
    }

/** Options of both uninstall handlers. */
export interface UninstallOptions extends WebhookOptions, BridgeOptions {
  /**
   * The app's own cleanup. It runs after the forward, whatever its outcome, and deletes nothing where `isBack` is set.
   * What it throws gets 500, and the platform delivers again.
   */
  readonly onUninstalled?: (uninstall: Uninstall) => void | Promise<void>
  /** Gets each result. Default: failures are shown once each as process warnings. */
  readonly onResult?: Report<UninstallResult>
  /**
   * The host's background lifecycle, such as Vercel's `waitUntil`, in which an uninstall is reported. Default: Vercel's
   * and Cloudflare's are detected.
   */
  readonly waitUntil?: (promise: Promise<unknown>) => void
}

/** Options of `handleUninstall`. */
export type HandleUninstallOptions = UninstallOptions

/** Options of `forwardUninstall`. */
export interface ForwardUninstallOptions extends UninstallOptions {
  /** Sends the call. Default: an `IdentifyClient` made from the environment. */
  readonly client?: IdentifyPort
  /** Also sends the phone that the payload holds. Default false. */
  readonly includePhone?: boolean
  /**
   * The app's session storage. A shop whose offline token was obtained after the uninstall is back. It tells so of
   * expiring tokens alone, which end an hour after that; without it nothing is known of a late delivery.
   */
  readonly sessionStorage?: OfflineSessions
  /**
   * The host's background lifecycle, such as Vercel's `waitUntil`. With it the webhook gets its response without waiting
   * for the forward either; without it the forward has 3,500 ms.
   */
  readonly waitUntil?: (promise: Promise<unknown>) => void
  /**
   * Only for an app that also identifies on install, deliberately. Each shop is then sent twice: at install
   * domain, app id and token, at uninstall domain, e-mail, owner, country and plan. `ledger` is then the one of
   * `identifyOnInstall`. Default false.
   */
  readonly deliberatelyWithIdentifyOnInstall?: boolean
}
