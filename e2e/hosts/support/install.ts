import { createHmac } from 'node:crypto'
import { embeddedRequest } from '@affiliate-platform/shopify-recipes/testing'
import type { AppProcess } from './app-process.ts'
import type { Host } from './host.ts'
import { app, type World } from './world.ts'

/** What a merchant sees. */
export interface Opened {
  readonly status: number
  readonly tookMs: number
}

/** Opens the app for a shop, as Shopify does after an install, and whenever the app has no good token. */
export async function openApp(world: World, host: Host, { url }: AppProcess, shop: string): Promise<Opened> {
  const startedAtMs = performance.now()
  const request = embeddedRequest({ ...app, url: `${url}/app`, shop })
  const { authPath } = host
  const response = authPath ? await authorize(world, request, authPath) : await fetch(request)
  await response.arrayBuffer()
  return { status: response.status, tookMs: performance.now() - startedAtMs }
}

/** OAuth: the app sends the merchant to Shopify, and Shopify back to the app with a code. */
async function authorize(
  { simulator }: World,
  { url, headers }: Request,
  authPath: string,
): Promise<Response> {
  const { origin, searchParams } = new URL(url)
  const shop = searchParams.get('shop') ?? ''
  const begun = await fetch(`${origin}${authPath}?shop=${shop}`, { headers, redirect: 'manual' })
  const state = new URL(begun.headers.get('Location') ?? '').searchParams.get('state') ?? ''
  const cookies = begun.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  const query = new URLSearchParams({
    code: simulator.issueAuthorizationCode(shop, app.clientId),
    host: searchParams.get('host') ?? '',
    shop,
    state,
    timestamp: String(Math.floor(Date.now() / 1000)),
  })
  query.set('hmac', createHmac('sha256', app.clientSecret).update(query.toString()).digest('hex'))
  const callback = await fetch(`${origin}${authPath}/callback?${query}`, {
    headers: { ...Object.fromEntries(headers), Cookie: cookies.join('; ') },
    redirect: 'manual',
  })
  if (callback.status !== 302) return callback
  return fetch(url, { headers })
}
