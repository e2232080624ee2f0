// `shared/redirect-shopify.js` for workerd, which has no `--import`: what goes to *.myshopify.com reaches the simulator.
import { env } from 'cloudflare:workers'

const { fetch } = globalThis

globalThis.fetch = (input, init) => {
  const request = new Request(input, init)
  const { hostname, pathname, search } = new URL(request.url)
  if (!hostname.endsWith('.myshopify.com')) return fetch(input, init)
  return fetch(new Request(`${env.SIMULATOR_URL}/shops/${hostname}${pathname}${search}`, request))
}
