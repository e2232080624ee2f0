import { shopDomainSchema } from '@affiliate-platform/contract'
import { toRecord } from '../fault.ts'
import { loadCrypto } from '../load-crypto.ts'

/** Which deliveries a route takes. */
export interface ExpectedDelivery {
  /** The topics, in small letters. */
  readonly topics: readonly string[]
  /** The member of the payload that names the shop. */
  readonly shopMember: string
  /** By topic, a member that only payloads of other topics have. */
  readonly foreignMembers?: Readonly<Record<string, string>>
}

/** A verified delivery. */
export interface Delivery {
  readonly topic: string
  readonly shop: string
  readonly payload: Readonly<Record<string, unknown>>
  /** Names the event; without one, the delivery; undefined without either. */
  readonly id: string | undefined
  /** Of the body, in hexadecimal digits. */
  readonly digest: string
  /** When the event happened, as far as the delivery says. */
  readonly triggeredAt: Date | undefined
}

/** A delivery, or why its content is rejected. */
export type ParsedDelivery =
  | { readonly delivery: Delivery; readonly fault?: undefined }
  | {
      readonly delivery?: undefined
      readonly fault: 'invalid_payload' | 'shop_mismatch' | 'shop_missing' | 'topic_mismatch'
    }

// Today's webhooks, the Events preview, and the neutral alias of interface 5 rule 7.
const headerPrefixes = ['X-Shopify-', 'Shopify-', 'X-Platform-']

/** Reads one of the platform's headers under any of its prefixes. Names of headers ignore case. */
export function readPlatformHeader(headers: Headers, name: string): string | undefined {
  for (const prefix of headerPrefixes) {
    const value = headers.get(prefix + name)
    if (value) return value
  }
  return undefined
}

// The signature covers the body alone: what a header says may be anything.
const isLedgerKey = (id: string | undefined) => id !== undefined && /^[\x21-\x7e]{1,200}$/.test(id)

/** Reads a delivery of a topic from its headers and its verified bytes. */
export async function parseDelivery(
  { headers, bytes }: { readonly headers: Headers; readonly bytes: Uint8Array<ArrayBuffer> },
  topic: string,
  { shopMember, foreignMembers = {} }: ExpectedDelivery,
): Promise<ParsedDelivery> {
  const payload = parseObject(bytes)
  if (payload === undefined) return { fault: 'invalid_payload' }
  const foreignMember = foreignMembers[topic]
  if (foreignMember !== undefined && foreignMember in payload) return { fault: 'topic_mismatch' }
  const sentDomain = readPlatformHeader(headers, 'Shop-Domain')
  // The header is not signed: it never names a shop that the body does not.
  const { data: shop } = shopDomainSchema.safeParse(payload[shopMember])
  if (shop === undefined) return { fault: 'shop_missing' }
  if (sentDomain !== undefined && sentDomain.toLowerCase() !== shop) return { fault: 'shop_mismatch' }
  const triggeredAt = new Date(readPlatformHeader(headers, 'Triggered-At') ?? '')
  return {
    delivery: {
      topic,
      shop,
      payload,
      id: [readPlatformHeader(headers, 'Event-Id'), readPlatformHeader(headers, 'Webhook-Id')].find(
        isLedgerKey,
      ),
      digest: await digest(bytes),
      triggeredAt: Number.isNaN(triggeredAt.getTime()) ? undefined : triggeredAt,
    },
  }
}

async function digest(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const { subtle } = await loadCrypto()
  const hash = new Uint8Array(await subtle.digest('SHA-256', bytes))
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function parseObject(bytes: Uint8Array): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return Array.isArray(value) || toRecord(value) !== value ? undefined : toRecord(value)
  } catch {
    return undefined
  }
}
