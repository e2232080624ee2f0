import { createHmac } from 'node:crypto'
import type { SimulatedApp } from '@affiliate-platform/shopify-simulator'
import { embeddedRequest } from '../../../lib/testing/session-token.ts'
import type { CommandIo } from '../../io.ts'
import type { SimulatedWorld } from './simulated-world.ts'

/** Where an app is opened. */
export interface OpenOptions {
  readonly world: SimulatedWorld
  readonly app: SimulatedApp
  /** The page that Shopify opens after an install. */
  readonly url: string
}

const stepsMax = 10
const timeoutMs = 30_000

/**
 * Opens an app as Shopify does after an install, and goes where it leads: to its own pages, and through OAuth.
 *
 * @returns the status of the last response; undefined for none
 */
export async function openApp({ world, app, url }: OpenOptions, io: CommandIo): Promise<number | undefined> {
  const first = embeddedRequest({ ...app, url, shop: world.shop })
  const headers = Object.fromEntries(first.headers)
  const cookies = new Map<string, string>()
  let address = new URL(first.url)
  for (let step = 0; step < stepsMax; step += 1) {
    const response = await visit(address)
    const location = response?.headers.get('location')
    if (!location || response === undefined) return response?.status
    const next = follow(new URL(location, address))
    if (next === undefined) return response.status
    address = new URL(`${next.pathname}${next.search}`, url)
  }
  return undefined

  async function visit(target: URL): Promise<Response | undefined> {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
    const signal = AbortSignal.any([io.interrupted, AbortSignal.timeout(timeoutMs)])
    try {
      const response = await io.fetch(target, {
        headers: { ...headers, cookie },
        redirect: 'manual',
        signal,
      })
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(line) ?? []
        cookies.set(name, value)
      }
      await response.body?.cancel()
      return response
    } catch {
      return undefined
    }
  }

  /** Where a merchant's browser comes to; undefined for pages of Shopify's. */
  function follow(location: URL): URL | undefined {
    if (location.pathname.endsWith('/oauth/authorize')) return authorize(location)
    // A page that leaves the frame of Shopify's admin.
    const outside = location.searchParams.get('redirectUri')
    if (outside !== null && URL.canParse(outside, location.href)) return new URL(outside, location)
    return /\.(my)?shopify\.com$/.test(location.hostname) ? undefined : location
  }

  /** The merchant consents, and Shopify sends him back with a code. */
  function authorize({ searchParams }: URL): URL {
    const back = new URL(searchParams.get('redirect_uri') ?? '/', url)
    const query = new URLSearchParams({
      code: world.issueCode(),
      host: Buffer.from(`admin.shopify.com/store/${world.shop.split('.')[0]}`).toString('base64url'),
      shop: world.shop,
      state: searchParams.get('state') ?? '',
      timestamp: String(Math.floor(io.now() / 1000)),
    })
    query.set('hmac', createHmac('sha256', app.clientSecret).update(query.toString()).digest('hex'))
    back.search = query.toString()
    return back
  }
}
