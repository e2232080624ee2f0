import { formatAmount } from '@affiliate-platform/contract'

/** Adds to each amount in minor units what a person reads: `sum` beside `sumMinor`, such as `20.64 USD`. */
export function addAmounts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(addAmounts)
  if (typeof value !== 'object' || value === null) return value
  const { currency, ...members }: Readonly<Record<string, unknown>> = { ...value }
  const all = Object.entries(members).flatMap(([name, member]) => {
    const isAmount = typeof currency === 'string' && typeof member === 'string' && /.Minor$/.test(name)
    const said = isAmount ? [[name.replace(/Minor$/, ''), formatSigned(member, currency)] as const] : []
    return [...said, [name, addAmounts(member)] as const]
  })
  return { ...(currency !== undefined && { currency }), ...Object.fromEntries(all) }
}

/** An amount in minor units, signed, as a person reads it. */
export function formatSigned(amountMinor: string, currency: string): string {
  const sign = amountMinor.startsWith('-') ? '-' : ''
  return `${sign}${formatAmount({ amountMinor: amountMinor.slice(sign.length), currency })}`
}

/** Leaves out the amounts in minor units that are 0: they tell nothing, and take half of the room. */
export const leaveOutZero = (amounts: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(amounts).filter(([, amountMinor]) => amountMinor !== '0'))
