/** A shop installed or removed the app, or its account with the commerce platform was closed or opened again. */
export interface InstallEvent {
  /** `deactivated`: the shop's billing account was closed, which is no uninstall. */
  readonly kind: 'installed' | 'uninstalled' | 'deactivated' | 'reactivated'
  /** `*.myshopify.com`, lower case. */
  readonly shopDomain: string
  /** The shop's number on the commerce platform, where it is known. */
  readonly shopNumber: string | null
  /** RFC 3339. */
  readonly occurredAt: string
}

/** Who tells of an event: the Partner API, the app itself, or an operator with a referral. */
export type InstallSource = 'partner' | 'bridge' | 'operator'
