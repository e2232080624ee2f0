import { type Identification, IdentifyClient } from '@affiliate-platform/sdk/identify'

/** What the recipes read of an identify response. */
export interface IdentifyReceipt {
  readonly ok: boolean
  readonly requestId?: string | undefined
  readonly receiptId?: string | undefined
  readonly contact?: string | undefined
  readonly uninstallWatch?: string | undefined
}

/**
 * Who sends the identify calls (interface 4.3). The SDK's `IdentifyClient` is one; a test may give its own.
 *
 * @example
 * ```ts
 * import { IdentifyClient } from '@affiliate-platform/sdk/identify'
 * import { identifyOnInstall } from '@affiliate-platform/shopify-recipes'
 *
 * const afterAuth = identifyOnInstall({ client: new IdentifyClient({ apiKey: process.env['MY_KEY'] ?? '' }) })
 * ```
 */
export interface IdentifyPort {
  /**
   * Sends one request: whether and when to repeat it is the recipe's to decide, within its time. The recipe
   * aborts the signal when that time is over. Rejects for anything but a success; of
   * an error only `code`, `status`, `requestId` and `retryAfterMs` are used.
   */
  identify(
    identification: Identification,
    options: { readonly signal: AbortSignal; readonly retries: 0 },
  ): Promise<IdentifyReceipt>
}

let shared: IdentifyPort | undefined

/**
 * The client that recipes use when they are given none: one for all, made from the environment at its first use.
 *
 * @throws ConfigurationError of the SDK, when the environment lacks the key or the base URL
 */
export function sharedClient(): IdentifyPort {
  shared ??= new IdentifyClient()
  return shared
}

/** Sends one call and takes nothing but `ok: true` for a success. */
export async function identify(
  client: IdentifyPort | undefined,
  identification: Identification,
  signal: AbortSignal,
): Promise<IdentifyReceipt> {
  signal.throwIfAborted()
  const receipt = await (client ?? sharedClient()).identify(identification, { signal, retries: 0 })
  // Interface 4.3: a call counts as successful only when the status is 2xx and `ok` is true.
  if (receipt?.ok !== true) throw new NotOkError('The response is not ok.')
  return receipt
}

class NotOkError extends Error {
  override readonly name = 'NotOkError'
  readonly code = 'not_ok'
}
