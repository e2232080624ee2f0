import { createCallOperation } from '../attempts/call-operation.ts'
import { createRawRequest } from '../operations/create-raw-request.ts'
import type { RawRequest } from '../operations/raw-request.ts'
import { buildReportEvent, buildReportEvidence } from '../operations/report.ts'
import type { AttributionResponse, EvidenceReport, InstallEventReport } from '../records/attribution.ts'
import type { CallOptions, ClientOptions } from '../settings/client-options.ts'
import { joinOptions } from '../settings/join-options.ts'
import { resolveSettings } from '../settings/settings.ts'

/**
 * The client for an install-bridge key, which opens nothing else: it tells who came, who went and who is said to have
 * brought them. For servers only.
 *
 * @throws ConfigurationError at construction: no key or base URL, another kind of key, a browser
 *
 * @example
 * ```ts
 * import { InstallBridgeClient } from '@affiliate-platform/sdk'
 *
 * const bridge = new InstallBridgeClient() // AFFILIATE_INSTALL_BRIDGE_KEY and AFFILIATE_BASE_URL
 * const appId = process.env['AFFILIATE_APP_ID'] ?? ''
 * await bridge.reportEvidence({ appId, myshopifyDomain: 'example.myshopify.com', code: 'mia' })
 * ```
 */
export class InstallBridgeClient {
  /**
   * Reports that a shop installed or removed your app. The same event again adds nothing, so it is retried like a read.
   *
   * @returns what follows from it for the shop's referral
   * @throws InvalidRequestError for invalid fields
   * @throws AuthenticationError, PermissionError, NotFoundError, ConflictError, RateLimitError, ServerError
   * @throws NetworkError, TimeoutError, AbortedError, InvalidResponseError
   *
   * @example
   * ```ts
   * import { InstallBridgeClient } from '@affiliate-platform/sdk'
   *
   * const appId = process.env['AFFILIATE_APP_ID'] ?? ''
   * const onInstalled = (myshopifyDomain: string, occurredAt: Date) =>
   *   new InstallBridgeClient().reportEvent({ appId, myshopifyDomain, kind: 'installed', occurredAt })
   * ```
   */
  readonly reportEvent: (event: InstallEventReport, options?: CallOptions) => Promise<AttributionResponse>

  /**
   * Reports the code that a shop's merchant typed into your app, before or after the install is reported. The same code
   * again adds nothing, so it is retried like a read. A code that nobody has is no error: `reason` is `unknown_code`.
   *
   * @throws InvalidRequestError for invalid fields; what `reportEvent` throws
   */
  readonly reportEvidence: (evidence: EvidenceReport, options?: CallOptions) => Promise<AttributionResponse>

  /**
   * Sends a request to an endpoint that this version of the package has no method for.
   *
   * @example
   * ```ts
   * import { InstallBridgeClient } from '@affiliate-platform/sdk'
   *
   * const read = () => new InstallBridgeClient().request('GET', '/api/install-bridge/v1/later')
   * ```
   */
  readonly request: RawRequest

  /**
   * A client with the same options except for those named here; `headers` are joined. This one does not change.
   *
   * @throws ConfigurationError as the constructor does
   * @example const quick = new InstallBridgeClient().withOptions({ totalTimeoutMs: 2000 })
   */
  readonly withOptions: (changes: ClientOptions) => InstallBridgeClient

  /** @param options - all have defaults; the key and the base URL come from the environment */
  constructor(options: ClientOptions = {}) {
    this.withOptions = (changes) => new InstallBridgeClient(joinOptions(options, changes))
    const settings = resolveSettings(options, {
      apiKeyKind: 'install_bridge',
      apiKeyVariable: 'AFFILIATE_INSTALL_BRIDGE_KEY',
    })
    const call = createCallOperation(settings)
    this.request = createRawRequest(call)
    this.reportEvent = (event, options = {}) =>
      call({ operation: 'reportInstallEvent', buildAction: () => buildReportEvent(event), options })
    this.reportEvidence = (evidence, options = {}) =>
      call({ operation: 'reportEvidence', buildAction: () => buildReportEvidence(evidence), options })
  }
}
