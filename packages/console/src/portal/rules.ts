import { formatMoney, formatRate, type Rules } from '@affiliate-platform/contract/console'

const basisWords = {
  gross: 'what a shop pays',
  net: 'what a shop pays, after Shopify’s fees',
} as const

/** What shops pay for. */
const saleNames: Readonly<Record<string, string>> = {
  subscription_sale: 'subscriptions',
  usage_sale: 'usage',
  one_time_sale: 'one-time charges',
}

const all = new Intl.ListFormat('en', { type: 'conjunction' })
const one = new Intl.ListFormat('en', { type: 'disjunction' })

/** Terms as their member reads them, one sentence for each thing that matters. */
export function describeTerms(rules: Rules): readonly string[] {
  const { basis, rateBps, cpi, includedSaleKinds, durationMonths, holdDays, windowDays, allowExistingShops } =
    rules
  const kinds = includedSaleKinds.map((kind) => saleNames[kind] ?? kind)
  const thresholds = (rules.thresholds ?? [rules.threshold]).map(formatMoney).toSorted()
  return [
    ...(rateBps === 0 || kinds.length === 0
      ? []
      : [`You get ${formatRate(rateBps)} of ${basisWords[basis]}, for ${all.format(kinds)}.`]),
    ...(cpi.amountMinor === '0' ? [] : [`You get ${formatMoney(cpi)} for an install.`]),
    durationMonths === null
      ? 'You earn from a shop for as long as it pays for the app.'
      : `You earn from a shop for ${durationMonths} months from its install on.`,
    holdDays === 0
      ? 'What you earn is available at once.'
      : `What you earn is held for ${holdDays} days, because the shop can get its money back until then.`,
    `You are paid once you have at least ${one.format(thresholds)}.`,
    `A shop counts as yours if it installs the app within ${windowDays} days of using your link or code, and we can tell that it did.`,
    ...(allowExistingShops
      ? ['Shops that had the app before count too.']
      : ['Shops that had the app before do not count.']),
  ]
}
