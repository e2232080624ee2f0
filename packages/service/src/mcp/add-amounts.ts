import { formatAmount } from '@affiliate-platform/contract'

/** Adds to each amount in minor units what a person reads: `sum` beside `sumMinor`, such as `20.64 USD`. */
export function addAmounts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(addAmounts)
  if (typeof value !== 'object' || value === null) return value
  const { currency, ...members }: Readonly<Record<string, unknown>> = { ...value }
  const all = Object.entries(members).flatMap(([name, member]) => {
    const isAmount = typeof currency === 'string' && typeof member === 'string' && /.Minor$/.test(name)
    const said = isAmount ? [[name.replace(/Minor$/, ''), toText(member, currency)] as const] : []
    return [...said, [name, addAmounts(member)] as const]
  })
  return { ...(currency !== undefined && { currency }), ...Object.fromEntries(all) }
}

function toText(amountMinor: string, currency: string): string {
  const sign = amountMinor.startsWith('-') ? '-' : ''
  return `${sign}${formatAmount({ amountMinor: amountMinor.slice(sign.length), currency })}`
}
