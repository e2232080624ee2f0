/** What each type of transaction of the Partner API is. */
export const kindByType: Readonly<Record<string, string>> = {
  AppSubscriptionSale: 'subscription_sale',
  AppUsageSale: 'usage_sale',
  AppOneTimeSale: 'one_time_sale',
  AppSaleAdjustment: 'adjustment',
  AppSaleCredit: 'credit',
}

/** The ids that a text may be of: its own, and where it is a number, that of a transaction of each type. */
export function listTransactionIds(text: string): readonly string[] {
  const types = /^\d{1,20}$/.test(text) ? Object.keys(kindByType) : []
  return [text, ...types.map((type) => `gid://partners/${type}/${text}`)]
}
