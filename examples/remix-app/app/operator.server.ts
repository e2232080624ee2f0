/**
 * Whether a shop is one of the app owner's own. Backfill and payouts show other shops' domains and the owner's money:
 * never to a merchant who merely installed the app.
 */
export function isOperator(shop: string): boolean {
  const shops = (process.env['OPERATOR_SHOPS'] ?? '').split(',').map((domain) => domain.trim())
  return shops.includes(shop)
}
