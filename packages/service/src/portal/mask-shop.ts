/**
 * A shop's domain as members see it: who has brought it knows it again, and nobody else learns of a customer.
 *
 * @example
 * ```ts
 * maskShop('maple-lantern.myshopify.com') // 'm•••-l•••'
 * ```
 */
export function maskShop(domain: string): string {
  const [name = ''] = domain.split('.')
  return name
    .split('-')
    .map((word) => `${[...word].slice(0, 1).join('')}•••`)
    .slice(0, 4)
    .join('-')
}
