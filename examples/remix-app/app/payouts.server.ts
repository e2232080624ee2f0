import {
  AffiliateClient,
  formatMoney,
  isAffiliateError,
  isConfigurationError,
  isInvalidRequestError,
  isRateLimitError,
  type PayoutSummary,
} from '@affiliate-platform/sdk'

/** A payout as the table shows it; amounts are exact text. */
export interface PayoutRow {
  readonly id: string
  readonly membershipId: string
  /** Of the program. */
  readonly name: string
  readonly memberName?: string | undefined
  /** A day, in UTC. */
  readonly createdOn?: string | undefined
  readonly status: string
  readonly amount: string
  readonly unpaid: string
}

/** A page of payouts, or why there is none. */
export type PayoutsView =
  | { readonly ok: true; readonly rows: readonly PayoutRow[]; readonly nextCursor: string | null }
  | { readonly ok: false; readonly message: string }

const pageRows = 10

let client: AffiliateClient | undefined

/** Reads one page of the app's payouts. Never rejects: the page says what went wrong. */
export async function readPayouts(query: URLSearchParams): Promise<PayoutsView> {
  try {
    client ??= new AffiliateClient()
    const filters = ['status', 'currency', 'from', 'to', 'search', 'cursor'].flatMap((name) => {
      const value = query.get(name)?.trim()
      return value ? [[name, value] as const] : []
    })
    const page = await client.payouts.listPage(
      { ...Object.fromEntries(filters), limit: pageRows },
      { totalTimeoutMs: 6000, retries: 1 },
    )
    return { ok: true, rows: page.items.map(toRow), nextCursor: page.nextCursor }
  } catch (error) {
    if (!isAffiliateError(error)) throw error
    return { ok: false, message: explain(error) }
  }
}

function toRow({ amount, unpaid, createdAt, ...payout }: PayoutSummary): PayoutRow {
  const { id, membershipId, name, memberName, status } = payout
  return {
    id,
    membershipId,
    name,
    memberName,
    createdOn: createdAt?.slice(0, 'yyyy-mm-dd'.length),
    status,
    amount: formatMoney(amount, 'en-US'),
    unpaid: formatMoney(unpaid, 'en-US'),
  }
}

function explain(error: unknown): string {
  if (isConfigurationError(error)) return 'Set AFFILIATE_BASE_URL and AFFILIATE_API_KEY to see payouts.'
  if (isRateLimitError(error)) {
    return `The quota is used up. Try again in ${Math.ceil((error.retryAfterMs ?? 60_000) / 1000)} seconds.`
  }
  if (isInvalidRequestError(error)) {
    return `The filters are not usable: ${error.issues.map(({ message }) => message).join('; ')}.`
  }
  const { code, requestId } = isAffiliateError(error) ? error : { code: 'unexpected', requestId: undefined }
  const quote = requestId === undefined ? '' : `, request ${requestId}`
  return `The affiliate platform gave no usable response (${code}${quote}). Reload to try again.`
}
