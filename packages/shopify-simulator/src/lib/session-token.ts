import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import type { SimulatedApp } from './simulated-app.ts'

/** What a session token says, and who signs it. */
export interface SessionTokenOptions {
  /** The app's client id, the token's `aud`. */
  readonly clientId: string
  /** The app's client secret, which signs. */
  readonly clientSecret: string
  /** The shop's `*.myshopify.com` domain, for `iss` and `dest`. */
  readonly domain: string
  /** Time of issue in milliseconds. Default: now. */
  readonly nowMs?: number
  /** Life in seconds. Default: 60, as Shopify's. */
  readonly lifetimeSeconds?: number
  /** Claims that replace or join the usual ones, for tokens that must be rejected. */
  readonly claims?: Readonly<Record<string, unknown>>
}

/** Shopify's libraries allow this much between two clocks. */
const toleranceSeconds = 10

/**
 * Signs a session token as Shopify's admin hands one to an embedded app: a JWT, HS256 under the client secret.
 *
 * @returns The compact JWT.
 */
export function signSessionToken(options: SessionTokenOptions): string {
  const { clientId, clientSecret, domain, nowMs = Date.now(), lifetimeSeconds = 60 } = options
  const issuedAt = Math.floor(nowMs / 1000)
  const claims = {
    iss: `https://${domain}/admin`,
    dest: `https://${domain}`,
    aud: clientId,
    sub: '1',
    exp: issuedAt + lifetimeSeconds,
    nbf: issuedAt,
    iat: issuedAt,
    // Shopify's libraries run the hook once for each token: no two may be alike, also not within one second.
    jti: randomUUID(),
    sid: 'simulated-session',
    ...options.claims,
  }
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
  return `${signed}.${signature(signed, clientSecret)}`
}

/** Tells whether a session token is this app's, for this shop, and in its time. */
export function verifySessionToken(
  token: string,
  app: SimulatedApp,
  at: { readonly domain: string; readonly nowMs: number },
): boolean {
  const [header = '', payload = '', sent = ''] = token.split('.')
  const expected = Buffer.from(signature(`${header}.${payload}`, app.clientSecret))
  const given = Buffer.from(sent)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false
  const claims = decode(payload)
  const nowSeconds = at.nowMs / 1000
  return (
    decode(header)['alg'] === 'HS256' &&
    claims['aud'] === app.clientId &&
    claims['dest'] === `https://${at.domain}` &&
    Number(claims['exp']) + toleranceSeconds > nowSeconds &&
    Number(claims['nbf']) - toleranceSeconds <= nowSeconds
  )
}

function signature(text: string, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url')
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function decode(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
}
