import type { WebhookEvent } from './webhook-event.ts'

/** A webhook as it came. */
export interface WebhookRequest {
  /** The body, byte for byte: not what was made of it by a JSON parser. */
  readonly body: string | Uint8Array
  /** The headers, as `Headers` or as Node has them. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
}

/** Why a webhook is not believed. `invalid_secret` and `unreadable_body` are mistakes of the receiver's code. */
export type WebhookVerificationErrorCode =
  | 'missing_header'
  | 'outside_tolerance'
  | 'wrong_signature'
  | 'invalid_secret'
  | 'unreadable_body'

/** Thrown for a webhook that is not believed: respond with 400. Its message tells nothing of the secret or the body. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
  /** Why. */
  readonly code: WebhookVerificationErrorCode

  constructor(code: WebhookVerificationErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

/** So much older or newer than now a webhook may be, against replays. */
const toleranceSeconds = 300

/**
 * Verifies a webhook of the platform by the Standard Webhooks, and returns what it tells.
 *
 * A message comes at least once: remember its `id`, and do nothing where it was there before.
 *
 * @param secrets - of the endpoint, as `webhooks add` printed it (`whsec_…`); several while one is being rotated
 * @throws WebhookVerificationError where the signature is not by one of the secrets, or is more than five minutes old
 * @example
 * ```ts
 * import { verifyWebhook } from '@affiliate-platform/sdk/webhooks'
 *
 * async function receive(request: Request): Promise<Response> {
 *   const webhook = { body: await request.text(), headers: request.headers }
 *   const event = await verifyWebhook(webhook, process.env['AFFILIATE_WEBHOOK_SECRET'] ?? '')
 *   if (event.type === 'referral.created') console.info(event.data.referralId)
 *   return new Response(null, { status: 204 })
 * }
 * ```
 */
export async function verifyWebhook(
  request: WebhookRequest,
  secrets: string | readonly string[],
): Promise<WebhookEvent> {
  const { body } = request
  const id = readHeader(request, 'webhook-id')
  const timestamp = readHeader(request, 'webhook-timestamp')
  const signatures = readHeader(request, 'webhook-signature').split(' ')
  checkTimestamp(timestamp)
  const signed = toSignedBytes(`${id}.${timestamp}.`, body)
  // All of them, so that the time it takes tells nothing of which one matched.
  const keys = (typeof secrets === 'string' ? [secrets] : secrets).map(toKeyBytes)
  const matches = await Promise.all(
    keys.flatMap((key) => signatures.map((signature) => isSignedBy(key, signature, signed))),
  )
  if (!matches.includes(true)) {
    throw new WebhookVerificationError('wrong_signature', 'The signature is by none of the secrets.')
  }
  return { ...parseBody(body), id }
}

function readHeader({ headers }: WebhookRequest, name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  if (typeof value === 'string' && value !== '') return value
  throw new WebhookVerificationError('missing_header', `The header ${name} is missing, or there twice.`)
}

function checkTimestamp(timestamp: string): void {
  const awaySeconds = Math.abs(Date.now() / 1000 - (/^\d{1,12}$/.test(timestamp) ? Number(timestamp) : 0))
  if (awaySeconds <= toleranceSeconds) return
  throw new WebhookVerificationError('outside_tolerance', 'It was signed more than five minutes ago.')
}

function toSignedBytes(prefix: string, body: string | Uint8Array): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder()
  const parts = [encoder.encode(prefix), typeof body === 'string' ? encoder.encode(body) : body]
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.byteLength
  }
  return bytes
}

const secretPattern = /^whsec_([A-Za-z0-9+/]{32,88}={0,2})$/

function toKeyBytes(secret: string): Uint8Array<ArrayBuffer> {
  const [, base64] = secretPattern.exec(secret) ?? []
  if (base64 !== undefined && base64.length % 4 === 0) return fromBase64(base64)
  throw new WebhookVerificationError(
    'invalid_secret',
    'A secret begins with whsec_, as webhooks add prints it.',
  )
}

const signaturePattern = /^v1,([A-Za-z0-9+/]{43}=)$/

async function isSignedBy(
  keyBytes: Uint8Array<ArrayBuffer>,
  signature: string,
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const [, base64] = signaturePattern.exec(signature) ?? []
  if (base64 === undefined) return false
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const { subtle } = globalThis.crypto
  const key = await subtle.importKey('raw', keyBytes, algorithm, false, ['verify'])
  return await subtle.verify(algorithm, key, fromBase64(base64), signed)
}

function fromBase64(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
}

function parseBody(body: string | Uint8Array): WebhookEvent {
  try {
    return JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body))
  } catch {
    throw new WebhookVerificationError('unreadable_body', 'The body is signed, and is no JSON.')
  }
}
