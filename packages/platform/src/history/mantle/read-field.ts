import type { CsvColumns } from './columns.ts'

const times = new Set([
  'createdAt',
  'deletedAt',
  'approvedAt',
  'rejectedAt',
  'date',
  'updatedAt',
  'paidAt',
  'periodEnd',
])
const amounts = new Set([
  ...['amount', 'amountPaid', 'percentCommission', 'durationMonths', 'amountPerInstall', 'minPlanValue'],
])
const flags = new Set(['payoutHold', 'cancelled'])

const yes = /^(?:true|yes|y|1)$/i
const no = /^(?:false|no|n|0)$/i

/** Reads a cell by what its column is. What is neither yes nor no where one of them is said stays as it is: no record has it. */
export function readField(name: string, text: string, { decimal, zone }: CsvColumns): unknown {
  if (text === '') return null
  if (times.has(name)) return readTime(text, zone)
  if (amounts.has(name)) return readAmount(text, decimal)
  if (!flags.has(name)) return text
  return yes.test(text) || (no.test(text) ? false : text)
}

/** A time as RFC 3339; what is none stays as it is, for its row to be set aside. */
function readTime(text: string, zone: string): string {
  const [, day, time = '00:00:00', own = zone] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?))?(Z|[+-]\d\d:\d\d)?$/.exec(text) ?? []
  if (day === undefined) return text
  return `${day}T${time.length === '00:00'.length ? `${time}:00` : time}${own}`
}

/** The currency that an amount names by its code or its sign; null where it names none. */
export function currencyIn(text: string, imported: string): string | null {
  const code = /\b[A-Z]{3}\b/.exec(text)?.[0]
  const sign = /\p{Sc}/u.exec(text)?.[0]
  if (code !== undefined || sign === undefined) return code ?? null
  return [imported, ...usualCurrencies].find((currency) => signOf(currency) === sign) ?? noCurrency
}

const usualCurrencies = ['USD', 'EUR', 'GBP', 'JPY', 'INR']
/** As ISO 4217 has it. */
const noCurrency = 'XXX'

/** Several currencies share a sign: `$` is that of every dollar. */
function signOf(currency: string): string | undefined {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  return format.formatToParts(0).find(({ type }) => type === 'currency')?.value
}

/** An amount without its sign of a currency and the marks between its digits; what is none is no amount for anybody. */
function readAmount(text: string, decimal: CsvColumns['decimal']): string {
  const bare = text.replace(/[\p{Sc}\s%]|\b[A-Z]{3}\b/gu, '')
  const grouped = decimal === '.' ? /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/ : /^-?\d{1,3}(?:\.\d{3})+(?:,\d+)?$/
  const plain = decimal === '.' ? /^-?\d+(?:\.\d+)?$/ : /^-?\d+(?:,\d+)?$/
  if (!grouped.test(bare) && !plain.test(bare)) return `unreadable: ${text}`
  return decimal === '.' ? bare.replaceAll(',', '') : bare.replaceAll('.', '').replace(',', '.')
}
