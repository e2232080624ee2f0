const shopDomain = /^[a-z0-9][a-z0-9-]{0,62}\.myshopify\.com$/

/**
 * The domain of a shop as Shopify calls it, of what somebody has copied from their browser; `undefined` where there is none.
 *
 * @example
 * ```ts
 * toShopDomain('https://admin.shopify.com/store/maple-lantern/apps') // 'maple-lantern.myshopify.com'
 * ```
 */
export function toShopDomain(typed: string): string | undefined {
  const [host = '', store, name] = typed
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .split(/[/?#]/)
  const shop = host === 'admin.shopify.com' && store === 'store' ? (name ?? '') : host
  const domain = shop.includes('.') ? shop : `${shop}.myshopify.com`
  return shopDomain.test(domain) ? domain : undefined
}
