/**
 * What `redactShop` resolves to. Members that this version does not know are kept: `extra` reads them.
 *
 * @example const toId = (response: RedactShopResponse) => response.requestId
 */
export interface RedactShopResponse {
  /** Always true: anything else is an error. */
  readonly ok: true
  /** The service's id of the request. */
  readonly requestId?: string | undefined
}
