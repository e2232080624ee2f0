/** One request that reached the simulator, also one to a host that it does not know. */
export interface RecordedRequest {
  /** When it arrived, in milliseconds of the simulator's clock. */
  readonly atMs: number
  /** The method, upper-case. */
  readonly method: string
  /** The full address; a request over the node server is shown as its `https://{shop}` form. */
  readonly url: string
  /** The shop that was addressed, or `partners.shopify.com`; `undefined` for any other host, which gets no response. */
  readonly domain: string | undefined
  /** Headers, names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** The body's text; empty without one. */
  readonly body: string
}

/** One call of the token endpoint with a refresh token. */
export interface RefreshCall {
  /** When it arrived, in milliseconds of the simulator's clock. */
  readonly atMs: number
  /** The shop. */
  readonly domain: string
  /** The client id that was sent. */
  readonly clientId: string
  /** The refresh token that was sent. */
  readonly refreshToken: string
}
