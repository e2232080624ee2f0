import { createHmac, randomUUID } from 'node:crypto'

/** A session token to sign. */
export interface SessionTokenOptions {
  /** The app's client id. */
  readonly clientId: string
  /** The app's client secret, which signs. */
  readonly clientSecret: string
  /** The shop's domain. */
  readonly shop: string
  /** When it is issued. Default: now. It is good for 60 s. */
  readonly issuedAt?: Date
  /** Claims that replace or join the usual ones, for a token that must be rejected. */
  readonly claims?: Readonly<Record<string, unknown>>
}

/**
 * Signs a session token as Shopify's admin hands one to an embedded app.
 *
 * @returns the JWT, HS256 under the client secret
 *
 * @example
 * ```ts
 * import { signSessionToken } from '@affiliate-platform/shopify-recipes/testing'
 *
 * const token = signSessionToken({ clientId: 'id', clientSecret: 'secret', shop: 'example.myshopify.com' })
 * const headers = { Authorization: `Bearer ${token}` }
 * ```
 */
export function signSessionToken(options: SessionTokenOptions): string {
  const { clientId, clientSecret, shop, issuedAt = new Date(), claims } = options
  const iat = Math.floor(issuedAt.getTime() / 1000)
  const payload = {
    iss: `https://${shop}/admin`,
    dest: `https://${shop}`,
    aud: clientId,
    sub: '1',
    exp: iat + 60,
    nbf: iat,
    iat,
    jti: randomUUID(),
    sid: randomUUID(),
    ...claims,
  }
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(payload)}`
  return `${signed}.${createHmac('sha256', clientSecret).update(signed).digest('base64url')}`
}

/** An embedded app's first page, as Shopify's admin opens it after an install. */
export interface EmbeddedRequestOptions extends SessionTokenOptions {
  /** The app's page. */
  readonly url: string
}

/**
 * Builds the request that opens an embedded app: with it an app exchanges the token, and runs `afterAuth`.
 *
 * @example
 * ```ts
 * import { embeddedRequest } from '@affiliate-platform/shopify-recipes/testing'
 *
 * const app = { clientId: 'id', clientSecret: 'secret' }
 * const request = embeddedRequest({ ...app, url: 'https://my-app.example/app', shop: 'example.myshopify.com' })
 * ```
 */
export function embeddedRequest(options: EmbeddedRequestOptions): Request {
  const url = new URL(options.url)
  const host = `admin.shopify.com/store/${options.shop.replace('.myshopify.com', '')}`
  url.searchParams.set('embedded', '1')
  url.searchParams.set('shop', options.shop)
  url.searchParams.set('host', Buffer.from(host).toString('base64'))
  url.searchParams.set('id_token', signSessionToken(options))
  // Shopify's libraries respond with 410 to anything that looks like a bot, Node's own fetch included.
  const headers = {
    'User-Agent': 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
  }
  return new Request(url, { headers })
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
