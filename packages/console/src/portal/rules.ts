import { formatMoney, formatRate, type Rules, saleKindNames } from '@affiliate-platform/contract/console'

const basisWords = {
  gross: 'what a shop pays',
  net: 'what a shop pays, after the fees of Shopify',
} as const

/** Terms as their member reads them, one sentence for each thing that matters. */
export function describeTerms(rules: Rules): readonly string[] {
  const { basis, rateBps, cpi, includedSaleKinds, durationMonths, holdDays, windowDays, allowExistingShops } =
    rules
  const kinds = includedSaleKinds.map((kind) => saleKindNames[kind] ?? kind)
  const thresholds = (rules.thresholds ?? [rules.threshold]).map(formatMoney).toSorted()
  return [
    ...(rateBps === 0 || kinds.length === 0
      ? []
      : [`You get ${formatRate(rateBps)} of ${basisWords[basis]}, for ${kinds.join(' and ')}.`]),
    ...(cpi.amountMinor === '0' ? [] : [`You get ${formatMoney(cpi)} for an install.`]),
    durationMonths === null
      ? 'A shop earns for you as long as it pays.'
      : `A shop earns for you for ${durationMonths} months from its install on.`,
    holdDays === 0
      ? 'What you earn is available at once.'
      : `What you earn is held for ${holdDays} days, because the shop can get its money back until then.`,
    `You are paid from ${thresholds.join(' or ')} on.`,
    `A shop is yours if it installs within ${windowDays} days after it has come by your link.`,
    ...(allowExistingShops
      ? ['Shops that had the app before count too.']
      : ['Shops that had the app before do not count.']),
  ]
}
