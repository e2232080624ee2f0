const shopDomainPattern = /^[a-z0-9][a-z0-9-]{0,62}\.myshopify\.com$/

/**
 * Reads a shop's domain as the commerce platform's feeds write it. The Partner API calls it a Url: with and without a
 * scheme it is the same shop.
 *
 * @returns `undefined` for anything else
 */
export function readShopDomain(domain: unknown): string | undefined {
  const [, host] = /^(?:https:\/\/)?([^/]*)\/?$/.exec(String(domain).trim().toLowerCase()) ?? []
  return host !== undefined && shopDomainPattern.test(host) ? host : undefined
}
