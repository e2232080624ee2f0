const behaviours = [
  'ok',
  'revoked',
  'forbidden',
  'frozen',
  'gone',
  'throttled',
  'slow',
  'server_error',
  'html_error',
  'redirect',
  'mismatch',
] as const

/** A shop of the simulated Shopify behind a demo. */
export interface DemoShop {
  readonly domain: string
  readonly accessToken: string
  /** How it responds when the service asks Shopify about it. */
  readonly behaviour: (typeof behaviours)[number]
}

/** One shop for each way in which Shopify can respond. */
export const demoShops: readonly DemoShop[] = behaviours.map((behaviour) => {
  const name = behaviour.replaceAll('_', '-')
  return { domain: `demo-${name}.myshopify.com`, accessToken: `shpat_demo_${behaviour}`, behaviour }
})

/** The client id under which the demo app is known to the simulated Shopify. */
export const demoPlatformClientId = 'affiliate-demo-app'

/** Where the demo app wants to be told of its uninstall. The domain is reserved: nothing ever listens there. */
export const demoUninstallUrl = 'https://demo-app.example/webhooks/app/uninstalled'
