/** A Shopify app as the simulator knows it. */
export interface SimulatedApp {
  /** The app's client id. Shopify responds it as `app.apiKey` too. */
  readonly clientId: string
  /** Signs session tokens and webhook deliveries, and is checked by the token endpoint. */
  readonly clientSecret: string
  /** The app's handle. Default: the client id. */
  readonly handle?: string
  /** Granted access scopes. Default: none. */
  readonly scopes?: readonly string[]
  /**
   * Where the app's own configuration file sends `app/uninstalled`. Any address is taken, a loopback one too.
   * Default: none, so that only subscriptions made through the Admin API are delivered.
   */
  readonly uninstallUrl?: string
  /** `include_fields` of that subscription. Default: the whole payload. */
  readonly uninstallIncludeFields?: readonly string[]
}

/** The app that is installed in a shop that names none. */
export const defaultApp: SimulatedApp = {
  clientId: 'simulated-client-id',
  clientSecret: 'simulated-client-secret',
}
