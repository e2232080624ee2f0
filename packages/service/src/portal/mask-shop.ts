interface Referred {
  readonly domain: string
  readonly referralId: string
}

/**
 * A shop as members see it: who has brought it knows it again, and nobody else learns of a customer. Shops with the same
 * initials have different numbers. They come from what is random in the id of the referral, and say nothing of the shop.
 *
 * @example
 * ```ts
 * maskShop({ domain: 'maple-lantern.myshopify.com', referralId }) // 'm•••-l••• #0417'
 * ```
 */
export function maskShop({ domain, referralId }: Referred): string {
  const [name = ''] = domain.split('.')
  const words = name.split('-').map((word) => `${[...word].slice(0, 1).join('')}•••`)
  const number = Number.parseInt(referralId.slice(-6), 16) % 10_000
  return `${words.slice(0, 4).join('-')} #${`${number}`.padStart(4, '0')}`
}
