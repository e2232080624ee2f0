import '@remix-run/node'

declare module '@remix-run/node' {
  /** What the server hands to loaders, actions and the document. */
  interface AppLoadContext {
    /** Whether a simulator stands in for Shopify: nothing is then loaded from outside. */
    readonly isSimulated?: boolean
  }
}
