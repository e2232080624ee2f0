import {
  type AttributionResponse,
  type EvidenceReport,
  InstallBridgeClient,
  type InstallEventReport,
} from '@affiliate-platform/sdk/install-bridge'
import { readEnvironment } from '../environment.ts'
import { InstallError } from '../install-error.ts'

/** How a call is sent: whether and when to repeat it is the recipe's to decide, within its time. */
interface SendOptions {
  readonly signal: AbortSignal
  readonly retries: 0
}

/**
 * Who tells the affiliate platform of installs and of the codes that merchants type. The SDK's `InstallBridgeClient` is one;
 * a test may give its own. Of an error only `code`, `status`, `requestId` and `retryAfterMs` are used.
 *
 * @example
 * ```ts
 * import { InstallBridgeClient } from '@affiliate-platform/sdk/install-bridge'
 * import { identifyOnInstall } from '@affiliate-platform/shopify-recipes'
 *
 * const bridge = new InstallBridgeClient({ apiKey: process.env['MY_BRIDGE_KEY'] ?? '' })
 * const afterAuth = identifyOnInstall({ bridge })
 * ```
 */
export interface InstallBridgePort {
  reportEvent(event: InstallEventReport, options: SendOptions): Promise<AttributionResponse>
  reportEvidence(evidence: EvidenceReport, options: SendOptions): Promise<AttributionResponse>
}

/** What reporting needs. */
export interface BridgeOptions {
  /** The id (UUID) of your app on the affiliate platform. Default: the environment's `AFFILIATE_APP_ID`. */
  readonly appId?: string | undefined
  /**
   * Reports installs and uninstalls. Default: an `InstallBridgeClient` made from the environment, if it has
   * `AFFILIATE_INSTALL_BRIDGE_KEY`; else nothing is reported.
   */
  readonly bridge?: InstallBridgePort
}

/** What is known of who brought a shop, after a report. */
export interface Attribution {
  readonly shop: string
  /** Such as `attributed`, `candidate` or `unattributed`; a later service may say something else. */
  readonly attribution: string
  /** Why, as a code; null where there is no more to say. */
  readonly reason: string | null
  /** The shop's referral; null without one. */
  readonly referralId: string | null
}

/** Whether an app reports its installs. */
export function hasBridge({ bridge }: BridgeOptions): boolean {
  return bridge !== undefined || readEnvironment('AFFILIATE_INSTALL_BRIDGE_KEY') !== undefined
}

/** Reports what a shop did. */
export function reportEvent(
  { shop, ...event }: { readonly shop: string } & Pick<InstallEventReport, 'kind' | 'occurredAt'>,
  options: BridgeOptions,
  signal: AbortSignal,
): Promise<Attribution> {
  return report(shop, options, (bridge, of) =>
    bridge.reportEvent({ ...of, ...event }, { signal, retries: 0 }),
  )
}

/** Reports the code that a shop's merchant typed. */
export function reportEvidence(
  { shop, code }: { readonly shop: string; readonly code: string },
  options: BridgeOptions,
  signal: AbortSignal,
): Promise<Attribution> {
  return report(shop, options, (bridge, of) => bridge.reportEvidence({ ...of, code }, { signal, retries: 0 }))
}

async function report(
  shop: string,
  { bridge, appId = readEnvironment('AFFILIATE_APP_ID') }: BridgeOptions,
  send: (
    bridge: InstallBridgePort,
    of: { readonly appId: string; readonly myshopifyDomain: string },
  ) => Promise<AttributionResponse>,
): Promise<Attribution> {
  if (!appId) throw new InstallError('app_id_missing')
  const { outcome, reason, referralId } = await send(bridge ?? sharedBridge(), {
    appId,
    myshopifyDomain: shop,
  })
  return { shop, attribution: outcome, reason, referralId }
}

let shared: InstallBridgePort | undefined

/** One for all recipes, made from the environment at its first use: it may lack what the client needs. */
function sharedBridge(): InstallBridgePort {
  shared ??= new InstallBridgeClient()
  return shared
}
