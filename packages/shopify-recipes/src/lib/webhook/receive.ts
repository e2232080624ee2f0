import { limits } from '@affiliate-platform/contract'
import { readEnvironment } from '../environment.ts'
import { type Delivery, type ExpectedDelivery, parseDelivery, readPlatformHeader } from './delivery.ts'
import { readBody } from './read-body.ts'
import { verifyHmac } from './verify-hmac.ts'
import type { WebhookOptions } from './webhook-options.ts'

/** A delivery that passed every check, or the response to one that did not. */
export type Received =
  | { readonly delivery: Delivery; readonly status?: undefined }
  | { readonly delivery?: undefined; readonly status: number; readonly code: string }

const defaultHmacHeaders = ['X-Shopify-Hmac-Sha256', 'Shopify-Hmac-Sha256', 'X-Platform-Hmac-Sha256']

/** Every check of a delivery in its order. The signature comes before anything in the body or beside it. */
export async function receive(
  request: Request,
  options: WebhookOptions,
  expected: ExpectedDelivery,
): Promise<Received> {
  const { headers } = request
  const { topics } = expected
  if (request.method !== 'POST') return { status: 405, code: 'method_not_allowed' }
  const secrets = listSecrets(options.secrets)
  // An HMAC under an empty secret could be made by anybody.
  if (secrets.length === 0) return { status: 500, code: 'secret_missing' }
  // D37: the first one present is the one verified, and another cannot make up for it.
  const names = options.hmacHeaders ?? defaultHmacHeaders
  const signature = names.map((name) => headers.get(name)).find((value) => value !== null)
  // An empty header counts as none: some servers drop it before the app sees it.
  if (!signature) return { status: 401, code: 'hmac_missing' }
  const body = await readBody(request, limits.bodyBytesMax)
  if (body.fault === 'body_too_large') return { status: 413, code: body.fault }
  if (body.fault !== undefined) return { status: 500, code: body.fault }
  if (!(await verifyHmac(body.bytes, signature, secrets))) return { status: 401, code: 'hmac_invalid' }
  // Another topic that was pointed here by mistake. One without a topic can only be meant for a route of one topic.
  const [onlyTopic] = topics.length === 1 ? topics : []
  const topic = readPlatformHeader(headers, 'Topic')?.toLowerCase() ?? onlyTopic
  if (topic === undefined || !topics.includes(topic)) return { status: 404, code: 'topic_not_handled' }
  const { delivery, fault } = await parseDelivery({ headers, bytes: body.bytes }, topic, expected)
  return delivery === undefined ? { status: 400, code: fault } : { delivery }
}

function listSecrets(given: WebhookOptions['secrets']): readonly string[] {
  const secrets = given === undefined ? [readEnvironment('SHOPIFY_API_SECRET')] : [given].flat()
  return secrets.flatMap((secret) => secret || [])
}
