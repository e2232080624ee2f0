const internalHostPattern = /^(localhost|127\.|10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|0\.|\[)/
const internalDomainPattern = /(^|\.)(myshopify\.com|shopify\.com|localhost|local|internal)$/

/** Shopify's complaints about a subscription's address, in Shopify's words. */
export function checkWebhookAddress(uri: string): readonly string[] {
  if (uri.trim() === '') return ["Address can't be blank"]
  if (/^(pubsub:\/\/[^:]+:.+|arn:aws:events:.+)$/.test(uri)) return []
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(uri)?.[1]?.toLowerCase()
  if (scheme !== undefined && scheme !== 'https') return [`Address protocol ${scheme}:// is not supported`]
  const host = scheme === undefined ? undefined : URL.parse(uri)?.hostname
  if (host === undefined) return ['Address is invalid']
  const isInternal = internalHostPattern.test(host) || internalDomainPattern.test(host)
  return isInternal ? ['Address cannot be a Shopify or an internal domain'] : []
}
