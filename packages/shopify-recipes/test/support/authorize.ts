import { createHmac } from 'node:crypto'
import type { ShopifySimulator } from '@affiliate-platform/shopify-simulator'
import type { Send } from './entries.ts'

/** Who authorizes which app. */
interface Merchant {
  readonly simulator: ShopifySimulator
  readonly shop: string
  readonly app: { readonly clientId: string; readonly clientSecret: string }
}

/** Walks a merchant through the authorization code flow of an Express app at `/api/auth`. */
export async function authorize(send: Send, { simulator, shop, app }: Merchant): Promise<Response> {
  const visit = (path: string, cookie = '') =>
    send(
      new Request(`https://my-app.example${path}`, {
        // Anything that looks like a robot gets 410 from the library.
        headers: { 'User-Agent': 'Mozilla/5.0 (Macintosh) Chrome/140.0.0.0 Safari/537.36', cookie },
        redirect: 'manual',
      }),
    )
  const begun = await visit(`/api/auth?shop=${shop}`)
  const cookies = begun.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  const query = new URLSearchParams({
    code: simulator.issueAuthorizationCode(shop, app.clientId),
    host: Buffer.from(`admin.shopify.com/store/${shop.split('.')[0]}`).toString('base64url'),
    shop,
    state: new URL(begun.headers.get('location') ?? '').searchParams.get('state') ?? '',
    timestamp: String(Math.floor(Date.now() / 1000)),
  })
  query.set('hmac', createHmac('sha256', app.clientSecret).update(query.toString()).digest('hex'))
  return visit(`/api/auth/callback?${query}`, cookies.join('; '))
}
