import { createHash } from 'node:crypto'
import { isCurrencyCode } from '@affiliate-platform/contract'
import type { AppTransaction, AppTransactionKind, SetAsideReason, SetAsideRow } from './app-transaction.ts'
import { readDecimal } from './exact-decimal.ts'
import { readShopDomain } from './shop-domain.ts'
import { toUtcMicroseconds } from './utc-microseconds.ts'

/** A row as its source sent it, under our names. Nothing but the id has been looked at. */
export interface SaleCandidate {
  readonly platformId: string
  readonly kind?: unknown
  readonly shopDomain?: unknown
  readonly shopNumber: string | null
  readonly chargeId?: unknown
  readonly billingInterval?: unknown
  readonly gross?: unknown
  readonly grossCurrency?: unknown
  readonly net?: unknown
  readonly netCurrency?: unknown
  readonly platformFee?: unknown
  readonly collectedAt?: unknown
}

/** Either an app transaction or a row to set aside. */
export type SaleReading = { readonly appTransaction: AppTransaction } | { readonly setAside: SetAsideRow }

const kinds: readonly AppTransactionKind[] = [
  'subscription_sale',
  'usage_sale',
  'one_time_sale',
  'adjustment',
  'credit',
]

/**
 * Reads one row of any source, with one rule for all: what is not understood to the last digit is set aside with the
 * first reason found.
 */
export function readAppTransaction(candidate: SaleCandidate): SaleReading {
  const content = readContent(candidate)
  if (typeof content === 'string') return { setAside: toSetAsideRow(candidate, content) }
  const contentHash = createHash('sha256')
    .update(JSON.stringify(Object.values(content)))
    .digest('hex')
  return { appTransaction: { platformId: candidate.platformId, ...content, contentHash } }
}

const halfSurrogate = /\p{Surrogate}/gu

/** Whether the database can keep a text: without NUL, and without half a surrogate pair. */
export function isStorable(text: string): boolean {
  return text.search(halfSurrogate) < 0 && !text.includes('\0')
}

/** Lists a row for a person. */
export function toSetAsideRow({ platformId, ...fields }: SaleCandidate, reason: SetAsideReason): SetAsideRow {
  const copy = Object.entries(fields).map(([name, value]) => [name, toCopy(value)] as const)
  return { platformId, reason, copy: Object.fromEntries(copy) }
}

/** All fields but the id, in a fixed order: what the content hash is made of. */
type Content = Omit<AppTransaction, 'platformId' | 'contentHash'>

function readContent(candidate: SaleCandidate): Content | SetAsideReason {
  const kind = kinds.find((known) => known === candidate.kind)
  if (kind === undefined) return 'unknown_kind'
  const place = readPlace(candidate)
  if (typeof place === 'string') return place
  const amounts = readAmounts(candidate)
  if (typeof amounts === 'string') return amounts
  const isNegative = kind === 'adjustment' || kind === 'credit'
  // Zero is both: an amount without a sign belongs to either side.
  if (amounts.gross !== '0' && amounts.gross.startsWith('-') !== isNegative) return 'wrong_sign'
  return { kind, ...place, ...amounts }
}

function readPlace(candidate: SaleCandidate) {
  const { shopDomain, shopNumber } = candidate
  if ((shopDomain ?? '') === '') return 'no_shop'
  const domain = readShopDomain(shopDomain)
  if (domain === undefined) return 'invalid_shop'
  const chargeId = readText(candidate.chargeId, /^[\x21-\x7e]{1,255}$/)
  if (chargeId === undefined) return 'invalid_charge'
  const billingInterval = readText(candidate.billingInterval, /^[A-Z0-9_]{1,40}$/)
  if (billingInterval === undefined) return 'invalid_interval'
  const collectedAt = toUtcMicroseconds(candidate.collectedAt)
  if (collectedAt === undefined) return 'invalid_time'
  return { shopDomain: domain, shopNumber, chargeId, billingInterval, collectedAt }
}

function readAmounts(candidate: SaleCandidate) {
  const { grossCurrency, netCurrency } = candidate
  if ((candidate.gross ?? null) === null) return 'no_gross'
  if ((candidate.net ?? null) === null) return 'no_net'
  const [gross, net] = [readDecimal(candidate.gross), readDecimal(candidate.net)]
  const fee = readDecimal(candidate.platformFee ?? '0')
  if ('fault' in gross) return gross.fault
  if ('fault' in net) return net.fault
  if ('fault' in fee) return fee.fault
  if (!isCurrency(grossCurrency) || !isCurrency(netCurrency)) return 'unknown_currency'
  const platformFee = (candidate.platformFee ?? null) === null ? null : fee.value
  return { gross: gross.value, grossCurrency, net: net.value, netCurrency, platformFee }
}

function isCurrency(code: unknown): code is string {
  return typeof code === 'string' && isCurrencyCode(code)
}

/** Null for none; `undefined` for what is not such a text. */
function readText(value: unknown, pattern: RegExp): string | null | undefined {
  if (value === null || value === undefined || value === '') return null
  return typeof value === 'string' && pattern.test(value) ? value : undefined
}

function toCopy(value: unknown): string | null {
  if (value === null || value === undefined) return null
  const text = (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 200)
  return text.replaceAll(halfSurrogate, '\ufffd').replaceAll('\0', '\ufffd')
}
